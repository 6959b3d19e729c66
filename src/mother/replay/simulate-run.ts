import { CounterState, documentKey, runPrepared, runStepCompleted, type LogEntry, type RunId, type StepKey, type TerminationRecord } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import { counterDocument, createCounterOperations, recordedEffects, type AnsweredStep, type EffectDefinition, type EffectHandler, type Ledger, type NewEvent, type RecordedStep } from '../../ledger/index.ts';
import { modelStreamId } from '../../models/index.ts';
import { runCounterLimits } from '../budgets/budget-units.ts';
import { BEGINNING_ENTRIES } from '../children/children-of.ts';
import type { ToolCatalogue, ToolPlace } from '../../tools/index.ts';
import type { RunOverseers } from '../overseers.ts';
import { runTask } from '../run-task.ts';
import { recordedEnd } from '../task/finalize.ts';
import type { TaskPorts } from '../task/task-ports.ts';
import { chargeChildren, lettersTo } from './children-charged.ts';
import { withLostAttempts } from './lost-attempts.ts';
import { raisedAsRecorded } from './raised-as-recorded.ts';
import { reachesOut } from './reaches-out.ts';
import { inRecordedOrder } from './recorded-order.ts';
import { openScratch, type Scratch } from './scratch.ts';
import { toolsWithoutHands } from './tools-without-hands.ts';
import { STEP_TYPES, type SourceRun } from './source-run.ts';

/**
 * The ports of a run over the scratch ledger; whatever of them reaches the world is taken away before they are used. Where a
 * copy of the folder is named, what looks at files looks there.
 */
export type PortsOver = (scratch: Scratch, copy?: string) => Promise<ReplayablePorts>;

/** How a replay goes that does some of the steps again. */
export interface Again {
  /** The copy of the folder in which files are read and written; without it there are none. */
  readonly copy?: string;
  /** How each step is answered, given how it would be from the record. */
  handle(recorded: EffectHandler, steps: readonly RecordedStep[]): EffectHandler;
  /** Whether tools may read from the network. */
  readonly mayQuery: boolean;
  /** Told when something is reached for that a replay does not have; it goes on without. A replay breaks off when left out. */
  onRefused?(what: string): void;
}

/** With what is known of the tools; there is nothing to run them with. */
export interface ReplayablePorts extends Omit<TaskPorts, 'openTools'> {
  readonly catalogue: ToolCatalogue;
  readonly place: ToolPlace;
}

export interface Simulation {
  /** How it ended; null when it could not be gone through to the end. */
  readonly termination: TerminationRecord | null;
  /** Why it was not. */
  readonly brokenOff: unknown;
  readonly steps: readonly RecordedStep[];
  /** How many of them were answered from the record, those below others included. */
  readonly answered: number;
  /** What it wrote, its start left out. */
  readonly written: readonly LogEntry[];
  /** What it used, as its own counter has it. */
  readonly counter: CounterState | undefined;
}

/**
 * Goes through a run once more with the answers that it recorded: the same code, in a ledger in memory, with no way to a
 * model, a tool, a person, a file or the network.
 */
