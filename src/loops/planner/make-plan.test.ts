import { describe, expect, it } from 'vitest';
import { subtaskIdOf } from '../../../test/support/loop-samples.ts';
import { DIRECTIVE, JUDGED, LAST_ROUND, planned, plannerAnswer, SHOWN, TASK, toPlan } from '../../../test/support/plan-samples.ts';
import { recordedDesk } from '../../../test/support/recorded-desk.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { Plan } from '../../contracts/index.ts';
import { PLANNER_PROMPT } from '../prompts/planner/v1.ts';
import { makePlan } from './make-plan.ts';

describe('a first plan', () => {
  it('comes from the task, with criteria, checks and ids that no model made', verifies('ART-R2-02', 'ART-INV-01', 'KEL-PLAN-05'), async () => {
    const desk = recordedDesk(plannerAnswer({ subtasks: [planned(), planned({ sequence: 3, role: 'critic', tools: ['read_file'], success_criteria: [{ ...JUDGED, required: false, mode: 'plausible' }] })] }));
    const outcome = await makePlan(toPlan(), desk);
    expect(outcome).toEqual({
      decision: 'plan',
      why: 'One file, one edit.',
      plan: {
        task_id: TASK.task_id,
        task_criteria: [{ criterion: JUDGED.criterion, mode: 'verifiable', required: true }],
        subtasks: [
          { subtask_id: subtaskIdOf(1), parent_task_id: TASK.task_id, sequence: 1, role_id: 'coder', intent: 'Sort the lines of names.txt', context: 'One name on each line.', tools: ['read_file', 'edit_file'], success_criteria: [{ criterion: SHOWN.criterion, mode: 'verifiable', required: true, check: SHOWN.check }] },
          { subtask_id: subtaskIdOf(2), parent_task_id: TASK.task_id, sequence: 2, role_id: 'critic', intent: 'Sort the lines of names.txt', context: 'One name on each line.', tools: ['read_file'], success_criteria: [{ criterion: JUDGED.criterion, mode: 'plausible', required: false }] },
        ],
      },
    });
    expect(outcome.decision === 'plan' && Plan.parse(outcome.plan)).toEqual(outcome.decision === 'plan' && outcome.plan);
  });

  it('refuses an answer in which a model names a subtask', verifies('ART-INV-01'), async () => {
    const named = { ...plannerAnswer(), subtasks: [{ ...planned(), subtask_id: subtaskIdOf(9) }] };
    await expect(makePlan(toPlan(), recordedDesk(named, named, named))).rejects.toMatchObject({ code: 'model.output_undecodable' });
  });

  it('is asked once, with the whole task, of a large model, in the words that are pinned', verifies('ART-R2-01', 'KEL-PLAN-07', 'ART-R2-NOT-1', 'ART-R2-NOT-2', 'ART-R2-NOT-3', 'ART-R2-NOT-4'), async () => {
    const desk = recordedDesk(plannerAnswer());
    await makePlan(toPlan({ context: 'A folder of lists.' }), desk);
    expect(desk.asked).toEqual([{ key: 'plan/1', roleId: 'planner', head: PLANNER_PROMPT.head, body: expect.stringContaining('In the words of the person: sort names.txt pls'), answerName: 'PlannerAnswer', work: 'main' }]);
    expect(['Intent: Sort the names in names.txt', 'Scope: only names.txt', 'A folder of lists.', 'Tools: read_file, search_text.'].filter((words) => !desk.asked[0]?.body.includes(words))).toEqual([]);
  });

  it('numbers its groups from one, in their order, whatever numbers they were given', verifies('KEL-PLAN-05', 'ART-INV-01'), async () => {
    const subtasks = [7, 2, 7, 40].map((sequence) => planned({ sequence }));
    const outcome = await makePlan(toPlan(), recordedDesk(plannerAnswer({ subtasks })));
    expect(outcome.decision === 'plan' && outcome.plan.subtasks.map(({ subtask_id, sequence }) => [subtask_id, sequence])).toEqual([[subtaskIdOf(1), 2], [subtaskIdOf(2), 1], [subtaskIdOf(3), 2], [subtaskIdOf(4), 3]]);
  });

  it('may be a question, or a reason why there can be none', verifies('KEL-PLAN-05'), async () => {
    expect(await makePlan(toPlan(), recordedDesk(plannerAnswer({ decision: 'needs_input', questions: ['Which names?'], task_criteria: [], subtasks: [] })))).toEqual({ decision: 'needs_input', questions: ['Which names?'] });
    expect(await makePlan(toPlan(), recordedDesk(plannerAnswer({ decision: 'impossible', reason: 'There is no printer.', task_criteria: [], subtasks: [] })))).toEqual({ decision: 'impossible', reason: 'There is no printer.' });
  });
});

