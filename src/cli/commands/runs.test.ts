import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { AT, RUN } from '../../../test/support/run-samples.ts';
import type { RunListItem } from '../../contracts/index.ts';
import { style } from '../style.ts';
import { renderHistory } from './chat.ts';
import { renderRuns } from './runs.ts';

const PLAIN = style(false);
const ITEM: RunListItem = { run_id: RUN, request: 'mend the test', standing: 'ended', phase: 'terminate', reason: 'success', engine: 'model', started_at: AT, ended_at: AT, total_tokens: 45_210, cost_usd: 0.31 };

describe('the list of runs', () => {
  it('has two lines for each, and how many ended for which reason', verifies('MH4-CHK-11', 'KEL-RUNUI-08'), () => {
    const runs: RunListItem[] = [ITEM, { ...ITEM, reason: null, standing: 'interrupted', phase: 'execute', engine: null, total_tokens: 0, request: 'a\nb\u001b[2J' }, { ...ITEM, reason: null, standing: 'waiting', phase: 'plan', request: 'x'.repeat(100) }];
    expect(renderRuns({ runs, by_reason: { timeout: 2, success: 1_200 }, total: 1_204 }, 60, PLAIN)).toBe(
      [
        '000001  mend the test',
        '        success · 2026-11-15 09:00 · model · 45,210 tokens · $0.31',
        '000001  a · b\\u{1b}[2J',
        '        interrupted in execute · 2026-11-15 09:00 · keelson resume 000001',
        `000001  ${'x'.repeat(51)}…`,
        '        waiting in plan · 2026-11-15 09:00 · model · 45,210 tokens · $0.31',
        '1,204 runs · success 1,200 · timeout 2',
        '',
      ].join('\n'),
    );
  });

  it('says how to start one where there is none, and when none is so', verifies('KEL-RUNUI-08'), () => {
    expect(renderRuns({ runs: [], by_reason: {}, total: 0 }, 80, PLAIN)).toBe('There are no runs yet. Start one: keelson run "what is to be done"\n');
    expect(renderRuns({ runs: [], by_reason: { success: 1 }, total: 1 }, 80, PLAIN)).toBe('None of them is so.\n1 run · success 1\n');
  });
});

describe('what was said in a conversation', () => {
  it('is the last exchanges, and of how many', verifies('KEL-RUNUI-09'), () => {
    expect(renderHistory({ latest: [], exchanges: 0 })).toBe('Nothing was said yet.\n');
    expect(renderHistory({ latest: [{ run_id: RUN, input: 'count\nthem', summary: 'Two.', at: AT }], exchanges: 1 })).toBe('you  count · them\n     Two. (000001)\n');
    expect(renderHistory({ latest: [{ run_id: RUN, input: 'again', summary: 'Two.', at: AT }], exchanges: 6 })).toBe('The last 1 of 6:\nyou  again\n     Two. (000001)\n');
  });
});
