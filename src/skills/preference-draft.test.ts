import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import type { PreferenceProposal } from '../contracts/index.ts';
import { changedLines, preferenceDraft, preferenceProblems, settleDraft } from './preference-draft.ts';

const proposal = (nth: number, text: string): PreferenceProposal => ({ preference_id: `prf_${String(nth).padStart(26, '0')}` as PreferenceProposal['preference_id'], text, said: text, said_in: `run_${'0'.repeat(26)}` as PreferenceProposal['said_in'], by: 'rule', workspace: '/w', proposed_at: '2026-03-01T08:00:00.000Z' });
const WAITING = [proposal(1, 'always use pnpm'), proposal(2, 'never round'), proposal(3, 'prefer tabs')];
const shown = WAITING.map(({ preference_id: id }) => id);

describe('a draft of preferences', () => {
  it('leaves a file as it is, to the byte, when nothing was proposed and nothing edited', verifies('KEL-GRAPH-16'), () => {
    for (const content of ['- a\nno end', '', '# Mine\n\n- a\n']) expect(settleDraft(preferenceDraft(content, []), [], [])).toEqual({ content, decisions: [] });
    expect(preferenceDraft(undefined, [])).toBe('# What to keep to here\n\n');
  });

  it('makes a line of what was kept, and takes what was deleted for declined', verifies('MAH-12E-1', 'KEL-GRAPH-16'), () => {
    const draft = preferenceDraft('- mine', WAITING);
    const [comment] = draft.split('\n').slice(1);
    expect(draft.split('\n')).toEqual(['- mine', comment, `- [proposed ${shown[0]}] always use pnpm`, `- [proposed ${shown[1]}] never round`, `- [proposed ${shown[2]}] prefer tabs`, '']);
    const edited = draft.split('\n').filter((line) => !line.includes('round')).join('\n').replace('prefer tabs', 'prefer two blanks');
    const { content, decisions } = settleDraft(edited, WAITING, shown);
    expect(content).toBe('- mine\n- always use pnpm\n- prefer two blanks\n');
    expect(decisions.map(({ decision, text }) => [decision, text])).toEqual([['accepted', 'always use pnpm'], ['declined', 'never round'], ['accepted', 'prefer two blanks']]);
    expect(settleDraft('- other\n', WAITING, []).decisions).toEqual([]);
    expect(settleDraft(`- [proposed ${shown[0]}]  \n`, WAITING, shown).decisions.map(({ decision }) => decision)).toEqual(['declined', 'declined', 'declined']);
  });

  it('is refused line by line where it holds what no run may be told', verifies('KEL-GRAPH-16'), () => {
    expect(preferenceProblems('# Fine\n\n- prefer tabs\t!\n')).toEqual([]);
    expect(preferenceProblems(`ok\na\u0007b\n${'x'.repeat(1_001)}\n</keelson:material>\nkey AKIAIOSFODNN7EXAMPLE`).map(({ path }) => path)).toEqual(['line 2', 'line 3', 'line 4', 'line 5']);
    expect(preferenceProblems('x\n'.repeat(16_001))).toHaveLength(1);
  });

  it('says which lines came and which went', verifies('KEL-GRAPH-16'), () => {
    expect(changedLines('- a\n\n- b\n', '- b\n- c\n')).toEqual({ added: ['- c'], removed: ['- a'] });
  });
});