describe('what memory said', () => {
  const said = (action: 'exploit' | 'avoid' | 'caution' | 'ignore', space = 'tool:edit_file') => ({ space, entity: 'env:local', action, reason: `remembered as ${action}` }) as const;

  it('reaches the planner as what to prefer, what to ask about and what must not be', verifies('ART-R2-01', 'ART-R2-05'), async () => {
    const desk = recordedDesk(plannerAnswer({ subtasks: [planned({ tools: [] })] }));
    await makePlan(toPlan({ calibration: [said('exploit'), said('caution'), said('avoid', 'tool:shell'), said('ignore')] }), desk);
    const headings = (desk.asked[0]?.body ?? '').split('## ').slice(1).map((part) => [part.split('\n')[0], ['exploit', 'avoid', 'caution', 'ignore'].filter((action) => part.includes(`remembered as ${action}`))]);
    expect(headings).toEqual([['Task', []], ['Roles and their tools', []], ['SHOULD PREFER', ['exploit']], ['ASK FIRST', ['caution']], ['MUST NOT', ['avoid']]]);
  });

  it('stands in the subtask that needs it: ask the person before using a tool that memory is wary of', verifies('ART-R2-05', 'ART-P-11', 'KEL-PLAN-05', 'KEL-PLAN-06', 'ART-INV-01'), async () => {
    const outcome = await makePlan(toPlan({ calibration: [said('caution'), said('caution', 'tool:shell')] }), recordedDesk(plannerAnswer({ subtasks: [planned(), planned({ context: '', tools: ['shell', 'edit_file', 'ask_user'] }), planned({ tools: ['read_file'] })] })));
    expect(outcome.decision === 'plan' && outcome.plan.subtasks.map(({ context, tools }) => ({ context, tools }))).toEqual([
      { context: 'One name on each line.\n\nBefore you use edit_file, ask the person whether you may, and say what it will do. Without a yes, do without it.', tools: ['read_file', 'edit_file', 'ask_user'] },
      { context: 'Before you use shell or edit_file, ask the person whether you may, and say what it will do. Without a yes, do without it.', tools: ['shell', 'edit_file', 'ask_user'] },
      { context: 'One name on each line.', tools: ['read_file'] },
    ]);
  });

  it('is left as it was written where calls are held until the person said yes', verifies('KEL-MEM-21'), async () => {
    const outcome = await makePlan(toPlan({ calibration: [said('caution')], holdsWary: true }), recordedDesk(plannerAnswer({ subtasks: [planned()] })));
    expect(outcome.decision === 'plan' && outcome.plan.subtasks.map(({ context, tools }) => ({ context, tools }))).toEqual([{ context: 'One name on each line.', tools: ['read_file', 'edit_file'] }]);
  });

  it('names no tool to ask with where the role has none', verifies('KEL-PLAN-06', 'ART-P-11'), async () => {
    const outcome = await makePlan(toPlan({ calibration: [said('caution', 'tool:search_text')] }), recordedDesk(plannerAnswer({ subtasks: [planned({ role: 'research', tools: ['search_text'], success_criteria: [JUDGED] })] })));
    expect(outcome.decision === 'plan' && outcome.plan.subtasks[0]?.tools).toEqual(['search_text']);
  });

  it('that forbids a tool keeps it out of the plan', verifies('ART-R2-10'), async () => {
    await expect(makePlan(toPlan({ calibration: [said('avoid')] }), recordedDesk(plannerAnswer(), plannerAnswer(), plannerAnswer()))).rejects.toMatchObject({ code: 'plan.invalid', data: { issues: ['Subtask 1 uses "edit_file", which must not be used: remembered as avoid.'] } });
  });
});

