/** The figures of the auditor, folded line by line. Pure: the same lines give the same figures, whoever folds them and when. */
import { AUDIT_ENDED_RUNS_KEPT, AUDIT_LISTED_MAX, AuditStats, type AuditLine, type AuditWindow, type Sha256, type Timestamp } from '../contracts/index.ts';
import { trespass } from './authority.ts';
import { AUDIT_GENESIS } from './line.ts';
import { newRun, watchEvent, type Remarks, type RunMemory } from './run-watch.ts';
import { noteVersions } from './versions.ts';

/** What is stored as `AuditStats`, as it is worked with. */
export interface Figures {
  sequence: number;
  hash: Sha256;
  window: AuditWindow;
  earlier: AuditStats['earlier'];
  readonly runs: Map<string, RunMemory>;
  readonly endedRuns: Set<string>;
  readonly open: Set<string>;
  /** The tasks of the window. */
  taskIds: Set<string>;
  readonly versions: Map<string, string>;
  reports: number;
  reportedAt: Timestamp;
}

export function newWindow(start: Timestamp): AuditWindow {
  return {
    start,
    events: 0,
    tasks: 0,
    corrections: 0,
    runs_ended: 0,
    runs_failed: 0,
    tool_calls: 0,
    tool_calls_failed: 0,
    task_ids: [],
    distances: {},
    boundary_violations: [],
    drift_alerts: [],
    anomalies: [],
    left_off: 0,
    tool_health: { execution_failures: 0, environmental_retries: 0, logical_retries: 0 },
  };
}

export function newFigures(at: Timestamp): Figures {
  return { sequence: 0, hash: AUDIT_GENESIS, window: newWindow(at), earlier: [], runs: new Map(), endedRuns: new Set(), open: new Set(), taskIds: new Set(), versions: new Map(), reports: 0, reportedAt: at };
}

/** Adds one line to the figures. */
export function foldLine(figures: Figures, line: AuditLine): void {
  const { window } = figures;
  const say = remarksIn(window);
  window.events += 1;
  figures.sequence = line.sequence;
  figures.hash = line.hash;
  const trespassed = trespass(line, line.facts);
  if (trespassed !== undefined) say.boundary(`${trespassed} (entry ${line.position})`);
  noteVersions(line, figures.versions, (text) => addTo(window, 'drift_alerts', text));
  countLine(line, window);
  watchShared(line, figures, say);
  forgetOldest(figures.open, OPEN_KEPT);
  if (line.aggregate === 'run') watchRun(line, figures, say);
}

function addTo(window: AuditWindow, list: 'boundary_violations' | 'drift_alerts' | 'anomalies', text: string): void {
  if (window[list].includes(text)) return;
  if (window[list].length < AUDIT_LISTED_MAX) window[list].push(text);
  else window.left_off += 1;
}

export function remarksIn(window: AuditWindow): Remarks {
  const anomaly = (text: string): void => addTo(window, 'anomalies', text);
  return { boundary: (text) => addTo(window, 'boundary_violations', text), anomaly, absence: anomaly };
}

/** The plain counts. */
function countLine({ type, facts }: AuditLine, window: AuditWindow): void {
  const { tool_health: health } = window;
  switch (type) {
    case 'run.execution_returned':
      if (facts?.['status'] === 'failed') health.execution_failures += 1;
      break;
    case 'run.correction_ordered':
      window.corrections += 1;
      if (facts?.['failure_class'] === 'environmental') health.environmental_retries += 1;
      if (facts?.['failure_class'] === 'logical') health.logical_retries += 1;
      break;
    case 'run.tool_ended':
      window.tool_calls += 1;
      if (facts?.['status'] === 'failed') window.tool_calls_failed += 1;
      break;
    case 'run.terminated':
      window.runs_ended += 1;
      if (facts?.['reason'] !== 'success' && facts?.['reason'] !== 'user_cancelled') window.runs_failed += 1;
      break;
  }
}

/** What outlives a run or belongs to several: reservations and approvals. */
function watchShared({ type, stream_id: stream, position, facts }: AuditLine, { open, runs }: Figures, say: Remarks): void {
  if (facts === null) return;
  const reservation = `reserved:${stream}:${String(facts['reservation_id'])}`;
  switch (type) {
    case 'counter.reserved':
      open.add(reservation);
      noteReservedCall(String(facts['reservation_id']), runs);
      break;
    case 'counter.settled':
      if (facts['reservation_id'] !== undefined && !open.delete(reservation)) say.absence(`law 3: ${stream} settled ${String(facts['reservation_id'])} (entry ${position}), which was never reserved`);
      break;
    case 'counter.closed':
      for (const name of open) if (name.startsWith(`reserved:${stream}:`)) open.delete(name);
      break;
    case 'approval.resolved':
      if (facts['by'] === 'person' && facts['answer'] !== 'denied') open.add(`yes:${stream}`);
      break;
    case 'approval.decided_automatically':
      if (facts['answer'] === 'approved') open.add(`yes:${String(facts['approval_id'] ?? stream)}`);
      break;
    case 'approval.consumed':
      if (open.has(`used:${stream}`)) say.anomaly(`law 1: the yes of ${stream} was used twice (entry ${position})`);
      else if (!open.has(`yes:${stream}`)) say.absence(`law 1: ${stream} was used (entry ${position}) and nobody had said yes`);
      open.add(`used:${stream}`);
      break;
  }
}

