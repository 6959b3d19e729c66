import {
  documentKey,
  RunId,
  runPhaseExited,
  runPrepared,
  runStarted,
  runSuspended,
  runSuspensionEnded,
  runTerminated,
  type ChildOrder,
  type GateReceipt,
  type RunDirectory,
  type RunEngine,
  type RunIndexEntry,
  type SessionId,
  type TerminationReason,
  type TerminationRecord,
} from '../../contracts/index.ts';
import { DIRECTORY_DAYS_MAX, DIRECTORY_RUNS_MAX } from '../limits.ts';
import type { DocumentBody, FoldedEvent, Projection } from './projection.ts';

/** A run in one line, so that lists need not read its events. */
export const runIndexProjection: Projection = {
  name: 'run_index',
  version: 1,
  types: [runStarted.type, runPrepared.type, runPhaseExited.type, runSuspended.type, runSuspensionEnded.type, runTerminated.type],
  key: ({ streamId }) => documentKey.runIndex(RunId.parse(streamId)),
  fold: (current, event) => (event.type === runStarted.type ? begun(event) : current === undefined ? {} : goneOn(current as RunIndexEntry, event)) as DocumentBody,
};

function begun({ payload, recordedAt }: FoldedEvent): RunIndexEntry {
  const { run_id, request } = payload as Pick<RunIndexEntry, 'run_id' | 'request'>;
  return { run_id, request, engine: null, session_id: null, phase: 'plan', is_waiting: false, started_at: recordedAt, ended_at: null, reason: null };
}

function goneOn(entry: RunIndexEntry, { type, payload }: FoldedEvent): RunIndexEntry {
  switch (type) {
    case runPrepared.type: {
      const order = payload['child_of'] as ChildOrder | undefined;
      return { ...entry, engine: payload['engine'] as RunEngine, session_id: payload['session_id'] as SessionId | null, ...(order !== undefined && { parent_run_id: order.parent_run_id }) };
    }
    case runPhaseExited.type: {
      const gate = payload['gate'] as GateReceipt | null;
      return gate === null ? entry : { ...entry, phase: gate.next };
    }
    case runSuspended.type:
      return { ...entry, is_waiting: true };
    case runSuspensionEnded.type:
      return { ...entry, is_waiting: false };
    default: {
      const { reason, timestamp } = payload['termination'] as TerminationRecord;
      return { ...entry, phase: 'terminate', is_waiting: false, ended_at: timestamp, reason };
    }
  }
}

/** Which runs there are, and how many ended for which reason, in all and day by day. */
export const runDirectoryProjection: Projection = {
  name: 'run_directory',
  version: 1,
  types: [runStarted.type, runTerminated.type],
  key: () => documentKey.runDirectory(),
  fold: (current, { type, streamId, payload }) => {
    const directory = (current as RunDirectory | undefined) ?? { total: 0, latest: [], by_reason: {}, by_day: {} };
    const runId = RunId.parse(streamId);
    if (type === runStarted.type) return { ...directory, total: directory.total + 1, latest: kept(directory.latest, runId) };
    const { reason, timestamp } = payload['termination'] as TerminationRecord;
    const before = directory.by_reason[reason] ?? { count: 0, latest: [] };
    return { ...directory, by_reason: { ...directory.by_reason, [reason]: { count: before.count + 1, latest: kept(before.latest, runId) } }, by_day: counted(directory.by_day, timestamp.slice(0, DATE_CHARS), reason) };
  },
};

const DATE_CHARS = 'YYYY-MM-DD'.length;

function kept(latest: readonly RunId[], runId: RunId): RunId[] {
  return [...latest, runId].slice(-DIRECTORY_RUNS_MAX);
}

/** The latest days stay, whichever order they came in. */
function counted(days: RunDirectory['by_day'], day: string, reason: TerminationReason): RunDirectory['by_day'] {
  const ofDay = { ...days[day], [reason]: (days[day]?.[reason] ?? 0) + 1 };
  const names = [...new Set([...Object.keys(days), day])].toSorted().slice(-DIRECTORY_DAYS_MAX);
  return Object.fromEntries(names.map((name) => [name, name === day ? ofDay : (days[name] ?? {})]));
}