export async function simulateRun(run: SourceRun, source: Pick<Ledger, 'log' | 'blobs' | 'store'>, portsOver: PortsOver, signal: AbortSignal, again: Again = NOTHING_AGAIN): Promise<Simulation> {
  const scratch = await openScratch(run, source);
  const letters = lettersTo(run);
  let answered = 0;
  let broken: { readonly error: unknown } | undefined;
  const notice = (error: unknown): void => void (broken ??= { error });
  const { handle, steps, lostAttempts, positionOf } = await recordedEffects({
    runId: run.runId,
    reader: source.log,
    blobs: source.blobs,
    onAnswer: async (step) => {
      answered += 1 + step.below.filter(({ event }) => event.type === runStepCompleted.type).length;
      await chargeChildren(run.runId, letters, step.at, scratch);
      await follow(step, run, scratch);
    },
  });
  // A run that takes its own course has an order of its own.
  const inOrder = (one: EffectHandler): EffectHandler => (again.onRefused === undefined ? inRecordedOrder(one, positionOf) : one);
  try {
    await seedAbove(run, source, scratch);
    await seedStart(run, scratch);
    await seedMeasures(run, source, scratch);
    const startedAt = (await scratch.ledger.store.head()).position;
    const closed = withoutWorld(run, { ...(await portsOver(scratch, again.copy)), ...(again.onRefused === undefined && run.windows) }, scratch, noticing(inOrder(again.handle(handle, steps)), notice), again, notice);
    const bring = (entries: readonly LogEntry[]): Promise<void> => scratch.bring(entries.flatMap(({ event }) => blobsNamed(event.payload)));
    // A run that takes its own course loses nothing on its way.
    const ended = again.onRefused === undefined ? await recordedEnd(run.runId, { ...closed, ledger: source }) : undefined;
    const ports: TaskPorts = again.onRefused === undefined ? { ...closed, ...(ended !== undefined && { workedMs: ended.activeMs }), overJournal: (journal) => withLostAttempts(journal, { run, log: closed.writer, bring, lostAttempts }) } : closed;
    let termination: TerminationRecord | null = null;
    try {
      const { workspace: _place, saveAs: elsewhere, ...inside } = run.wish;
      // Whoever lets a run take its course does not let it hand anything over.
      const wish = again.onRefused === undefined && elsewhere !== undefined ? { ...inside, saveAs: elsewhere } : inside;
      const { termination: came } = await runTask({ ...wish, signal }, ports);
      termination = broken === undefined ? came : null;
    } catch (error) {
      notice(error);
    }
    const counter = CounterState.safeParse((await scratch.ledger.documents.get(counterDocument(documentKey.runBudget(run.runId))))?.body).data;
    return { termination, brokenOff: broken?.error, steps, answered, written: await entriesAfter(startedAt, scratch), counter };
  } finally {
    await scratch.ledger.close();
  }
}

/** Whose words the task of a child is follows from how the runs above it began. */
async function seedAbove({ start }: SourceRun, { log }: Pick<Ledger, 'log'>, scratch: Scratch): Promise<void> {
  const aboveOf = (entries: readonly LogEntry[]): RunId | undefined => entries.flatMap(({ event }) => (event.type === runPrepared.type ? [runPrepared.payload.safeParse(event.payload).data?.child_of?.parent_run_id] : []))[0];
  for (let above = aboveOf(start.entries); above !== undefined; ) {
    const beginning = await log.read({ aggregate: 'run', id: above }, { limit: BEGINNING_ENTRIES });
    const events = beginning.flatMap(({ event }) => (event.payload === null ? [] : [{ type: event.type, streamId: event.aggregate_id, payload: event.payload }]));
    if (events.length > 0) await scratch.writerOf('mother').append({ key: `replay:above:${above}`, events });
    above = aboveOf(beginning);
  }
}

/** The run begins as it began: under its own key, with its own ids and limits. */
async function seedStart({ runId, start, started, accepted }: SourceRun, scratch: Scratch): Promise<void> {
  const writer = scratch.writerOf(start.entries[0]?.event.actor ?? 'mother');
  const events = start.entries.flatMap(({ event }) => (event.aggregate === 'run' && event.payload !== null ? [{ type: event.type, streamId: event.aggregate_id, payload: event.payload }] : []));
  await writer.append({ key: start.key, events, operations: [createCounterOperations(writer).open(documentKey.runBudget(runId), runCounterLimits(started.budget))] });
  // What it did under versions that a person let it leave behind stands; it is gone through under those that they accepted.
  if (accepted !== undefined && accepted.event.payload !== null) await writer.append({ key: `replay:versions:${runId}`, events: [{ type: accepted.event.type, streamId: runId, payload: accepted.event.payload }] });
}

/** What had been measured of the models when the run began: their tokens are estimated by it, and it is counted on. */
async function seedMeasures({ models, start }: SourceRun, { log }: Pick<Ledger, 'log'>, scratch: Scratch): Promise<void> {
  const [first] = start.entries;
  for (const modelId of models) {
    const id = modelStreamId(modelId);
    const last = new Map<string, NewEvent>();
    for (let after = 0; ; ) {
      const page = await log.read({ aggregate: 'model', id }, { after, limit: PAGE });
      const before = page.filter(({ position, event }) => position < (first?.position ?? 0) && event.payload !== null);
      // Each holds all that came before it; of reliability there is one for each role.
      for (const { event } of before) last.set(`${event.type} ${String(event.payload?.['role_id'])}`, { type: event.type, streamId: id, payload: event.payload ?? {} });
      if (page.length < PAGE || before.length < page.length) break;
      after = page.at(-1)?.event.sequence ?? after;
    }
    if (last.size > 0) await scratch.writerOf('mother').append({ key: `replay:measured:${id}`, events: [...last.values()] });
  }
}

