import { DEFAULT_LOSS_HYPERPARAMETERS, type ActionCategory, type PlanDirective, type PlannedCriterion, type PlannedSubtask, type PlannerAnswer, type RoleAci, type RoleId, type TaskSpec } from '../../src/contracts/index.ts';
import type { ToPlan } from '../../src/loops/index.ts';
import { WORKER } from './executor-rig.ts';
import { callOf, fail, outcomeOf, pass, planOf, subtaskIdOf, subtaskOf, needed } from './loop-samples.ts';
import { sample } from './sample-values.ts';

/** What the tests of the planner share: a task, three roles with tools, and answers of a planner. */

export const TASK: TaskSpec = { task_id: sample.taskId, intent: 'Sort the names in names.txt', constraints: { scope: 'only names.txt', deadline: null }, raw_input: 'sort names.txt pls' };

const roleOf = (roleId: RoleId, purpose: string, actions: Readonly<Record<string, ActionCategory>>): RoleAci => ({
  ...WORKER,
  role_id: roleId,
  role_name: roleId,
  purpose,
  allowed_actions: Object.entries(actions).map(([action_id, category]) => ({ action_id, category, description: action_id, constraints: {} })),
});

export const ROLES: readonly RoleAci[] = [
  roleOf('coder', 'Changes code and shows that it works.', { read_file: 'read_only', edit_file: 'write', shell: 'write', ask_user: 'deterministic_tool' }),
  roleOf('critic', 'Looks at work and judges it.', { read_file: 'read_only', run_tests: 'deterministic_tool' }),
  roleOf('research', 'Finds out what sources say.', { read_file: 'read_only', search_text: 'read_only' }),
];

export const TOOLS_OF: ReadonlyMap<RoleId, readonly string[]> = new Map(ROLES.map(({ role_id, allowed_actions }) => [role_id, allowed_actions.map(({ action_id }) => action_id)]));

export const SHOWN: PlannedCriterion = { criterion: 'names.txt was changed by this run', mode: 'verifiable', required: true, check: { kind: 'file_changed', path: 'names.txt' } };
export const JUDGED: PlannedCriterion = { criterion: 'Adams stands before Young, and no name got lost', mode: 'verifiable', required: true, check: null };

export function planned(changes: Partial<PlannedSubtask> = {}): PlannedSubtask {
  return { sequence: 1, role: 'coder', intent: 'Sort the lines of names.txt', context: 'One name on each line.', tools: ['read_file', 'edit_file'], success_criteria: [SHOWN], ...changes };
}

export function plannerAnswer(changes: Partial<PlannerAnswer> = {}): PlannerAnswer {
  return { decision: 'plan', questions: [], reason: 'One file, one edit.', task_criteria: [JUDGED], subtasks: [planned()], ...changes };
}

export function toPlan(changes: Partial<ToPlan> = {}): ToPlan {
  return {
    key: 'plan/1',
    signal: new AbortController().signal,
    runId: sample.runId,
    task: TASK,
    roles: ROLES,
    toolsOf: TOOLS_OF,
    said: [],
    context: '',
    calibration: [],
    mintSubtask: async (nth) => subtaskIdOf(nth),
    ...changes,
  };
}

export const DIRECTIVE: PlanDirective = {
  task_id: sample.taskId,
  loss: { D: 0.5, P: 1, Omega: 0.2, L: 0.6 },
  grad_l: 0.2,
  grad_q: DEFAULT_LOSS_HYPERPARAMETERS.plateau_threshold * 2,
  prev_directive: 'init',
  directive: 'change_approach',
  blocked_tools: ['shell'],
  blocked_targets: ['old/names.txt'],
  failed_criterion: 'Adams stands before Young',
  failure_class: 'logical',
  budget_pressure: 0.2,
  rationale: 'Sorting with the shell lost two names; sort by editing.',
};

const BEFORE = [subtaskOf(1, [needed('Adams stands before Young')]), subtaskOf(2, [needed('No name got lost')])] as const;

/** A round in which the first subtask failed after one correction, the second matched, and the third was never begun. */
export const LAST_ROUND: NonNullable<ToPlan['previous']> = {
  plan: planOf([...BEFORE, subtaskOf(3, [needed('It is written')], 2)], [needed('the names are sorted')]),
  outcomes: [
    outcomeOf(BEFORE[0], { verdicts: [fail(needed('Adams stands before Young'))], calls: [callOf(1, 'shell', { command: 'sort old/names.txt' }, 'failed')], earlierScores: [0] }),
    outcomeOf(BEFORE[1], { verdicts: [pass(needed('No name got lost'))], calls: [callOf(2, 'read_file', { path: 'names.txt' })] }),
  ],
};
