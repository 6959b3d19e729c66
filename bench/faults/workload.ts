/**
 * Several runs at once, each a journal of steps that read, write and destroy, with a counter that pays for them. Whoever
 * runs it again after a crash goes on where the log says, as a recovered run does.
 */
import { z } from 'zod';
import { DEFAULT_BUDGET, type RunId, type SideEffect } from '../../src/contracts/index.ts';
import { createIds, hasCode, systemClock, systemRandom, type Ids } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, openLedger, type Append, type Ledger, type LedgerOperation, type LedgerStore, type LogWriter } from '../../src/ledger/index.ts';
import { createCounterOperations, type CounterOperations } from '../../src/ledger/counters/counter-operations.ts';
import type { AttemptEnd, EffectDefinition, RunJournal, StepOptions } from '../../src/ledger/journal/journal.ts';
import { openJournal } from '../../src/ledger/journal/open-journal.ts';
import { systemTimer } from '../../src/ledger/journal/ports.ts';
import { createLeases, type HeldLease, type Leases } from '../../src/ledger/leases/leases.ts';
import { AUTHOR, message, runId, terminated } from '../../test/contract-suites/ledger-samples.ts';
import { passKillPoint, type KillPoint } from './kill-points.ts';
import { deedsIn, doDeed } from './world.ts';

export interface WorkloadPlan {
  readonly runs: number;
  readonly groups: number;
  readonly worldFile: string;
  readonly leaseMs: number;
}

export interface WorkloadPorts {
  readonly store: LedgerStore;
  readonly plan: WorkloadPlan;
  /** Called once the answer is there, and never before. */
  acknowledge(line: string): void;
}

/** What the steps of one group do; every group also spends from the counter by an append of its own. */
const SIDE_EFFECTS: readonly SideEffect[] = ['read_only', 'idempotent_write', 'destructive'];
export const STEP_TOKENS = { reserved: 10, used: 7 };
export const GROUP_TOKENS = { reserved: 5, used: 3 };
/** Too large for an event, so that it becomes a blob. */
const LARGE_TEXT = 'a long answer with many words '.repeat(700);
const LEASE_POLL_MS = 10;

export function tokensSpent({ groups }: Pick<WorkloadPlan, 'groups'>): number {
  return groups * (SIDE_EFFECTS.filter(isPaid).length * STEP_TOKENS.used + GROUP_TOKENS.used);
}

/** A step that only reads and costs nothing takes one append. */
function isPaid(sideEffect: SideEffect): boolean {
  return sideEffect !== 'read_only';
}

export function resultOf(step: string, sideEffect: SideEffect): string {
  return sideEffect === 'read_only' && step.endsWith('2/read_only') ? `${step}: ${LARGE_TEXT}` : `${step}: done`;
}

export function runIdsOf({ runs }: Pick<WorkloadPlan, 'runs'>): RunId[] {
  return Array.from({ length: runs }, (_, at) => runId(at + 1));
}

export function counterOf(run: RunId): string {
  return `tokens:${run}`;
}

const clock = systemClock;

interface Work extends WorkloadPorts {
  readonly ledger: Ledger;
  readonly ids: Ids;
  readonly leases: Leases;
  readonly writer: LogWriter;
}

/** Drives every run to its end; fails with whatever the store answers that a run cannot handle. */
export async function runWorkload(ports: WorkloadPorts): Promise<void> {
  const { store, plan } = ports;
  const ids = createIds({ clock, random: systemRandom });
  const ledger = await openLedger({ store, setup: BUILTIN_SETUP, clock, ids });
  const leases = createLeases({ transact: store.transact, pause });
  const work: Work = { ...ports, ledger, ids, leases, writer: acknowledging(ledger.log.writerFor(AUTHOR), ports) };
  const ended = await Promise.allSettled(runIdsOf(plan).map((run) => driveRun(work, run)));
  for (const outcome of ended) if (outcome.status === 'rejected') throw outcome.reason;
}

/** Takes the run over as soon as its owner is gone, as often as it takes. */
async function driveRun(work: Work, run: RunId): Promise<void> {
  const { leases, plan, acknowledge } = work;
  for (;;) {
    try {
      return await leases.hold(`run:${run}`, `process-${process.pid}`, { ttlMs: plan.leaseMs }, async (held, signal) => {
        acknowledge(`lease ${held.lease} ${held.token}`);
        await liveRun(work, run, held, signal);
      });
    } catch (error) {
      if (!hasCode(error, 'lease.held') && !hasCode(error, 'lease.lost') && !hasCode(error, 'journal.cancelled')) throw error;
      await pause(LEASE_POLL_MS, new AbortController().signal);
    }
  }
}