/** `RUN:CALL:ATTEMPT` is what a call reserves under. */
function noteReservedCall(reservation: string, runs: Figures['runs']): void {
  const [runId = '', ...rest] = reservation.split(':');
  if (rest.length >= 2) runs.get(runId)?.seen.add(`reserved:${rest.slice(0, -1).join(':')}`);
}

/** What a run is expected never to do once it has ended. */
const WORK: ReadonlySet<string> = new Set(['run.step_intended', 'run.tool_started', 'run.llm_started', 'run.subtask_dispatched', 'run.plan_made', 'run.directive_issued', 'run.result_given']);

function watchRun(line: AuditLine, figures: Figures, say: Remarks): void {
  const { runs, endedRuns, window, open, taskIds } = figures;
  const { stream_id: runId, type, facts } = line;
  if (endedRuns.has(runId)) {
    if (type === 'run.terminated') say.anomaly(`${runId} ended twice (entry ${line.position})`);
    else if (WORK.has(type)) say.anomaly(`${runId} went on after its end: ${type} (entry ${line.position})`);
    return;
  }
  const run = runs.get(runId) ?? begin(runId, line, figures);
  taskIds.add(run.task_id);
  window.tasks = taskIds.size;
  noteDistance(run.task_id, facts?.['distance'], run.distance, window);
  watchEvent(line, run, say, (approvalId) => open.has(`yes:${approvalId}`) || open.has(`used:${approvalId}`));
  if (type === 'run.terminated') end(runId, figures);
}

/** A run whose beginning is not in the log, or is not readable, is watched all the same. */
function begin(runId: string, { type, facts }: AuditLine, { runs }: Figures): RunMemory {
  const run = newRun(typeof facts?.['task_id'] === 'string' ? facts['task_id'] : runId);
  if (type !== 'run.started') run.seen.add('unreadable');
  runs.set(runId, run);
  return run;
}

function end(runId: string, { runs, endedRuns }: Figures): void {
  runs.delete(runId);
  endedRuns.add(runId);
  forgetOldest(endedRuns, AUDIT_ENDED_RUNS_KEPT);
}

function forgetOldest(names: Set<string>, kept: number): void {
  for (const oldest of names) {
    if (names.size <= kept) return;
    names.delete(oldest);
  }
}

/** More than can be reserved at once on all counters, with the approvals of many days. */
const OPEN_KEPT = 4_000;

function noteDistance(taskId: string, distance: unknown, before: number | null, { distances }: AuditWindow): void {
  if (typeof distance !== 'number') return;
  distances[taskId] = { first: distances[taskId]?.first ?? before ?? distance, last: distance };
}

export function storedFigures({ runs, endedRuns, open, taskIds, versions, reportedAt, sequence, hash, window, earlier, reports }: Figures): AuditStats {
  return {
    schema_version: '1.0',
    sequence,
    hash,
    window: { ...window, task_ids: [...taskIds] },
    earlier,
    runs: Object.fromEntries([...runs].map(([id, run]) => [id, { ...run, open: [...run.open], seen: [...run.seen] }])),
    ended_runs: [...endedRuns],
    open: [...open],
    versions: Object.fromEntries(versions),
    reports,
    reported_at: reportedAt,
  };
}

/** Undefined when it is none of ours: then everything is folded anew. */
export function readFigures(stored: unknown): Figures | undefined {
  const parsed = AuditStats.safeParse(stored);
  if (!parsed.success) return undefined;
  const { runs, ended_runs, open, versions, reported_at, sequence, hash, window, earlier, reports } = parsed.data;
  return {
    sequence,
    hash,
    window,
    earlier,
    runs: new Map(Object.entries(runs).map(([id, run]) => [id, { ...run, open: new Set(run.open), seen: new Set(run.seen) }])),
    endedRuns: new Set(ended_runs),
    open: new Set(open),
    taskIds: new Set(window.task_ids),
    versions: new Map(Object.entries(versions)),
    reports,
    reportedAt: reported_at,
  };
}
