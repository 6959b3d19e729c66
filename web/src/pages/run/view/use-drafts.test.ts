import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../../test/requirements/verifies.ts';
import type { ResultDraft } from '../../../../../src/contracts/index.ts';
import type { RoundView, SubtaskStanding, SubtaskView } from './run-view.ts';
import { openDrafts } from './use-drafts.ts';

const subtask = (id: string, standing: SubtaskStanding): SubtaskView => ({ id, sequence: 1, role: 'analyst', intent: id, standing, attempts: 1, corrections: [], verdicts: [], failure: null, output: '' });
const round = (...subtasks: SubtaskView[]): RoundView => ({ round: 1, why: '', under: null, subtasks, review: 'open', reviewSays: '', decided: null });
const draft = (id: string): readonly [string, ResultDraft] => [id, { run_id: 'run_1', subtask_id: id, call: 'c', words: id, components: [], is_over: false }];
const drafts = new Map([draft('one'), draft('two'), draft('three'), draft('four'), draft('given up')]);

describe('what is being written', () => {
  it('is shown until it was judged, given up, or the run has ended', verifies('KEL-GENUI-09'), () => {
    const rounds = [round(subtask('given up', 'working')), round(subtask('two', 'correcting'), subtask('one', 'returned'), subtask('three', 'matched'), subtask('four', 'failed'), subtask('five', 'working'))];
    const shown = (ended: { readonly reason: string; readonly at: string } | null): string[] => openDrafts(drafts, { rounds, ended }).map(({ subtask: { id }, draft: { words } }) => `${id}: ${words}`);
    expect([shown(null), shown({ reason: 'success', at: '' }), openDrafts(drafts, { rounds: [], ended: null })]).toEqual([['two: two', 'one: one'], [], []]);
  });
});