async function liveRun(work: Work, run: RunId, held: HeldLease, signal: AbortSignal): Promise<void> {
  const { ledger, ids, writer, plan } = work;
  const fences = [held];
  const operations = createCounterOperations(writer);
  const counter = counterOf(run);
  const started = {
    type: 'run.started',
    streamId: run,
    payload: {
      run_id: run,
      task_id: run.replace('run_', 'task_'),
      user_id: 'person',
      request: 'Do what the rig says.',
      budget: DEFAULT_BUDGET.per_run,
      pinned_versions: { prompts: {}, contracts: {}, formulas: {} },
    },
  } as const;
  const limits = { tokens: 1_000_000 };
  await writer.append({ key: `${run}:started`, events: [started], operations: [operations.open(counter, limits)], fences });
  const journal = await openJournal({ runId: run, writer, reader: ledger.log, blobs: ledger.blobs, clock, ids, random: systemRandom, timer: systemTimer, mode: 'live', signal, fence: held });
  for (let group = 0; group < plan.groups; group += 1) {
    const reservation = `group-${group}`;
    const said = message(`session-${run}`, `the run says word${group} of group ${group}`);
    const spend = (part: string, append: Omit<Append, 'key' | 'fences'>): Promise<unknown> => writer.append({ key: `${run}:counter:${group}:${part}`, fences, ...append });
    await spend('reserve', { events: [said], operations: [operations.reserve(counter, reservation, { tokens: GROUP_TOKENS.reserved })] });
    await Promise.all(SIDE_EFFECTS.map((sideEffect) => takeStep(work, journal, `group/${group}/${sideEffect}`, sideEffect)));
    await spend('commit', { events: [], operations: [operations.commit(counter, reservation, { tokens: GROUP_TOKENS.used })] });
  }
  await writer.append({ key: `${run}:ended`, events: [terminated(run)], operations: [operations.close(counter)], fences });
  const entries = [{ stream: { aggregate: 'session', id: `session-${run}` }, sequence: 1 }] as const;
  await ledger.erase({ key: `${run}:erased`, entries, reason: 'a person asked for it', requestedBy: 'person' }, writer);
}

/** A destructive step that may have happened is a question to a person, who looks and answers. */
async function takeStep(work: Work, journal: RunJournal, key: string, sideEffect: SideEffect): Promise<void> {
  const operations = createCounterOperations(work.writer);
  const counter = counterOf(journal.runId);
  const effect = effectOf(work.plan.worldFile, journal.runId, key, sideEffect);
  const paid: StepOptions<string> = {
    reserve: (attempt) => [operations.reserve(counter, `${key}.${attempt}`, { tokens: STEP_TOKENS.reserved })],
    settle: (end, attempt) => ({ operations: [settled(operations, counter, `${key}.${attempt}`, end)] }),
  };
  const step = (): Promise<string> => journal.step(key, effect, { step: key }, isPaid(sideEffect) ? paid : {});
  try {
    await step();
  } catch (error) {
    if (!hasCode(error, 'journal.unresolved')) throw error;
    const didHappen = deedsIn(work.plan.worldFile).some(({ idempotencyKey }) => idempotencyKey === error.data.idempotency_key);
    const answer = { attempt: error.data.attempt, decidedBy: 'person', reason: 'looked at the world' };
    await journal.resolve(key, didHappen ? { ...answer, decision: 'did_happen', result: resultOf(key, sideEffect) } : { ...answer, decision: 'did_not_happen' });
    await step();
  }
}

/** What an attempt that came to no outcome has cost nobody knows, so it costs all it reserved. */
function settled(operations: CounterOperations, counter: string, reservation: string, end: AttemptEnd<string>): LedgerOperation {
  if (!('stopped' in end)) return operations.commit(counter, reservation, { tokens: STEP_TOKENS.used });
  return end.hasBegun ? operations.commit(counter, reservation, {}) : operations.release(counter, reservation);
}

function effectOf(worldFile: string, run: RunId, step: string, sideEffect: SideEffect): EffectDefinition<{ step: string }, string> {
  return {
    name: `world.${sideEffect}`,
    sideEffect,
    request: z.strictObject({ step: z.string() }),
    result: z.string(),
    async perform(_request, { idempotencyKey }) {
      passKillPoint('effect.before');
      if (sideEffect !== 'read_only') doDeed(worldFile, { runId: run, step, idempotencyKey, sideEffect });
      passKillPoint('effect.after');
      return resultOf(step, sideEffect);
    },
  };
}

/** Tells the outside about each append once it is answered, and dies at the named points around it. */
function acknowledging(writer: LogWriter, { store, acknowledge }: WorkloadPorts): LogWriter {
  /** Whoever is left in doubt asks by the key; what is found then counts as acknowledged. */
  const lookUp = async (key: string): Promise<void> => {
    const [first] = await store.appended(key).catch(() => []);
    if (first !== undefined) acknowledge(`append ${key} ${first.position}`);
  };
  return {
    ...writer,
    async append(append) {
      const part = partOf(append.key);
      if (part !== undefined) passKillPoint(`${part}.before`);
      const appended = await writer.append(append).catch(async (error: unknown) => {
        await lookUp(append.key);
        throw error;
      });
      acknowledge(`append ${append.key} ${appended.events[0]?.position}`);
      if (part !== undefined) passKillPoint(`${part}.after`);
      return appended;
    },
  };
}

type Part = KillPoint extends `${infer Name}.${string}` ? Exclude<Name, 'effect' | 'begin' | 'commit' | 'head'> : never;

function partOf(key: string): Part | undefined {
  if (key.includes(':counter:')) return 'counter';
  if (key.includes(':intent.')) return 'intent';
  return key.endsWith(':result') ? 'result' : undefined;
}

function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const pending = setTimeout(done, durationMs);
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(pending);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
