import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { finishes, plainEngine, taskRig, type TaskRigOptions } from '../../../test/support/task-rig.ts';
import { runSettings } from '../budgets/budget-settings.ts';

const WRITES = [{ when: { tool_result: { name: 'write_file' } }, answer: [finishes('Written.')] }, { when: {}, answer: [{ type: 'tool_call' as const, name: 'write_file', arguments: { path: 'a.ts', content: 'export const a = 1;\n' } as never }] }];

async function ended(phase: 'plan' | 'review', retries: number, options: Partial<TaskRigOptions>) {
  const rig = await taskRig({ turns: WRITES, ...options });
  const { termination } = await rig.run({}, { runSettings: runSettings({ phases: { [phase]: { max_retries: retries } } }) });
  const taken = (await rig.told('run.retry_taken')).filter((told) => told['phase'] === phase);
  return { reason: termination.reason, details: termination.details, remaining: taken.map(({ remaining }) => remaining) };
}

describe('how often a phase is tried again', () => {
  it('decides how often a plan may come back with questions', verifies('KEL-RUN-17'), async () => {
    const asking = async (retries: number) => {
      let asked = 0;
      const { reason, details, remaining } = await ended('plan', retries, { engine: () => ({ plan: async () => ({ decision: 'needs_input', questions: ['Which file?'] }) }), overseers: () => ({ ask: async () => `the ${(asked += 1)}.` }) });
      return { reason, details, remaining, asked };
    };
    const said = (rounds: number) => `The task was still unclear after ${rounds} rounds of questions: Which file?`;
    expect([await asking(0), await asking(1), await asking(3)]).toEqual([
      { reason: 'blocked', details: said(1), remaining: [0], asked: 1 },
      { reason: 'blocked', details: said(2), remaining: [1, 0], asked: 2 },
      { reason: 'blocked', details: said(4), remaining: [3, 2, 1, 0], asked: 4 },
    ]);
  });

  it('decides whether a critic that was not heard is asked once more, and never twice more', verifies('KEL-RUN-17'), async () => {
    const reviewing = async (retries: number) => {
      let asked = 0;
      const { remaining } = await ended('review', retries, { engine: (parts) => ({ plan: async (input) => (input.directive === undefined ? plainEngine(parts).plan(input) : { decision: 'impossible', reason: 'One round is enough.' }), reviewCode: async () => ((asked += 1), { unresolved: 'It said nothing.' }) }) });
      return { asked, remaining };
    };
    expect([await reviewing(0), await reviewing(1), await reviewing(3)]).toEqual([{ asked: 1, remaining: [] }, { asked: 2, remaining: [0] }, { asked: 2, remaining: [0] }]);
  });
});