/** Time is what it was when this was answered, and what was recorded below the step is there as it was then. */
async function follow({ at, blobs, below }: AnsweredStep, { appends }: SourceRun, { ledger, clock, bring, writerOf }: Scratch): Promise<void> {
  await bring(blobs);
  const inner = new Set(below.map(({ position }) => position));
  for (const { key, entries } of appends) {
    if (!entries.some(({ position }) => inner.has(position))) continue;
    // A step may stand below another by its name alone; then it was asked for by itself before.
    if ((await ledger.log.appended(key)).length > 0) continue;
    const isWhole = entries.every(({ event, position }) => !event.type.startsWith(STEP_TYPES) || inner.has(position));
    const kept = entries.filter(({ event, position }) => event.payload !== null && (inner.has(position) || (isWhole && event.aggregate !== 'counter')));
    await bring(kept.flatMap(({ event }) => blobsNamed(event.payload)));
    await writerOf(kept[0]?.event.actor ?? 'mother').append({ key, events: kept.map(({ event }) => ({ type: event.type, streamId: event.aggregate_id, payload: event.payload ?? {} })) });
  }
  clock.advance(Math.max(0, Date.parse(at) - clock.nowMs()));
}

function blobsNamed(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { kind, key } = value as { kind?: unknown; key?: unknown };
  return [...(kind === 'blob' && typeof key === 'string' ? [key] : []), ...Object.values(value).flatMap(blobsNamed)];
}

/** What interrupts a replay is remembered, whatever the run makes of it. */
function noticing(handle: EffectHandler, notice: (error: unknown) => void): EffectHandler {
  return <Request, Result>(key: StepKey, effect: EffectDefinition<Request, Result>): EffectDefinition<Request, Result> => {
    const handled = handle(key, effect);
    return {
      ...handled,
      perform: (request, context) =>
        handled.perform(request, context).catch((error: unknown) => {
          if (hasCode(error, 'journal.not_recorded') || hasCode(error, 'journal.diverged')) notice(error);
          throw error;
        }),
    };
  };
}

const NOTHING_AGAIN: Again = { handle: (recorded) => recorded, mayQuery: false };

/** The same ports with every way to the world closed. What needs the world does so in a step, and steps are answered. */
function withoutWorld(run: SourceRun, { catalogue, place, ...ports }: ReplayablePorts, scratch: Scratch, handleEffect: EffectHandler, { copy, mayQuery, onRefused }: Again, notice: (error: unknown) => void): TaskPorts {
  const { runId } = run;
  const refuse = (what: string) => (): Promise<never> => {
    const error = reachesOut(runId, what);
    if (onRefused === undefined) notice(error);
    else onRefused(what);
    return Promise.reject(error);
  };
  const closed = (overseers: RunOverseers): RunOverseers => {
    const { approvals, ask: _ask, resolveStep: _resolve, raiseLimit: _raise, ...rest } = overseers;
    return {
      ...rest,
      approvals: { ...approvals, request: refuse('a person who approves') },
      // A run that takes its own course may ask something else: then nobody is there.
      ...(onRefused === undefined && { ask: raisedAsRecorded(run, scratch), raiseLimit: async () => undefined }),
      cancelReceipt: refuse('a person who cancels'),
      ...(overseers.outside !== undefined && { outside: { ...overseers.outside, saveFile: refuse('a file outside') } }),
    };
  };
  return {
    ...ports,
    clock: scratch.clock,
    ids: scratch.ids,
    random: scratch.random,
    timer: scratch.timer,
    leases: scratch.leases,
    ledger: scratch.ledger,
    handleEffect,
    openTools: async (_run, overseers) => toolsWithoutHands({ runId, catalogue, place, overseers, roles: ports.roles, log: ports.writer, scratch, refuse, mayQuery, ...(copy !== undefined && { copy }) }),
    openOverseers: async () => closed(await ports.openOverseers(runId)),
    ...(copy === undefined && { listWorkspace: refuse('the folder'), mapWorkspace: refuse('the folder'), readWorkspaceFile: refuse('a file'), readWorkspaceBytes: refuse('a file'), hasTests: refuse('the folder') }),
    exchangesOf: refuse('an earlier conversation'),
  };
}

const PAGE = 500;

async function entriesAfter(position: number, { ledger }: Scratch): Promise<LogEntry[]> {
  const found: LogEntry[] = [];
  for (let after = position; ; ) {
    const page = await ledger.log.readAll({ after, limit: PAGE });
    found.push(...page);
    after = page.at(-1)?.position ?? after;
    if (page.length < PAGE) return found;
  }
}
