import { z } from 'zod';
import { NonEmptyText, PlanCalibration, runPlanMade, runRetryTaken, runTaskPerceived, type GateCheck, type Plan, type PlanDirective, type SubtaskOutcome, ToldFact, type TaskSpec } from '../../contracts/index.ts';
import type { EffectDefinition } from '../../ledger/index.ts';
import { doubtsOf, factText, mustNotOf, readCalibration, toolsToAskAbout, type Doubt, type MustNot, type PlanOutcome, type ToAskAbout } from '../../loops/index.ts';
import { steeringInbox, takeSteering } from '../../oversight/index.ts';
import { askPerson } from './ask-person.ts';
import { folderMapText, MappedFolder, mappedFolder } from './folder-map-text.ts';
import { say } from './say.ts';
import { sessionHistory } from './session-history.ts';
import type { TaskWork } from './task-ports.ts';

const Nothing = z.strictObject({});

/** What the person asked, restated, in the light of what was said before. */
export async function perceiveTask(work: TaskWork, signal: AbortSignal): Promise<TaskSpec> {
  const { runId, taskId, wish, engine, ports } = work;
  const known = await sessionHistory(work, 'plan/history', signal);
  for (const { input, summary, taintClass = 'unclassified' } of known) await work.overseers.provenance.wasTold('an earlier exchange', taintClass, `${input}\n${summary}`);
  const task = await engine.perceive({ key: 'plan/perceive', signal, taskId, request: wish.request, history: known });
  await say(ports.roleWriters.perceiver, runId, 'plan', runTaskPerceived.type, { task });
  return task;
}

export interface Planned {
  readonly plan: Plan;
  readonly checks: readonly GateCheck[];
  /** What the person said while it was made. */
  readonly said: readonly string[];
  /** What memory forbids in this round, whatever the plan says. */
  readonly avoided: readonly MustNot[];
  /** What it wants a yes for first. */
  readonly wary: readonly ToAskAbout[];
  readonly doubted: readonly Doubt[];
}

export interface Replanning {
  readonly directive: PlanDirective;
  readonly previous: { readonly plan: Plan; readonly outcomes: readonly SubtaskOutcome[] };
}

export type NotPlanned = { readonly impossible: Extract<PlanOutcome, { decision: 'impossible' }> };

const ToolNames = z.record(z.string(), z.array(NonEmptyText));

/** A plan for this round, or why there is none. Questions go to the person, and what they said goes into the next attempt. */
export async function planTask(work: TaskWork, task: TaskSpec, round: number, signal: AbortSignal, replanning?: Replanning): Promise<Planned | NotPlanned> {
  const { runId, journal, engine, ports } = work;
  const key = `plan/${round}`;
  const roles = ports.roles.enabledWorkers();
  const look: EffectDefinition<z.infer<typeof Nothing>, Record<string, string[]>> = {
    name: 'tools.offer',
    sideEffect: 'read_only',
    request: Nothing,
    result: ToolNames,
    perform: async () => Object.fromEntries(await Promise.all(roles.map(async ({ role_id: roleId }) => [roleId, (await ports.offeredTools(roleId)).map(({ definition }) => definition.tool_id)] as const))),
  };
  const toolsOf = new Map(Object.entries(await journal.step(`${key}/tools`, look, {}, { signal })));
  const { calibration, facts, is_held: holdsWary = false } = await remembered(work, task, [...toolsOf.values()].flat(), `${key}/memory`, signal);
  const context = await folderTold(work, `${key}/folder`, signal);
  const said: string[] = [];
  // A plan may come back with questions once, and once more for each retry of its phase; then it must do with what it has.
  const questionRounds = ports.runSettings.phases('plan').max_retries + 1;
  for (let asked = 0; ; asked += 1) {
    const steering = await takeSteering({ runId, key: `${key}/steering-${asked}`, journal, inbox: steeringInbox(runId, ports.ledger.log), signal });
    said.push(...steering.map(({ text }) => text));
    const outcome = await engine.plan({ key: `${key}/try-${asked + 1}`, signal, runId, task, roles, toolsOf, said, context, calibration, holdsWary, facts, ...replanning, mintSubtask: (nth) => journal.mint(`${key}/try-${asked + 1}/subtask-${nth}`, 'sub') });
    if (outcome.decision === 'impossible') return { impossible: outcome };
    if (outcome.decision === 'plan') {
      await say(ports.roleWriters.planner, runId, key, runPlanMade.type, { round, plan: outcome.plan, why: outcome.why, under: replanning?.directive.directive ?? null, calibration, ...(facts.length > 0 && { facts }) });
      return { plan: outcome.plan, checks: planGates(outcome.plan, work), said, avoided: mustNotOf(calibration, undefined), wary: holdsWary ? toolsToAskAbout(calibration) : [], doubted: doubtsOf(calibration) };
    }
    if (asked >= questionRounds) return { impossible: { decision: 'impossible', reason: `The task was still unclear after ${questionRounds} rounds of questions: ${outcome.questions.join(' ')}` } };
    const reason = 'The plan needs what only the person can say.';
    await work.phases.leave({ exit: 'needs_input', reason, questions: [...outcome.questions] }, []);
    await say(ports.writer, runId, `${key}/ask-${asked + 1}`, runRetryTaken.type, { phase: work.phases.current(), role_id: null, remaining: Math.max(0, questionRounds - asked - 1), why: reason });
    const answers = await askPerson(work, `${key}/ask-${asked + 1}`, outcome.questions, reason, signal);
    said.push(...outcome.questions.map((question, at) => `${question} ${answers[at] ?? ''}`));
  }
}

