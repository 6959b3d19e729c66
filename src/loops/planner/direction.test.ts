import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ActionDirective } from '../../contracts/index.ts';
import { directionOf } from './direction.ts';

const SAME = { directive: 'refine', failure_class: 'environmental', budget_pressure: 0.5, grad_q: 0 } as const;
const linesOf = (changes: Partial<Parameters<typeof directionOf>[0]>): string[] => directionOf({ ...SAME, ...changes }).split('\n');

describe('the order of the solver', () => {
  it('says what to change, another thing for each state', verifies('KEL-PLAN-08'), () => {
    expect(ActionDirective.options.map((directive) => linesOf({ directive })[0])).toEqual([
      '- Order: break_symmetry. Leave the whole way of working: use a class of tools that no subtask of the last round used, and a split of the work that has nothing in common with it.',
      '- Order: change_approach. Change the method: other tools, another order of work, another way to split it. Do not trust that the result came closer: what was done is wrong in itself.',
      '- Order: change_path. Keep the method and aim it elsewhere: other files, other sources, other queries. What stood in the way will stand there again.',
      '- Order: refine. Keep the method and what already worked. Tighten it: narrower or other inputs, better parameters, a missing step. No subtask may be the same as one that failed.',
    ]);
  });

  it('says how far to go by how the last round moved', verifies('KEL-PLAN-08'), () => {
    expect([-0.2, 0, 0.2].map((grad_q) => linesOf({ grad_q })[1])).toEqual([
      '- How far: It is getting better: change as little as the order asks for, and keep every subtask that matched.',
      '- How far: It neither gets better nor worse: follow the order as it stands.',
      '- How far: It is getting worse: follow the order to the letter, keep nothing of the last round that is not shown to work, and plan fewer, surer steps.',
    ]);
  });

  it('says what failed and how much is left', verifies('KEL-PLAN-08'), () => {
    expect([...(['logical', 'environmental', 'mixed'] as const).map((failure_class) => linesOf({ failure_class })[2]), linesOf({ budget_pressure: 0.754 })[3]]).toEqual([
      '- What failed: the approach was wrong.',
      '- What failed: the world stood in the way.',
      '- What failed: in part the approach was wrong, in part the world stood in the way.',
      '- Of what the task may cost 75 % is used: the plan must end well within the rest.',
    ]);
  });
});
