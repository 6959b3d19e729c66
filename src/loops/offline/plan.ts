import type { Criterion, CriterionCheck, RoleId, Subtask, ToolId } from '../../contracts/index.ts';
import { canonicalJson, KeelsonError } from '../../kernel/index.ts';
import type { PlanOutcome, ToPlan } from '../engine.ts';
import { mustNotOf } from '../planner/must-not.ts';
import { ADD_A_MODEL, unread } from './can-do.ts';
import type { OfflinePorts } from './execute.ts';
import { settleColumns, type SettledColumns } from './settle-columns.ts';
import { planned, type Step } from './steps.ts';
import type { OfflineTask, OfflineTaskOf } from './tasks.ts';
import { TableReply } from './workers/tool-outputs.ts';
import { readTasks, type TasksReading } from './words/read-tasks.ts';

/** Reads the request into tasks, and the tasks into subtasks with criteria that can all be looked at. */
export async function planOffline(input: ToPlan, ports: OfflinePorts): Promise<PlanOutcome> {
  const { task, said, directive } = input;
  if (directive !== undefined) return { decision: 'impossible', reason: `${whatFailed(input)} Without a model there is no other way to try. ${ADD_A_MODEL}` };
  const reading = readWithAnswers(task.intent, said);
  if (reading.kind === 'ask') return { decision: 'needs_input', questions: [reading.question] };
  if (reading.kind === 'two_meanings') return { decision: 'needs_input', questions: [SAY_AGAIN] };
  if (reading.kind === 'unknown') return { decision: 'impossible', reason: unread(task.intent), needsModel: true };
  const tasks: OfflineTask[] = [];
  for (const [at, one] of reading.tasks.entries()) {
    const settled = one.kind === 'ask_table' ? await withColumns(one, at + 1, input, ports) : { task: one };
    if ('question' in settled) return { decision: 'needs_input', questions: [settled.question] };
    tasks.push(settled.task);
  }
  const steps = stepsOf({ ...reading, tasks });
  const missing = steps.flatMap(({ step }) => (roleFor(step, input) === undefined ? [step.tools.join(', ')] : []));
  if (missing.length > 0) return { decision: 'impossible', reason: `No role here has what this needs: ${missing.join('; ')}. \`keelson tools\` says which tools can be used and why others cannot.` };
  const forbidden = forbiddenTool(steps.flatMap(({ step }) => step.tools), input);
  if (forbidden !== undefined) return { decision: 'impossible', reason: forbidden };
  const subtasks: Subtask[] = [];
  for (const [at, { task: one, step, sequence }] of steps.entries()) {
    subtasks.push({
      subtask_id: await input.mintSubtask(at + 1),
      parent_task_id: task.task_id,
      sequence,
      role_id: roleFor(step, input) as RoleId,
      intent: step.intent,
      context: canonicalJson(one),
      tools: [...step.tools] as ToolId[],
      success_criteria: step.criteria.map(verifiable),
    });
  }
  return { decision: 'plan', plan: { task_id: task.task_id, task_criteria: wholeOf(steps.map(({ step }) => step)), subtasks }, why: whyOf(steps.map(({ step }, at) => `${step.intent} (${subtasks[at]?.role_id ?? ''})`)) };
}

/** Why these tools are not used, when memory forbids one of them: there is no other way to plan the same. */
export function forbiddenTool(tools: readonly string[], { calibration }: Pick<ToPlan, 'calibration'>): string | undefined {
  const rule = mustNotOf(calibration, undefined).find(({ kind, what }) => kind === 'tool' && tools.includes(what));
  return rule === undefined ? undefined : `It would take ${rule.what}, which memory forbids for such tasks: ${rule.why}. Name ${rule.what} in the request to use it all the same, or take that back with \`keelson memory correct\`. ${ADD_A_MODEL}`;
}

/** A table is looked at before it is planned on. One that cannot be read is left to the work itself, which says why. */
async function withColumns(task: OfflineTaskOf<'ask_table'>, nth: number, input: ToPlan, { callTool }: OfflinePorts): Promise<SettledColumns> {
  const roleId = roleFor(planned(task), input);
  if (roleId === undefined) return { task };
  try {
    const { outcome } = await callTool({ key: `${input.key}/look-${nth}`, signal: input.signal }, { name: 'query_table', arguments: { path: task.path, limit: 1 }, roleId });
    const { data } = TableReply.safeParse(outcome.output);
    return data === undefined ? { task } : settleColumns(task, data.table_columns.map(({ name }) => name), input.said);
  } catch (error) {
    if (hasFamily(error, 'tool') || hasFamily(error, 'path')) return { task };
    throw error;
  }
}

function hasFamily(error: unknown, family: string): boolean {
  return error instanceof KeelsonError && error.code.startsWith(`${family}.`);
}

const SAY_AGAIN = 'I can read this in more than one way. Please say it again, with names and texts in quotes.';

