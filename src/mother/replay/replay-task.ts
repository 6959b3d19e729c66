import { taskReplayEnded, type ReplayDivergenceRecord, type RunId, type TaskReplayMode, type TaskReplayReport, type TaskReplayRequest } from '../../contracts/index.ts';
import { KeelsonError, timestamp } from '../../kernel/index.ts';
import { BUILTIN_SETUP, verifyLog } from '../../ledger/index.ts';
import { compareEvents } from './compare-events.ts';
import { divergenceOfBreak, divergenceOfEvent, divergenceOfFolder, divergenceOfDrift, isCompared, isFromOutside, withoutEstimates, type DivergencePorts } from './divergences.ts';
import { doneAgain, type Drift } from './done-again.ts';
import { copyFolderBefore } from './folder-copy.ts';
import { previewReplay } from './preview-replay.ts';
import type { ReplayPorts } from './replay-ports.ts';
import { rerun } from './rerun.ts';
import { simulateRun, type Again } from './simulate-run.ts';
import { readSourceRun, type SourceRun } from './source-run.ts';
import { storyOf } from './story.ts';

export interface ToReplay {
  readonly runId: RunId;
  readonly mode: TaskReplayMode;
  /** Of a rerun: whether tools that only read may be called again. Not when left out. */
  readonly mayQuery?: boolean;
  /** Of a rerun: whose words it goes on with; those of the same models when left out. */
  readonly models?: Exclude<TaskReplayRequest['model_reexecution_policy'], 'reuse_recorded_outputs'>;
  readonly signal: AbortSignal;
}

/** Goes through a run once more and tells what came of it. Nothing outside is changed; what is kept is one receipt. */
export async function replayTask(asked: ToReplay, ports: ReplayPorts): Promise<TaskReplayReport> {
  const { clock, ids, receipts } = ports;
  const run = await readSourceRun(asked.runId, ports.source.log);
  const isRerun = asked.mode === 'best_effort_rerun';
  const request: TaskReplayRequest = {
    replay_request_id: ids.mint('cmd'),
    task_id: run.started.task_id,
    source_run_id: run.runId,
    replay_mode: asked.mode,
    allow_external_side_effects: false,
    allow_external_queries: isRerun && asked.mayQuery === true,
    model_reexecution_policy: isRerun ? (asked.models ?? 'same_model_if_available') : 'reuse_recorded_outputs',
    created_at: timestamp(clock),
    schema_version: '1.0',
  };
  const report = await reportOf(request, run, asked.signal, ports);
  const id = request.replay_request_id;
  await receipts.append({ key: `${id}:ended`, events: [{ type: taskReplayEnded.type, streamId: id, payload: { report } }] });
  return report;
}

async function reportOf(request: TaskReplayRequest, run: SourceRun, signal: AbortSignal, ports: ReplayPorts): Promise<TaskReplayReport> {
  switch (request.replay_mode) {
    case 'audit_reconstruction':
      return reconstruct(request, run, ports);
    case 'simulation_from_recorded_outputs':
      return simulate(request, run, signal, ports);
    case 'deterministic_reexecution':
      return reexecute(request, run, signal, ports);
    case 'best_effort_rerun':
      return rerun(request, run, signal, ports);
  }
}

/** Reads how the run went from the log alone, after the whole log was held against itself. Nothing of the run is done again. */
async function reconstruct(request: TaskReplayRequest, run: SourceRun, { source }: ReplayPorts): Promise<TaskReplayReport> {
  const checking = verifyLog(source.store, BUILTIN_SETUP);
  let step = await checking.next();
  while (step.done !== true) step = await checking.next();
  const faults = step.value.faults.map(({ code, subject, detail }) => `${code} at ${subject}: ${detail}`);
  const entries = run.appends.flatMap((append) => append.entries);
  return {
    request,
    verdict: faults.length > 0 ? 'damaged' : 'reconstructed',
    ended: { original: run.termination?.reason ?? null, replayed: null },
    steps: { recorded: entries.filter(({ event }) => event.type === 'run.step_completed').length, answered: 0 },
    events: { compared: 0, identical: 0, from_outside: entries.filter((entry) => isFromOutside(entry, run.runId)).length },
    divergences: [],
    story: storyOf(run),
    faults,
  };
}