interface Remembered {
  readonly calibration: readonly PlanCalibration[];
  readonly facts: readonly ToldFact[];
  /** Calls that it is wary of are held until the person said yes. */
  readonly is_held?: true | undefined;
}

/** Where there are no facts and nothing to be wary of, and in runs of before there were any, it is the calibration alone. Runs of before calls were held have no word of that. */
const Recorded = z.union([z.array(PlanCalibration), z.strictObject({ calibration: z.array(PlanCalibration), facts: z.array(ToldFact), is_held: z.literal(true).optional() })]);

/** What memory has to say, as it was when the plan was first made. Only a model reads it: else none of its words has a part in what is done. */
async function remembered({ journal, wish, ports, overseers }: TaskWork, task: TaskSpec, toolIds: readonly string[], key: string, signal: AbortSignal): Promise<Remembered> {
  const isRead = wish.engine === 'model';
  const look = async (): Promise<z.infer<typeof Recorded>> => {
    const calibration = await readCalibration(task, toolIds, ports.memory);
    const facts = isRead ? ((await ports.facts?.read({ request: task.raw_input, workspace: ports.workspace })) ?? []) : [];
    const isWary = toolsToAskAbout(calibration).length > 0;
    return facts.length === 0 && !isWary ? calibration : { calibration, facts: [...facts], ...(isWary && { is_held: true as const }) };
  };
  const recorded = await journal.step(key, { name: 'memory.read', sideEffect: 'read_only', request: Nothing, result: Recorded, perform: look }, {}, { signal });
  const told = Array.isArray(recorded) ? { calibration: recorded, facts: [] } : recorded;
  if (!isRead) return told;
  for (const { reason, taint_class: taintClass = 'unclassified' } of told.calibration) await overseers.provenance.wasTold('memory', taintClass, reason);
  for (const fact of told.facts) await overseers.provenance.wasTold('memory', fact.taint_class, factText(fact));
  return told;
}

/** Runs of before maps were made have none, and are gone on with as they were. */
const Listed = z.strictObject({ names: z.array(z.string()), more: z.boolean(), map: MappedFolder.optional() });

/** What lies in the folder, so that a plan can name what is there. Names are anybody's words, and are told as such. */
async function folderTold({ wish, journal, overseers, ports }: TaskWork, key: string, signal: AbortSignal): Promise<string> {
  const look = async (): Promise<z.infer<typeof Listed>> => {
    const listed = await ports.listWorkspace();
    // Only a model reads a map; an engine without one plans from the words of the task.
    const map = wish.engine === 'model' && listed.names.length > 0 ? await ports.mapWorkspace?.(signal) : undefined;
    return { ...listed, ...(map !== undefined && { map: mappedFolder(map) }) };
  };
  const { names, more, map } = await journal.step(key, { name: 'workspace.list', sideEffect: 'read_only', request: Nothing, result: Listed, perform: look }, {}, { signal });
  if (names.length === 0) return '';
  const text = [`The folder holds: ${names.join(', ')}${more ? ', and more' : ''}.`, ...(map === undefined ? [] : [folderMapText(map)])].join('\n');
  await overseers.provenance.wasTold('the names in the folder', 'user_trusted_bounded', text);
  return text;
}

function planGates(plan: Plan, { ports }: TaskWork): GateCheck[] {
  const workers = new Set(ports.roles.enabledWorkers().map(({ role_id }) => role_id));
  const strangers = plan.subtasks.filter(({ role_id }) => !workers.has(role_id)).map(({ role_id }) => role_id);
  return [
    { gate_id: 'plan_valid', result: 'passed', detail: `${plan.subtasks.length} subtasks, ${plan.task_criteria.length} criteria for the whole`, refs: [] },
    { gate_id: 'roles_dispatchable', result: strangers.length === 0 ? 'passed' : 'failed', detail: strangers.length === 0 ? 'every role is registered and enabled' : `not registered or disabled: ${strangers.join(', ')}`, refs: [] },
  ];
}
