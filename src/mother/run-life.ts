import { DEFAULT_BUDGET, documentKey, RunId, runStarted, runTerminated, type CounterAmounts, type Name, type PinnedVersions, type ResourceBudget, type SteeringMessage, type StreamId, type TerminationRecord, type Timestamp } from '../contracts/index.ts';
import { hasCode, invariant, timestamp, type Clock, type Ids, type Random } from '../kernel/index.ts';
import { createCounterOperations, openJournal, type AvailableVersions, type EffectHandler, type HeldLease, type Leases, type Ledger, type LogWriter, type NewEvent, type RunJournal, type Timer } from '../ledger/index.ts';
import { untakenSteering } from '../oversight/index.ts';
import { withoutSecrets } from '../redaction/index.ts';

/** What every run stands on, whatever it does. */
export interface RunPorts {
  readonly ledger: Pick<Ledger, 'log' | 'blobs'>;
  readonly writer: LogWriter;
  readonly leases: Leases;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly timer: Timer;
  /** Another hand for what the steps of a run do; a replay has one that answers from the record. */
  readonly handleEffect?: EffectHandler;
  /** Another journal over that of the run, for one that goes on from what another has recorded. */
  overJournal?(journal: RunJournal): RunJournal;
  /** How long the run had worked when it was stopped, for whoever goes through it again: nobody waits there, and nothing takes time. */
  readonly workedMs?: number;
}

export interface RunToStart {
  /** The same for the same wish: the run is then the one that was started before. */
  readonly key: string;
  readonly userId: Name;
  readonly request: string;
  /** What it may use of each unit. */
  readonly limits: CounterAmounts;
  /** The limits as they are recorded; the default ones when left out. */
  readonly budget?: ResourceBudget['per_run'];
  /** What it is begun under; nothing when left out. */
  readonly pins?: PinnedVersions;
  /** The counter out of which those are carved; they are nobody's when left out. */
  readonly parentCounter?: StreamId;
  /** Recorded together with the start. */
  alsoTold?(runId: RunId): readonly NewEvent[];
}

export async function startRun({ key, userId, request, limits, budget = DEFAULT_BUDGET.per_run, pins = { prompts: {}, contracts: {}, formulas: {} }, parentCounter, alsoTold }: RunToStart, { ledger, writer, ids }: RunPorts): Promise<RunId> {
  const started = await startedUnder(key, ledger);
  if (started !== undefined) return started;
  const runId = ids.mint('run');
  const payload = { run_id: runId, task_id: ids.mint('task'), user_id: userId, request: withoutSecrets(request), budget, pinned_versions: pins };
  const opened = createCounterOperations(writer).open(documentKey.runBudget(runId), limits, parentCounter === undefined ? {} : { parent: parentCounter });
  try {
    await writer.append({ key, events: [{ type: runStarted.type, streamId: runId, payload }, ...(alsoTold?.(runId) ?? [])], operations: [opened] });
    return runId;
  } catch (error) {
    // Somebody had the same wish at the same moment, and was first: theirs is the run.
    const first = hasCode(error, 'ledger.key_reused') ? await startedUnder(key, ledger) : undefined;
    if (first === undefined) throw error;
    return first;
  }
}

async function startedUnder(key: string, { log }: Pick<Ledger, 'log'>): Promise<RunId | undefined> {
  const [started] = await log.appended(key);
  return started === undefined ? undefined : RunId.parse(started.event.aggregate_id);
}

const DATE_CHARS = 'YYYY-MM-DD'.length;

export type StartOfRun = Awaited<ReturnType<typeof startOfRun>>;

/** What a run has from its start, and the day for which what it uses counts. */
export async function startOfRun(runId: RunId, { ledger }: Pick<RunPorts, 'ledger'>) {
  const [first] = await ledger.log.read({ aggregate: 'run', id: runId }, { limit: 1 });
  invariant(first !== undefined && first.event.payload !== null, 'a run begins with its start');
  const started = runStarted.payload.parse(first.event.payload);
  return { ...started, day: { userId: started.user_id, date: first.event.recorded_at.slice(0, DATE_CHARS) } };
}

/** Works on a run as the only one to do so. */
export function holdRun<Result>(runId: RunId, signal: AbortSignal, { leases }: Pick<RunPorts, 'leases'>, work: (held: HeldLease, signal: AbortSignal) => Promise<Result>): Promise<Result> {
  return leases.hold(`run:${runId}`, runId, { signal }, work);
}

/** Gives the journal of a held run to the work, and waits for all of its steps before it answers. A run that needs other versions than those given is refused. */
export async function withJournal<Result>(runId: RunId, held: HeldLease, signal: AbortSignal, ports: RunPorts, work: (journal: RunJournal) => Promise<Result>, available?: AvailableVersions): Promise<Result> {
  const { ledger, writer, clock, ids, random, timer, handleEffect } = ports;
  const journal = await openJournal({ runId, writer, reader: ledger.log, blobs: ledger.blobs, clock, ids, random, timer, signal, mode: 'live', fence: held, ...(available !== undefined && { available }), ...(handleEffect !== undefined && { handleEffect }) });
  try {
    return await work(ports.overJournal?.(journal) ?? journal);
  } finally {
    await journal.close();
  }
}

const terminationKey = (runId: RunId): string => `${runId}:terminated`;

export async function terminationOfRun(runId: RunId, { ledger }: Pick<RunPorts, 'ledger'>): Promise<TerminationRecord | undefined> {
  const written = await ledger.log.appended(terminationKey(runId));
  const ended = written.find(({ event }) => event.type === runTerminated.type);
  return ended === undefined ? undefined : runTerminated.payload.parse(ended.event.payload).termination;
}

/** Written once: the run that is gone on with meets the record that it has. What it did not spend goes back to where it was carved from. */
export async function terminateRun(runId: RunId, endedAt: (at: Timestamp) => TerminationRecord, { ledger, writer, clock }: Pick<RunPorts, 'ledger' | 'writer' | 'clock'>, alsoTold: (termination: TerminationRecord) => readonly NewEvent[] = () => [], closes: 'own' | 'nothing' | { readonly parent: StreamId } = 'own'): Promise<TerminationRecord> {
  const before = await terminationOfRun(runId, { ledger });
  if (before !== undefined) return before;
  const termination = tellingUnheard(endedAt(timestamp(clock)), await untakenSteering(runId, ledger.log));
  const closed = closes === 'nothing' ? [] : [createCounterOperations(writer).close(documentKey.runBudget(runId), closes === 'own' ? {} : closes)];
  await writer.append({ key: terminationKey(runId), events: [...alsoTold(termination), { type: runTerminated.type, streamId: runId, payload: { termination } }], operations: closed });
  return termination;
}

/** Enough to know a message by. */
const UNHEARD_CHARS_MAX = 200;

/** Whoever sent words that nobody heard is told so; they would wait for what never comes. */
function tellingUnheard(termination: TerminationRecord, unheard: readonly SteeringMessage[]): TerminationRecord {
  const [first] = unheard;
  if (first === undefined) return termination;
  const more = unheard.length === 1 ? '' : ` and ${unheard.length - 1} more`;
  const text = first.text.length <= UNHEARD_CHARS_MAX ? first.text : `${first.text.slice(0, UNHEARD_CHARS_MAX).toWellFormed()}…`;
  return { ...termination, details: `${termination.details} It ended before it heard "${text}"${more}.`, contributing_factors: [...termination.contributing_factors, 'steering.unheard'] };
}
