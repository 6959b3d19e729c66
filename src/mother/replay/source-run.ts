import { runModelRouted, runPrepared, runStarted, runTerminated, runToolRouted, runVersionsAccepted, type LogEntry, type ModelId, type RunId, type TerminationRecord } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { LogReader } from '../../ledger/index.ts';
import type { TaskWish } from '../task/task-ports.ts';

/** What one append of the source wrote. */
export interface SourceAppend {
  readonly key: string;
  readonly entries: readonly LogEntry[];
}

/** A run as its log tells it; nothing of it is ever written. */
export interface SourceRun {
  readonly runId: RunId;
  /** Each append that tells of this run, from its start to its end. */
  readonly appends: readonly SourceAppend[];
  readonly start: SourceAppend;
  /** Where a person last let it go on under other versions. */
  readonly accepted?: LogEntry;
  /** What was asked for, and where it was worked on. */
  readonly wish: Omit<TaskWish, 'signal'> & { readonly workspace: string };
  /** How much the models of the run took in at once; what those of now do when it was not kept. */
  readonly windows?: { readonly contextTokens: number; readonly largestContextTokens: number };
  /** Every model that it may have asked. */
  readonly models: readonly ModelId[];
  readonly started: ReturnType<(typeof runStarted)['payload']['parse']>;
  readonly termination: TerminationRecord | null;
}

/** How the events begin by which a journal keeps its steps. */
export const STEP_TYPES = 'run.step_';

const PAGE = 500;
const STARTED_WITH = 'run.start:';

export async function readSourceRun(runId: RunId, log: LogReader): Promise<SourceRun> {
  const appends = await appendsOf(runId, log);
  const [start] = appends;
  const startedPayload = start?.entries[0]?.event.payload ?? null;
  if (start === undefined) throw notReplayable(runId, 'there is no such run in this ledger');
  if (!start.key.startsWith(STARTED_WITH)) throw notReplayable(runId, 'it was one call of a tool, and no task');
  if (startedPayload === null) throw notReplayable(runId, 'the words of its task were erased');
  const started = runStarted.payload.parse(startedPayload);
  const payloadOf = (type: string): unknown => start.entries.find(({ event }) => event.type === type)?.event.payload ?? undefined;
  const prepared = runPrepared.payload.parse(payloadOf(runPrepared.type));
  const routed = runToolRouted.payload.safeParse(payloadOf(runToolRouted.type)).data?.decision;
  const end = appends.flatMap(({ entries }) => entries).find(isEndOf(runId))?.event.payload ?? null;
  const accepted = appends.flatMap(({ entries }) => entries).findLast(({ event }) => event.type === runVersionsAccepted.type && event.aggregate_id === runId);
  return {
    runId,
    appends,
    start,
    ...(accepted !== undefined && { accepted }),
    started,
    models: modelsOf(appends),
    ...(prepared.windows !== undefined && { windows: { contextTokens: prepared.windows.context_tokens, largestContextTokens: prepared.windows.largest_context_tokens } }),
    termination: end === null ? null : runTerminated.payload.parse(end).termination,
    wish: {
      workspace: prepared.workspace,
      request: started.request,
      userId: started.user_id,
      attendance: prepared.attendance,
      ...(prepared.mode !== undefined && { mode: prepared.mode }),
      ...(prepared.on_limit !== undefined && { onLimit: prepared.on_limit }),
      ...(prepared.session_id !== null && { sessionId: prepared.session_id }),
      ...(prepared.save_as !== undefined && { saveAs: prepared.save_as }),
      ...(prepared.functions !== undefined && { functions: prepared.functions }),
      ...(routed !== undefined && { routed }),
      engine: prepared.engine,
      engineReason: prepared.engine_reason,
      limits: started.budget,
      idempotencyKey: start.key.slice(STARTED_WITH.length),
    },
  };
}

/** As its routes name them, with those that stood by. */
function modelsOf(appends: readonly SourceAppend[]): ModelId[] {
  const named = new Set<ModelId>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('model_id' in value && typeof value.model_id === 'string' && 'location' in value) named.add(value.model_id);
    for (const inner of Object.values(value)) collect(inner);
  };
  for (const { event } of appends.flatMap(({ entries }) => entries)) if (event.type === runModelRouted.type || isRoute(event.payload)) collect(event.payload);
  return [...named];
}

function isRoute(payload: LogEntry['event']['payload']): boolean {
  return (payload?.['result'] as { effect?: string } | undefined)?.effect === 'model.route';
}

/** Other runs of the ledger lie between; an append is of this one when one of its events names it. */
async function appendsOf(runId: RunId, log: LogReader): Promise<SourceAppend[]> {
  const [first] = await log.read({ aggregate: 'run', id: runId }, { limit: 1 });
  if (first === undefined) return [];
  const found: SourceAppend[] = [];
  let open: { key: string; entries: LogEntry[] } = { key: '', entries: [] };
  const close = (): void => {
    // What was archived or erased since names nothing any more; the append still says whose it was.
    if (open.key.startsWith(`${runId}:`) || open.entries.some(({ event }) => event.aggregate_id === runId || JSON.stringify(event.payload).includes(runId))) found.push(open);
  };
  for (let after = first.position - 1; ; ) {
    const page = await log.readAll({ after, limit: PAGE });
    for (const entry of page) {
      if (entry.append !== undefined) {
        close();
        if (found.at(-1)?.entries.some(isEndOf(runId)) === true) return found;
        open = { key: entry.append.key, entries: [] };
      }
      open.entries.push(entry);
    }
    after = page.at(-1)?.position ?? after;
    if (page.length < PAGE) break;
  }
  close();
  return found;
}

function isEndOf(runId: RunId): (entry: LogEntry) => boolean {
  return ({ event }) => event.type === runTerminated.type && event.aggregate_id === runId;
}

function notReplayable(runId: RunId, detail: string): KeelsonError {
  return new KeelsonError('run.replay_refused', {
    message: `${runId} cannot be replayed: ${detail}.`,
    nextStep: 'Choose a run that was started as a task, from keelson runs.',
    data: { run_id: runId, mode: '', validation_code: null, steps: [] },
  });
}
