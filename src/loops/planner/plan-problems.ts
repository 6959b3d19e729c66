import { PLAN_SUBTASKS_MAX, type ActionCategory, type PlannedCheck, type PlannedCriterion, type PlannedSubtask, type PlannerAnswer, type RoleAci, type RoleId } from '../../contracts/index.ts';
import { canonicalJson } from '../../kernel/index.ts';
import { mentions } from './mentions.ts';
import type { MustNot } from './must-not.ts';
import { restatesIntent } from './restated.ts';

export interface PlanRules {
  /** The worker roles that may be given work. */
  readonly roles: readonly RoleAci[];
  readonly toolsOf: ReadonlyMap<RoleId, readonly string[]>;
  readonly mustNot: readonly MustNot[];
}

/** Everything that keeps a plan from being dispatched, in the words in which the planner is told. None means that it may be. */
export function planProblems(answer: PlannerAnswer, rules: PlanRules): string[] {
  if (answer.decision !== 'plan') return [];
  const { subtasks, task_criteria: taskCriteria } = answer;
  const count = subtasks.length > PLAN_SUBTASKS_MAX ? [`The plan has ${subtasks.length} subtasks; at most ${PLAN_SUBTASKS_MAX} are allowed. Join those that one role can do together.`] : [];
  const tools = subtasks.flatMap(({ role }) => rules.toolsOf.get(role) ?? []);
  return [...count, ...taskCriteria.flatMap((criterion, at) => criterionProblems(criterion, `Task criterion ${at + 1}`, tools, rules)), ...subtasks.flatMap((subtask, at) => subtaskProblems(subtask, `Subtask ${at + 1}`, rules))];
}

function subtaskProblems(subtask: PlannedSubtask, name: string, rules: PlanRules): string[] {
  const role = rules.roles.find(({ role_id }) => role_id === subtask.role);
  if (role === undefined) return [`${name} is given to the role ${quoted(subtask.role)}, which may not be given work. There are: ${rules.roles.map(({ role_id }) => role_id).join(', ')}.`];
  const tools = rules.toolsOf.get(role.role_id) ?? [];
  return [
    ...subtask.tools.flatMap((tool) => toolProblems(tool, name, role, tools, rules)),
    ...targetsIn(`${subtask.intent}\n${subtask.context}`, rules).map((rule) => `${name} names ${quoted(rule.what)}, which must not be used: ${rule.why}.`),
    ...subtask.success_criteria.flatMap((criterion, at) => {
      const where = `${name}, criterion ${at + 1}`;
      return [...repetition(criterion, where, subtask.intent), ...criterionProblems(criterion, where, tools, rules), ...changeProblems(criterion, where, role, tools)];
    }),
  ];
}

function toolProblems(tool: string, name: string, { role_id }: RoleAci, tools: readonly string[], { mustNot }: PlanRules): string[] {
  const rule = mustNot.find(({ kind, what }) => kind === 'tool' && what === tool);
  if (rule !== undefined) return [`${name} uses ${quoted(tool)}, which must not be used: ${rule.why}.`];
  return tools.includes(tool) ? [] : [`${name} uses ${quoted(tool)}, which the role ${role_id} does not have. It has: ${tools.join(', ') || 'no tools'}.`];
}

/** The whole may be judged by whether it was reached; a part that is judged by its own intent is judged by nothing. */
function repetition({ criterion, check }: PlannedCriterion, name: string, intent: string): string[] {
  return check === null && restatesIntent(criterion, intent) ? [`${name} (${quoted(criterion)}) says nothing that the intent does not say. Name what can be looked at, or give a check.`] : [];
}

/** `tools` are those of whoever works on it. */
function criterionProblems({ criterion, check }: PlannedCriterion, name: string, tools: readonly string[], rules: PlanRules): string[] {
  const named = targetsIn(`${criterion}\n${check === null ? '' : argumentsOf(check)}`, rules);
  return [...named.map((rule) => `${name} names ${quoted(rule.what)}, which must not be used: ${rule.why}.`), ...(check === null ? [] : checkProblems(check, name, tools, rules))];
}

/** Checks that cannot come out as they should, whatever is done. */
function checkProblems(check: PlannedCheck, name: string, tools: readonly string[], { mustNot }: PlanRules): string[] {
  if (check.kind === 'number_in_range') {
    const { min, max } = check;
    if (min === null && max === null) return [`${name} checks a number against no bound. Give min, max or both.`];
    return min !== null && max !== null && min > max ? [`${name} checks for a number from ${min} to ${max}, and there is none.`] : [];
  }
  if (check.kind !== 'tool_completed') return [];
  const rule = mustNot.find(({ kind, what }) => kind === 'tool' && what === check.tool_id);
  if (rule !== undefined) return [`${name} waits for ${quoted(check.tool_id)}, which must not be used: ${rule.why}.`];
  return tools.includes(check.tool_id) ? [] : [`${name} waits for ${quoted(check.tool_id)}, which nobody who works on it has.`];
}

/** Whoever only looks can change no file. The critic never does, whatever tools it has. */
function changeProblems({ check }: PlannedCriterion, name: string, role: RoleAci, tools: readonly string[]): string[] {
  if (check?.kind !== 'file_changed' && check?.kind !== 'file_removed') return [];
  if (role.role_id === 'critic') return [`${name} wants the critic to change ${quoted(check.path)}; it only looks and judges. Give the change to another role.`];
  return canChangeFiles(role, tools) ? [] : [`${name} wants ${quoted(check.path)} changed, and the role ${role.role_id} has no tool that can do it.`];
}

/** By its contract; a tool that the contract does not speak of is taken to be able to. */
function canChangeFiles({ allowed_actions: actions }: RoleAci, tools: readonly string[]): boolean {
  const categoryOf = new Map<string, ActionCategory>(actions.map(({ action_id, category }) => [action_id, category]));
  return tools.some((tool) => (categoryOf.get(tool) ?? 'write') === 'write');
}

function targetsIn(text: string, { mustNot }: PlanRules): MustNot[] {
  return mustNot.filter(({ kind, what }) => kind === 'target' && mentions(text, what));
}

/** What a check is given, as text in which a target can be found. */
function argumentsOf(check: PlannedCheck): string {
  switch (check.kind) {
    case 'file_changed':
    case 'file_removed':
      return check.path;
    case 'text_contains':
      return [check.text, pathOf(check)].join('\n');
    case 'text_lacks':
      // That something is absent may be asked of anything, a blocked text too.
      return pathOf(check);
    case 'json_valid':
      return [pathOf(check), canonicalJson(check.schema)].join('\n');
    case 'number_in_range':
      return pathOf(check);
    case 'tests_pass':
      return check.command ?? '';
    case 'exit_code':
      return check.command;
    case 'tool_completed':
    case 'citations_resolve':
      return '';
  }
}

function pathOf({ subject }: Extract<PlannedCheck, { subject: unknown }>): string {
  return subject.of === 'file' ? subject.path : '';
}

/** A model's words inside ours. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