/** Goes through the run with what was recorded, and holds every event that it writes against the run's own. */
async function simulate(request: TaskReplayRequest, run: SourceRun, signal: AbortSignal, { source, portsOver, clock, ids }: ReplayPorts, again?: Again, alsoDiverged: (to: DivergencePorts) => readonly ReplayDivergenceRecord[] = () => []): Promise<TaskReplayReport> {
  const simulation = await simulateRun(run, source, portsOver, signal, again);
  const entries = run.appends.slice(1).flatMap((append) => append.entries).filter(isCompared);
  const outside = entries.filter((entry) => isFromOutside(entry, run.runId));
  const own = entries.filter((entry) => !isFromOutside(entry, run.runId)).map(({ event }) => withoutEstimates(event));
  const written = simulation.written.filter((entry) => isCompared(entry) && !isFromOutside(entry, run.runId)).map(({ event }) => withoutEstimates(event));
  const leftBehind = new Set(entries.filter(({ position }) => position < (run.accepted?.position ?? 0)).map(({ event }) => event.event_id));
  const { identical, differences } = compareEvents(own, written, ({ event_id: id }) => leftBehind.has(id));
  const to = { request, run, clock, ids };
  // Where it broke off, that is what differs; whatever would have come after it tells nothing more.
  const divergences = [...alsoDiverged(to), ...(simulation.brokenOff === undefined ? differences.map((one) => divergenceOfEvent(one, to)) : [divergenceOfBreak(simulation.brokenOff, simulation, to)])];
  return {
    request,
    verdict: divergences.length === 0 ? 'identical' : 'diverged',
    ended: { original: run.termination?.reason ?? null, replayed: simulation.termination?.reason ?? null },
    steps: { recorded: simulation.steps.filter(({ isCompleted }) => isCompleted).length, answered: simulation.answered },
    events: { compared: own.length, identical, from_outside: outside.length },
    divergences,
    story: storyOf(run),
    faults: [],
  };
}

/** Does every step again that reads or changes the folder, in a copy of it as it was before the run, and demands the same of each. */
async function reexecute(request: TaskReplayRequest, run: SourceRun, signal: AbortSignal, ports: ReplayPorts): Promise<TaskReplayReport> {
  const { not_repeatable: steps } = await previewReplay(run, request.replay_mode, ports.source);
  if (steps.length > 0) throw notDeterministic(run.runId, steps);
  const folder = await ports.scratchFolder();
  try {
    const { path, isAsItWas } = await copyFolderBefore(run, await ports.placeOf(run), folder.path, ports.source);
    const drifts: Drift[] = [];
    const again: Again = { copy: path, mayQuery: false, handle: (recorded) => doneAgain(recorded, (drift) => void drifts.push(drift)) };
    return await simulate(request, run, signal, ports, again, (to) => [...(isAsItWas ? [] : [divergenceOfFolder(to)]), ...drifts.map((drift) => divergenceOfDrift(drift, to))]);
  } finally {
    await folder.remove();
  }
}

function notDeterministic(runId: RunId, steps: readonly string[]): KeelsonError {
  return new KeelsonError('run.replay_refused', {
    message: `${runId} cannot be done again exactly: ${steps.length} of its steps may come out otherwise each time, the first of them ${steps[0]}.`,
    nextStep: 'Replay it from what was recorded: --mode simulation_from_recorded_outputs.',
    data: { run_id: runId, mode: 'deterministic_reexecution', validation_code: 'validation.deterministic_replay_with_nondeterministic_step', steps: [...steps] },
  });
}
