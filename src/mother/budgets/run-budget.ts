import { documentKey, type CounterAmounts, type Name, type Phase, type ResourceBudget, type RunId, type StreamId } from '../../contracts/index.ts';
import { hasCode, invariant, KeelsonError, type Clock } from '../../kernel/index.ts';
import { createCounterOperations, type HeldLease, type Ledger, type LogWriter, type Timer } from '../../ledger/index.ts';
import { UNCALIBRATED_MARGIN, type ModelDesk } from '../../models/index.ts';
import type { ToolRunner } from '../../tools/index.ts';
import { startActiveTime } from './active-time.ts';
import type { PhaseTimes } from './budget-settings.ts';
import { CARVED_UNITS, DAY_UNITS, runLimitsOf } from './budget-units.ts';
import { reachedShare, warnOnce } from './budget-warnings.ts';
import { readStanding, type CounterLedger, type CounterStanding } from './counter-reading.ts';
import { limitReached } from './limit-reached.ts';
import { payingFrom, type PaidFrom, type Payer } from './paying.ts';
import { callsOverShare, IN_A_TURN, raisesOf } from './refused-before.ts';
import { AGENT_PREFIX, GRACE_RESERVATION, settleLeftovers } from './settle-budget.ts';
import { withinPhaseTime } from './within-phase.ts';

type RunLimits = ResourceBudget['per_run'];

/** A role at work, with what was carved out for it. */
export interface BegunRole {
  end(): Promise<void>;
}

