import { CHILD_DEPTH_MAX, CHILDREN_MAX, CLIENT_TOOL_PREFIX, documentKey, type ChildOrder, type ChildResult, type RunId } from '../../contracts/index.ts';
import { hasCode, invariant, KeelsonError, sha256Hex } from '../../kernel/index.ts';
import { markInterruption } from '../../ledger/index.ts';
import type { DelegateWork, WorkToDelegate } from '../../tools/index.ts';
import { readStanding } from '../budgets/counter-reading.ts';
import type { RunBudget } from '../budgets/run-budget.ts';
import type { RunOverseers } from '../overseers.ts';
import { roleActions } from '../roles/role-actions.ts';
import { endingOfError } from '../termination/ending-of-error.ts';
import type { TaskPorts, TaskWish } from '../task/task-ports.ts';
import { carve } from './carve.ts';
import { childrenOf, orderOf, type KnownChild } from './children-of.ts';
import { forbiddenNow } from './forbidden-now.ts';

/** A run that hands work over, as far as that needs to be known. */
export interface Delegating {
  readonly runId: RunId;
  readonly wish: TaskWish;
  readonly overseers: Pick<RunOverseers, 'provenance'>;
  readonly budget: Pick<RunBudget, 'whileWaiting'>;
  /** As the parent has them, what it may not use left out. */
  readonly ports: TaskPorts;
  /** Starts or goes on with a run until it ends. */
  work(wish: TaskWish): Promise<unknown>;
}

const MS_PER_MINUTE = 60_000;

/**
 * Hands a part of a run's work to a child and waits for the letter in the mailbox. The same call has the same child: whoever goes
 * on with the parent goes on with the child, or finds what it came to meanwhile. While the child works the parent does not, so
 * its own time stands still; the child's is charged to it.
 */
export function delegating(parent: Delegating): DelegateWork {
  return async (work, { roleId, call, signal }) => {
    const known = (await childrenOf(parent.runId, parent.ports.ledger.log)).find(({ order }) => order.call === call);
    if (known?.result !== undefined) return known.result;
    const wish = known === undefined ? await wishFor(work, roleId, call, signal, parent) : goingOn(known, signal, parent);
    await parent.budget.whileWaiting(() => workOnChild(wish, call, parent));
    const letter = await letterOf(call, parent);
    invariant(letter !== undefined, 'a child that has ended has told its parent');
    return letter;
  };
}

/** What keeps a child from ending keeps its parent from going on: both are left as they are, to be gone on with. */
async function workOnChild(wish: TaskWish, call: string, parent: Delegating): Promise<void> {
  try {
    await parent.work(wish);
  } catch (error) {
    if (hasCode(error, 'counter.exhausted') && error.data.counter === documentKey.runBudget(parent.runId)) throw refused(parent.runId, `nothing is left of ${error.data.unit}`);
    const child = (await childrenOf(parent.runId, parent.ports.ledger.log)).find(({ order }) => order.call === call);
    const stop = hasCode(error, 'lease.held') && child !== undefined ? waitsForChild(parent.runId, child.runId, error) : error;
    if (stop instanceof KeelsonError && endingOfError(stop) === undefined) markInterruption(stop);
    throw stop;
  }
}

async function letterOf(call: string, { runId, ports }: Delegating): Promise<ChildResult | undefined> {
  return (await childrenOf(runId, ports.ledger.log)).find(({ order }) => order.call === call)?.result;
}

async function wishFor({ task, tools: named, deadlineMinutes, budgetPercent }: WorkToDelegate, roleId: string, call: string, signal: AbortSignal, { runId, wish, overseers, ports }: Delegating): Promise<TaskWish> {
  const above = await orderOf(runId, ports.ledger);
  const depth = (above?.depth ?? 0) + 1;
  if (depth > CHILD_DEPTH_MAX) throw refused(runId, `it is itself ${CHILD_DEPTH_MAX} runs below the one that a person started`);
  if ((await childrenOf(runId, ports.ledger.log)).length >= CHILDREN_MAX) throw refused(runId, `it has had its ${CHILDREN_MAX} children`);
  const forbidden = await forbiddenNow(runId, ports.ledger.log);
  const own = (await toolsOf(roleId, ports)).filter((toolId) => !forbidden.has(toolId));
  const missing = named?.find((toolId) => !own.includes(toolId));
  if (missing !== undefined) throw refused(runId, `${missing} is ${forbidden.has(missing) ? 'not to be used in this round' : `no tool of the role ${roleId}`}`);
  const standing = await readStanding(documentKey.runBudget(runId), ports.ledger);
  invariant(standing !== undefined, 'a run has a counter from its start');
  const limits = carve(standing, budgetPercent);
  if ('nothingLeftOf' in limits) throw refused(runId, `nothing is left of ${limits.nothingLeftOf}`);
  const until = ports.clock.nowMs() + deadlineMinutes * MS_PER_MINUTE;
  const deadlineAt = new Date(above === undefined ? until : Math.min(until, Date.parse(above.deadline_at))).toISOString();
  const { taintClass } = await overseers.provenance.judgeAnswer(task);
  const order: ChildOrder = { parent_run_id: runId, call, role_id: roleId, depth, tools: [...(named ?? own)], deadline_at: deadlineAt, taint_class: taintClass };
  return { ...inherited(wish), request: task, engineReason: `It was handed over by ${runId}.`, limits, idempotencyKey: childKey(runId, call), signal, childOf: order };
}

/** A child ends at its limits: what it has was carved out for it, and cannot be raised. */
function inherited({ userId, attendance, mode, engine }: TaskWish): Pick<TaskWish, 'userId' | 'attendance' | 'mode' | 'engine'> {
  return { userId, attendance, engine, ...(mode !== undefined && { mode }) };
}

/** What it was asked and may use stands in its own record; only who waits for it is new. */
function goingOn({ task, order }: KnownChild, signal: AbortSignal, { runId, wish }: Delegating): TaskWish {
  return { ...inherited(wish), request: task, engineReason: `It was handed over by ${runId}.`, limits: wish.limits, idempotencyKey: childKey(runId, order.call), signal, childOf: order };
}

function childKey(runId: RunId, call: string): string {
  return `child:${runId}:${sha256Hex(call)}`;
}

/** What the one who hands over may itself use, by its contract and by what is there. A client answers the run that it started, and no other. */
async function toolsOf(roleId: string, ports: TaskPorts): Promise<string[]> {
  const offered = (await ports.offeredTools(roleId)).map(({ definition }) => definition.tool_id).filter((toolId) => !toolId.startsWith(CLIENT_TOOL_PREFIX));
  const allowed = new Set((await roleActions(ports.roles, offered).allowedActions(roleId))?.map(({ action_id: id }) => id));
  return offered.filter((toolId) => allowed.has(toolId));
}

function refused(runId: RunId, detail: string): KeelsonError<'run.child_refused'> {
  return new KeelsonError('run.child_refused', { message: `This run hands no work over: ${detail}.`, nextStep: 'Do it yourself, ask for less, or end with what is open.', data: { run_id: runId, detail } });
}

function waitsForChild(runId: RunId, childId: RunId, cause: unknown): KeelsonError<'run.waits_for_child'> {
  return new KeelsonError('run.waits_for_child', {
    message: `${runId} waits for its child ${childId}, on which somebody else works. Nothing of it is lost.`,
    nextStep: `keelson show ${childId} tells how that goes; when it has ended, keelson resume ${runId} goes on with what it came to.`,
    data: { run_id: runId, child_run_id: childId },
    cause,
  });
}
