import { documentKey, ForkRecord, toolUsed, type RunId, type StepKey } from '../../contracts/index.ts';
import { createIds, fixedClock, sha256Hex } from '../../kernel/index.ts';
import { goingOnFrom, readPast, recordOnce, type Journal, type LedgerOperation, type Past, type RunJournal, type StepOptions } from '../../ledger/index.ts';
import type { PhasedRunPorts } from '../task/task-ports.ts';
import { renaming, type Renamed } from './renaming.ts';

/** Of a fork: which of its steps another run has done, and learnt from. */
export interface RecordedSteps {
  isRecorded?(key: StepKey): boolean;
}

/** The ports of a run that was forked off another: what that one had recorded is read from it, and all else is done. */
export async function withRecordedPast<Ports extends PhasedRunPorts & RecordedSteps>(runId: RunId, ports: Ports): Promise<Ports> {
  const stored = await ports.ledger.documents.get(documentKey.fork(runId));
  // Whoever goes through a fork again has its own record, and needs that of nobody else.
  if (stored === undefined || ports.handleEffect !== undefined) return ports;
  const record = ForkRecord.parse(stored.body);
  const { fork, parent_workspace: parentWorkspace, workspace, event_seq: upTo } = record;
  const past = await readPast(fork.parent_run_id, upTo, ports.ledger.log);
  const asHere = renaming([[fork.parent_run_id, runId], [parentWorkspace, workspace], ...past.minted.flatMap((id) => ownId(id, record))]);
  const handleEffect = goingOnFrom(past, {
    blobs: ports.ledger.blobs,
    asHere,
    async onAnswer(key, below) {
      const events = below.flatMap(({ event }) => (event.payload === null ? [] : [{ type: event.type, streamId: runId, payload: asHere(event.payload) as Readonly<Record<string, unknown>> }]));
      if (events.length > 0) await recordOnce(ports.writer, 'fork', `${runId}:past:${sha256Hex(key)}`, events);
    },
  });
  const isRecorded = recordedIn(past);
  return { ...ports, handleEffect, isRecorded, overJournal: (journal: RunJournal) => withoutPaying(journal, isRecorded) };
}

function recordedIn({ steps }: Past): (key: StepKey) => boolean {
  return (key) => steps.get(key)?.standing.is === 'completed';
}

/** What has a stream under its own id. The parent's stays the parent's, and the fork has one of its own. */
const WITH_STREAMS: ReadonlySet<string> = new Set(['art', 'cnf', 'sum']);

const ID_RANDOM_BYTES = 10;

/** Always the same for the same id and fork, so that a fork that is gone on with meets its own. */
function ownId(id: string, { fork }: ForkRecord): Renamed[] {
  const [prefix = ''] = id.split('_');
  if (!WITH_STREAMS.has(prefix)) return [];
  const drawn = Buffer.from(sha256Hex(`${fork.fork_id} ${id}`), 'hex').subarray(0, ID_RANDOM_BYTES);
  const ids = createIds({ clock: fixedClock(Date.parse(fork.created_at)), random: { bytes: () => new Uint8Array(drawn) } });
  return [[id, ids.mint(prefix as 'art' | 'cnf' | 'sum')]];
}

/**
 * What another run has paid for counts in the limits of this one, which rests on it, and is not taken from the day once more.
 * Nor is it told once more how tools and models fared: they were used once.
 */
function withoutPaying(journal: RunJournal, isPast: (key: StepKey) => boolean): RunJournal {
  const over = <Inner extends Journal>(inner: Inner, prefix: string): Inner => ({
    ...inner,
    step: (key, effect, request, options) => inner.step(key, effect, request, options !== undefined && isPast(`${prefix}${key}`) ? paidBefore(options) : options),
    scope: (below) => over(inner.scope(below), `${prefix}${below}/`),
  });
  return over(journal, '');
}

function paidBefore<Result>({ reserve, settle, ...options }: StepOptions<Result>): StepOptions<Result> {
  return {
    ...options,
    ...(reserve !== undefined && { reserve: (attempt) => reserve(attempt).filter(isOfRun) }),
    ...(settle !== undefined && {
      settle: (end, attempt) => {
        const { operations, events } = settle(end, attempt);
        return { ...(events !== undefined && { events: events.filter(({ type }) => !isMeasure(type)) }), ...(operations !== undefined && { operations: operations.filter(isOfRun) }) };
      },
    }),
  };
}

/** What is kept over all runs of how a tool or a model fared. */
function isMeasure(type: string): boolean {
  return type === toolUsed.type || type.startsWith('model.');
}

const COUNTERS_OF_RUNS = 'budget:run:';

function isOfRun(operation: LedgerOperation): boolean {
  return !operation.kind.startsWith('counter.') || ('counter' in operation && operation.counter.startsWith(COUNTERS_OF_RUNS));
}