/** What one run may spend, as its work sees it. Everything is reserved before it begins, in each scope that limits it. */
export interface RunBudget {
  /** As they are now: a person may have raised them. */
  readonly limits: RunLimits;
  readonly counters: readonly StreamId[];
  /** Who pays for what is done under this key. */
  payingFor(key: string): PaidFrom;
  /** Every question to a model is paid for here, and looked at for warnings afterwards. */
  overDesk(desk: ModelDesk): ModelDesk;
  overRunner(runner: ToolRunner): ToolRunner;
  /**
   * Counts a role as at work on what happens under `base`, and sets its calls aside: of what is left, a fair share among
   * those of its group that have not begun, this one included. The last of them is given what is left as it comes. Only what
   * the role does in its turns is paid from its share. One that has used it up is told so, and the run goes on.
   */
  beginRole(base: string, notYetBegun: number): Promise<BegunRole>;
  /** What a turn may still use; what is set aside for the last one is not in it. */
  tokensLeft(): Promise<number>;
  /** How often a person raised a limit. */
  timesRaised(): Promise<number>;
  /** Why work is not begun for which so many tokens are not left. */
  tooFewTokens(needed: number): Promise<KeelsonError<'run.limit_reached'>>;
  /** Gives the last turn what was set aside for it when the run started. */
  releaseGrace(): Promise<void>;
  /** How long it has worked, waiting for people left out; in this process and before. */
  activeMs(): number;
  whileWaiting<Result>(wait: () => Promise<Result>): Promise<Result>;
  withinPhase<Result>(phase: Phase, signal: AbortSignal, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
}

export interface RunBudgetPorts {
  readonly runId: RunId;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly ledger: CounterLedger & Pick<Ledger, 'log'>;
  readonly writer: LogWriter;
  readonly held: Pick<HeldLease, 'token'>;
  /** Whose day pays, and which: that on which the run was started, however long it works. */
  readonly day: { readonly userId: Name; readonly date: string };
  readonly phases: PhaseTimes;
  /** How much the model takes in at once. */
  readonly contextTokens: number;
}

/** Of tokens and money, at most this share is set aside for the last turn. */
const GRACE_SHARE = 0.1;
/** Work that a process does before it is killed is forgotten at most for so long; time is recorded no oftener. */
const ACTIVE_RECORDED_EVERY_MS = 5_000;

export async function openRunBudget(ports: RunBudgetPorts): Promise<RunBudget> {
  const { runId, clock, timer, ledger, writer, held, day, phases, contextTokens } = ports;
  const own = documentKey.runBudget(runId);
  const daily = documentKey.userDailyBudget(day.userId, day.date);
  const operations = createCounterOperations(writer);
  await settleLeftovers(runId, false, ports);
  await setGraceAside(own, contextTokens, ports);
  const begun = await demandCounter(own, ledger);
  let recordedMs = begun.spent['active_ms'] ?? 0;
  /** As the counter had it when it was looked at last: whatever is more since then, children were charged for. */
  let countedMs = recordedMs;
  let limits = runLimitsOf(begun.limits, { max_cloud_calls: 1, max_total_tokens: 1, max_duration_sec: 1, max_tool_calls: 1, max_retrieval_queries: 1, max_parallel_agents: 1, max_cost_usd: 1 });
  const time = startActiveTime(clock, recordedMs);
  const shares = new Map<string, StreamId>();
  const overShare = await callsOverShare(runId, ledger);
  const isOverShare = (key: string): boolean => overShare.has(key) || [...overShare].some((call) => call.startsWith(`${key}/ask-`) || call.startsWith(`${key}/together/`));
  const told = new Set<string>();
  const [inTurn, recording] = [oneAfterTheOther(), oneAfterTheOther()];
  let records = 0;
  let roles = 0;

  const timesRaised = (): Promise<number> => raisesOf(runId, ledger);
  const shareOf = (key: string): StreamId | undefined => key.includes(IN_A_TURN) ? [...shares].find(([base]) => key.startsWith(`${base}/`))?.[1] : undefined;
  const payingFor = (key: string): PaidFrom => {
    const share = shareOf(key);
    const fromRun: Payer[] = share === undefined ? [{ counter: own, pays: { allBut: [] } }] : [{ counter: share, pays: CARVED_UNITS }, { counter: own, pays: { allBut: CARVED_UNITS } }];
    return { ...payingFrom([...fromRun, { counter: daily, pays: DAY_UNITS }], operations), timesRaised };
  };
  /** What a share refuses ends a run only where the run itself has nothing more to give. */
  const withinShare = async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    if (isOverShare(key)) throw shareUsedUp(key);
    try {
      return await work();
    } catch (error) {
      if (!hasCode(error, 'counter.exhausted') || error.data.counter !== shareOf(key)) throw error;
      if (availableOf(await demandCounter(own, ledger), error.data.unit) < error.data.asked) throw error;
      overShare.add(key);
      throw shareUsedUp(key);
    }
  };
  /** Reads what a person may have changed. */
  const refreshed = async (): Promise<CounterStanding> => {
    const state = await demandCounter(own, ledger);
    limits = runLimitsOf(state.limits, limits);
    return state;
  };
  const recordActive = (): Promise<void> => recording(async () => {
    const { limits: counted, spent, reserved } = await refreshed();
    time.add((spent['active_ms'] ?? 0) - countedMs);
    countedMs = spent['active_ms'] ?? 0;
    // More than the limit would leave nothing of any other unit; that time is over is said by the phase.
    const newMs = Math.min(Math.floor(time.ms()), (counted['active_ms'] ?? 0) - (reserved['active_ms'] ?? 0)) - (spent['active_ms'] ?? 0);
    recordedMs = time.ms();
    if (newMs <= 0) return;
    const id = `active:${held.token}-${(records += 1)}`;
    await writer.append({ key: `${runId}:${id}`, events: [], operations: [operations.reserve(own, id, { active_ms: newMs }), operations.commit(own, id, { active_ms: newMs })] });
    countedMs += newMs;
  });
  const recordActiveWhenDue = async (): Promise<void> => {
    if (time.ms() - recordedMs >= ACTIVE_RECORDED_EVERY_MS) await recordActive();
  };
  const warn = async (state: CounterStanding, ofDay: CounterStanding | undefined): Promise<void> => {
    const lent = await Promise.all([...shares.values()].map((share) => readStanding(share, ledger)));
    const used = { ...[state, ...lent].reduce<CounterAmounts>((sum, one) => added(sum, one?.spent ?? {}), {}), active_ms: Math.floor(time.ms()), parallel_agents: state.reserved['parallel_agents'] ?? 0 };
    await warnOnce(runId, [...reachedShare('run', { limits: state.limits, used }), ...(ofDay === undefined ? [] : reachedShare('user_daily', { limits: ofDay.limits, used: ofDay.spent }))], told, writer);
  };
  /** What a tool takes, no day pays for. */
  const notice = async (ofDayToo: 'day_too' | 'run_only' = 'day_too'): Promise<void> => {
    await recordActiveWhenDue();
    await warn(await refreshed(), ofDayToo === 'day_too' ? await readStanding(daily, ledger) : undefined);
  };

