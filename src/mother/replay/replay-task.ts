import { taskReplayEnded, type RunId, type TaskReplayMode, type TaskReplayReport, type TaskReplayRequest } from '../../contracts/index.ts';
import { KeelsonError, timestamp, type Clock, type Ids } from '../../kernel/index.ts';
import { BUILTIN_SETUP, verifyLog, type Ledger, type LogWriter } from '../../ledger/index.ts';
import { compareEvents } from './compare-events.ts';
import { divergenceOfBreak, divergenceOfEvent, isCompared, isFromOutside } from './divergences.ts';
import { simulateRun, type PortsOver } from './simulate-run.ts';
import { previewReplay } from './preview-replay.ts';
import { readSourceRun, type SourceRun } from './source-run.ts';
import { storyOf } from './story.ts';

export interface ToReplay {
  readonly runId: RunId;
  readonly mode: TaskReplayMode;
  readonly signal: AbortSignal;
}

export interface ReplayPorts {
  readonly source: Pick<Ledger, 'log' | 'blobs' | 'store'>;
  /** Writes the receipt, and nothing on the stream of the run. */
  readonly receipts: LogWriter;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly portsOver: PortsOver;
}

/** Goes through a run once more and tells what came of it. Nothing outside is touched; what is kept is one receipt. */
export async function replayTask(asked: ToReplay, ports: ReplayPorts): Promise<TaskReplayReport> {
  const { clock, ids, receipts } = ports;
  const run = await readSourceRun(asked.runId, ports.source.log);
  const request: TaskReplayRequest = {
    replay_request_id: ids.mint('cmd'),
    task_id: run.started.task_id,
    source_run_id: run.runId,
    replay_mode: asked.mode,
    allow_external_side_effects: false,
    allow_external_queries: false,
    model_reexecution_policy: 'reuse_recorded_outputs',
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
    case 'deterministic_reexecution': {
      const { not_repeatable: steps } = await previewReplay(run, request.replay_mode, ports.source);
      if (steps.length > 0) throw notDeterministic(run.runId, steps);
      throw notThere(run.runId, request.replay_mode);
    }
    case 'best_effort_rerun':
      throw notThere(run.runId, request.replay_mode);
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
    events: { compared: 0, identical: 0, from_outside: entries.filter(isFromOutside).length },
    divergences: [],
    story: storyOf(run),
    faults,
  };
}

async function simulate(request: TaskReplayRequest, run: SourceRun, signal: AbortSignal, { source, portsOver, clock, ids }: ReplayPorts): Promise<TaskReplayReport> {
  const simulation = await simulateRun(run, source, portsOver, signal);
  const entries = run.appends.slice(1).flatMap((append) => append.entries).filter(isCompared);
  const outside = entries.filter(isFromOutside);
  const own = entries.filter((entry) => !isFromOutside(entry)).map(({ event }) => event);
  const written = simulation.written.filter((entry) => isCompared(entry) && !isFromOutside(entry)).map(({ event }) => event);
  const { identical, differences } = compareEvents(own, written);
  const to = { request, run, clock, ids };
  // Where it broke off, that is what differs; whatever would have come after it tells nothing more.
  const divergences = simulation.brokenOff === undefined ? differences.map((one) => divergenceOfEvent(one, to)) : [divergenceOfBreak(simulation.brokenOff, simulation, to)];
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

function notDeterministic(runId: RunId, steps: readonly string[]): KeelsonError {
  return new KeelsonError('run.replay_refused', {
    message: `${runId} cannot be done again exactly: ${steps.length} of its steps may come out otherwise each time, the first of them ${steps[0]}.`,
    nextStep: 'Replay it from what was recorded: --mode simulation_from_recorded_outputs.',
    data: { run_id: runId, mode: 'deterministic_reexecution', validation_code: 'validation.deterministic_replay_with_nondeterministic_step', steps: [...steps] },
  });
}

function notThere(runId: RunId, mode: TaskReplayMode): KeelsonError {
  return new KeelsonError('run.replay_refused', {
    message: `This version cannot replay a run in the mode ${mode}.`,
    nextStep: 'Use audit_reconstruction or simulation_from_recorded_outputs.',
    data: { run_id: runId, mode, validation_code: null, steps: [] },
  });
}