/** In the words of whoever judged the round before; the same plan would fail in the same way. */
export function whatFailed({ directive, previous }: Pick<ToPlan, 'directive' | 'previous'>): string {
  const reasons = (previous?.outcomes ?? []).flatMap((outcome) => (outcome.status === 'failed' ? [outcome.failure_reason] : []));
  return reasons.length > 0 ? [...new Set(reasons)].join(' ') : `It was tried and did not do: ${directive?.failed_criterion ?? 'what was asked'}.`;
}

/**
 * The request with what the person said since. An answer comes behind the question that it answers; it completes the
 * request, or it is a request by itself.
 */
export function readWithAnswers(request: string, said: readonly string[]): TasksReading {
  let [text, reading]: [string, TasksReading] = [request, readTasks(request)];
  for (const one of said) {
    const question = reading.kind === 'ask' ? reading.question : SAY_AGAIN;
    const answer = one.startsWith(question) ? one.slice(question.length).trim() : one.trim();
    const joins = reading.kind === 'ask' ? reading.joins : '';
    const tries = [...(joins === '' ? [] : [`${text} ${joins} ${answer}`]), `${text} ${answer}`, answer];
    const [better, read] = tries.map((attempt) => [attempt, readTasks(attempt)] as const).find(([, outcome]) => outcome.kind === 'read' || outcome.kind === 'ask') ?? [text, reading];
    [text, reading] = [better, read];
  }
  return reading;
}

/** Who does what and what it costs, told before anything is spent. */
function whyOf(parts: readonly string[]): string {
  return `Read word for word as: ${parts.join('; then ')}. No model is asked, so it costs nothing.`;
}

interface PlacedStep {
  readonly task: OfflineTask;
  readonly step: Step;
  readonly sequence: number;
}

/** Tasks that change nothing run side by side; one that changes files runs after those before it, and saving comes last. */
function stepsOf({ tasks, saveTo }: Extract<TasksReading, { kind: 'read' }>): PlacedStep[] {
  const steps: PlacedStep[] = [];
  let sequence = 1;
  for (const task of tasks.flatMap(withPreview)) {
    const step = planned(task);
    if (steps.length > 0 && (step.isEffect || steps.at(-1)?.step.isEffect === true)) sequence += 1;
    steps.push({ task, step, sequence });
  }
  if (saveTo !== undefined) {
    const save: OfflineTask = { kind: 'save', file: saveTo, title: steps.map(({ step }) => step.title).join(', ') };
    steps.push({ task: save, step: planned(save), sequence: sequence + 1 });
  }
  return steps;
}

/** Nothing is renamed before the list of all names was shown. */
function withPreview(task: OfflineTask): OfflineTask[] {
  return task.kind === 'rename_files' && !task.is_preview ? [{ ...task, is_preview: true }, task] : [task];
}

/** The first role that has every tool of the step and may use it in this round. */
function roleFor({ roles: wanted, tools }: Step, { roles, toolsOf }: ToPlan): RoleId | undefined {
  const enabled = new Set(roles.map(({ role_id }) => role_id));
  return wanted.find((role) => enabled.has(role) && tools.every((tool) => toolsOf.get(role)?.includes(tool)));
}

function verifiable({ criterion, check }: { readonly criterion: string; readonly check: CriterionCheck }): Criterion {
  return { criterion, mode: 'verifiable', required: true, check };
}

/** What has to hold of the whole: of steps that only look nothing is said beside steps that change files, and what may be changed is told once for all of them. */
function wholeOf(steps: readonly Step[]): Criterion[] {
  const wholes = steps.map(({ whole }) => whole);
  const touching = wholes.flatMap(({ check }) => (check.kind === 'untouched' && (check.except.length > 0 || check.allows !== 'nothing') ? [check] : []));
  const others = wholes.filter(({ check }) => check.kind !== 'untouched');
  const [first, ...more] = touching;
  const joined = first === undefined || more.length === 0 ? [] : [{ criterion: 'it was checked that nothing was changed but what was asked for', check: { kind: 'untouched' as const, except: [...new Set(touching.flatMap(({ except }) => except))], allows: widest(touching) } }];
  const kept = joined.length > 0 ? joined : wholes.filter(({ check }) => check.kind === 'untouched' && (first === undefined || check === first));
  // Tests write caches and reports of their own, so nothing can be promised of the folder then.
  const isTesting = steps.some(({ tools }) => tools.includes('run_tests'));
  return [...new Map([...others, ...(isTesting ? [] : kept)].map((one) => [canonicalJson(one), verifiable(one)])).values()];
}

function widest(checks: readonly { readonly allows: 'nothing' | 'new_files' | 'moved_files' }[]): 'nothing' | 'new_files' | 'moved_files' {
  return (['moved_files', 'new_files'] as const).find((one) => checks.some(({ allows }) => allows === one)) ?? 'nothing';
}