  return {
    get limits() {
      return limits;
    },
    counters: [own],
    payingFor,
    overDesk: (desk) => ({
      async ask(question) {
        const answer = await withinShare(question.key, () => desk.ask({ ...question, budgets: payingFor(question.key) }));
        await notice();
        return answer;
      },
    }),
    overRunner: (runner) => ({
      async call(call) {
        const result = await withinShare(call.key, () => runner.call({ ...call, counters: [shareOf(call.key) ?? own], timesRaised }));
        // What it took is counted together with the question that follows, after which everything is looked at.
        await (call.isAskedWith === true ? recordActiveWhenDue() : notice('run_only'));
        return result;
      },
    }),
    beginRole: (base, notYetBegun) =>
      inTurn(async () => {
        const name = `${held.token}-${(roles += 1)}`;
        const agent = `${AGENT_PREFIX}${name}`;
        const share = notYetBegun > 1 ? `${own}:${name}` : undefined;
        const carved = share === undefined ? [] : [operations.open(share, fairShare(await refreshed(), notYetBegun), { parent: own })];
        await writer.append({ key: `${runId}:${agent}`, events: [], operations: [operations.reserve(own, agent, { parallel_agents: 1 }), ...carved] });
        if (share !== undefined) shares.set(base, share);
        await notice();
        return {
          async end() {
            shares.delete(base);
            await writer.append({ key: `${runId}:${agent}:ended`, events: [], operations: [...(share === undefined ? [] : [operations.close(share, { parent: own })]), operations.release(own, agent)] });
          },
        };
      }),
    async tokensLeft() {
      const left = await Promise.all([own, daily].map(async (counter) => availableOf(await readStanding(counter, ledger), 'tokens')));
      // A question is reserved at more than it is estimated at; what is told here can really be asked for.
      return Math.floor(Math.min(...left) / UNCALIBRATED_MARGIN);
    },
    timesRaised,
    async tooFewTokens(needed) {
      const states = await Promise.all([own, daily].map(async (counter) => ({ counter, left: availableOf(await readStanding(counter, ledger), 'tokens') })));
      const [scarcest] = states.toSorted((one, other) => one.left - other.left);
      return limitReached({ counter: scarcest?.counter ?? own, unit: 'tokens', asked: Math.ceil(needed * UNCALIBRATED_MARGIN) }, { runId, ledger });
    },
    async releaseGrace() {
      try {
        await writer.append({ key: `${runId}:grace_released`, events: [], operations: [operations.release(own, GRACE_RESERVATION)] });
      } catch (error) {
        // One last turn has had it already.
        if (!hasCode(error, 'counter.reservation_unknown') && !hasCode(error, 'ledger.key_reused')) throw error;
      }
    },
    activeMs: () => time.ms(),
    whileWaiting: (wait) => time.whileWaiting(wait),
    async withinPhase(phase, signal, work) {
      const runSec = async (): Promise<number> => {
        await refreshed();
        return limits.max_duration_sec;
      };
      try {
        return await withinPhaseTime({ runId, phase, phaseSec: phases(phase).timeout_sec, timer, activeMs: () => time.ms(), ownMs: () => time.ownMs(), runSec }, signal, work);
      } finally {
        await recordActive();
      }
    },
  };
}

function shareUsedUp(call: string): KeelsonError<'role.share_used_up'> {
  return new KeelsonError('role.share_used_up', { message: 'This work has used up the calls that were set aside for it; its siblings have the rest.', nextStep: 'Make no more calls, and hand back what there is.', data: { call } });
}

async function demandCounter(counter: StreamId, ledger: CounterLedger): Promise<CounterStanding> {
  const state = await readStanding(counter, ledger);
  invariant(state !== undefined, 'a run has a counter from its start');
  return state;
}

/** Once in the life of a run, inside its limit: the last turn never needs what is not there. */
async function setGraceAside(own: StreamId, contextTokens: number, { runId, ledger, writer }: RunBudgetPorts): Promise<void> {
  const { limits } = await demandCounter(own, ledger);
  const shareOf = (unit: string): number => Math.floor((limits[unit] ?? 0) * GRACE_SHARE);
  try {
    await writer.append({ key: `${runId}:grace`, events: [], operations: [createCounterOperations(writer).reserve(own, GRACE_RESERVATION, { tokens: Math.min(contextTokens, shareOf('tokens')), cost_microusd: shareOf('cost_microusd') })] });
  } catch (error) {
    // A run that is gone on with has its grace, or has used it.
    if (!hasCode(error, 'ledger.key_reused') && !hasCode(error, 'counter.exhausted')) throw error;
  }
}

/** Of the calls that are left, this one's part; at least one while there is one. */
export function fairShare(state: CounterStanding, among: number): CounterAmounts {
  return Object.fromEntries(CARVED_UNITS.map((unit) => [unit, Math.min(availableOf(state, unit), Math.max(1, Math.floor(availableOf(state, unit) / among)))]));
}

function availableOf(state: CounterStanding | undefined, unit: string): number {
  return Math.max(0, (state?.limits[unit] ?? 0) - (state?.spent[unit] ?? 0) - (state?.reserved[unit] ?? 0));
}

function added(left: CounterAmounts, right: CounterAmounts): CounterAmounts {
  return Object.fromEntries([...new Set([...Object.keys(left), ...Object.keys(right)])].map((unit) => [unit, (left[unit] ?? 0) + (right[unit] ?? 0)]));
}

/** Shares are cut one after the other: two that looked at the same moment would both take what is left. */
function oneAfterTheOther(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}