describe('a plan that breaks a rule', () => {
  const wrong = plannerAnswer({ subtasks: [planned({ tools: ['shell'] })] });

  it('is shown to the planner with what is wrong, and the next one counts', verifies('KEL-PLAN-07', 'ART-INV-09', 'ART-R2-NOT-1', 'ART-R2-NOT-2', 'ART-R2-NOT-3', 'ART-R2-NOT-4'), async () => {
    const desk = recordedDesk(wrong, plannerAnswer());
    const minted: number[] = [];
    const outcome = await makePlan(toPlan({ directive: DIRECTIVE, previous: LAST_ROUND, mintSubtask: async (nth) => (minted.push(nth), subtaskIdOf(nth)) }), desk);
    expect([outcome.decision, minted, desk.asked.map(({ key }) => key)]).toEqual(['plan', [1], ['plan/1', 'plan/1/repair-1']]);
    expect(desk.asked[1]?.body).toContain('1. Subtask 1 uses "shell", which must not be used: its use failed in an earlier round.');
    expect(desk.asked[1]?.body.startsWith(desk.asked[0]?.body ?? 'nothing')).toBe(true);
  });

  it('is shown twice and no more', verifies('KEL-PLAN-07', 'ART-INV-09', 'ART-R2-09', 'ART-R2-NOT-1', 'ART-R2-NOT-2', 'ART-R2-NOT-3', 'ART-R2-NOT-4'), async () => {
    const desk = recordedDesk(wrong, wrong, wrong, plannerAnswer());
    await expect(makePlan(toPlan({ directive: DIRECTIVE }), desk)).rejects.toMatchObject({ code: 'plan.invalid', data: { issues: ['Subtask 1 uses "shell", which must not be used: its use failed in an earlier round.'] } });
    expect(desk.asked.map(({ key }) => key)).toEqual(['plan/1', 'plan/1/repair-1', 'plan/1/repair-2']);
  });
});

describe('a plan after a round that missed', () => {
  it('is made under the order of the solver, in sight of every outcome with its evidence', verifies('ART-R2-01', 'ART-P-02'), async () => {
    const desk = recordedDesk(plannerAnswer());
    await makePlan(toPlan({ directive: DIRECTIVE, previous: LAST_ROUND, said: ['Keep the capitals.'] }), desk);
    const shown = [
      'Order: change_approach. Change the method',
      'It is getting worse: follow the order to the letter',
      'What failed: the approach was wrong.',
      '20 % is used',
      'Sorting with the shell lost two names; sort by editing.',
      'Criterion that was missed: Adams stands before Young',
      'tool "shell": its use failed',
      'target "old/names.txt": it did not respond',
      '1. shell: {"command":"sort old/names.txt"} → what shell gave [failed]',
      '2. 0 % met; unmet (not classed): Adams stands before Young',
      '- [fail, logical] Adams stands before Young: no call shows it',
      '- [pass] No name got lost: a call shows it',
      'Subtask 3 (sequence 2, research: Do part 3): was not begun',
      'Keep the capitals.',
    ];
    expect(shown.filter((words) => !desk.asked[0]?.body.includes(words))).toEqual([]);
  });
});
