import type { TaskReplayReport, TaskReplayRequest } from '../../contracts/index.ts';
import { askedAgain, type RerunDivergence } from './asked-again.ts';
import { chargingDay, type DayUse } from './charge-day.ts';
import { divergenceOfBreak, divergenceOfRerun, divergenceOfVerdict } from './divergences.ts';
import { copyFolderNow } from './folder-copy.ts';
import type { ReplayPorts } from './replay-ports.ts';
import { simulateRun, type Again } from './simulate-run.ts';
import type { SourceRun } from './source-run.ts';
import { storyOf } from './story.ts';
import { comparedVerdicts, lastVerdicts } from './verdicts.ts';

/** Lets the run take its course with models that are asked again, changes nothing outside, and compares how it was judged. */
export async function rerun(request: TaskReplayRequest, run: SourceRun, signal: AbortSignal, ports: ReplayPorts): Promise<TaskReplayReport> {
  // Where no model is asked nothing is used.
  if (run.wish.engine !== 'model') return (await letTakeItsCourse(request, run, signal, ports)).result;
  return chargingDay(request, run, ports.day, ports.receipts, () => letTakeItsCourse(request, run, signal, ports));
}

async function letTakeItsCourse(request: TaskReplayRequest, run: SourceRun, signal: AbortSignal, { source, portsOver, clock, ids, scratchFolder, placeOf }: ReplayPorts): Promise<{ readonly result: TaskReplayReport; readonly used: DayUse }> {
  const folder = await scratchFolder();
  try {
    const { path } = await copyFolderNow(await placeOf(run), folder.path, source.blobs);
    const met: RerunDivergence[] = [];
    const again: Again = {
      copy: path,
      mayQuery: request.allow_external_queries,
      handle: (recorded, steps) => askedAgain(recorded, { steps, request, onDivergence: (one) => void met.push(one) }),
      onRefused: (what) => void met.push({ kind: 'capability_unavailable', explanation: `It reached for ${what}, which a replay does not have.` }),
    };
    const { termination, brokenOff, steps, answered, written, counter } = await simulateRun(run, source, portsOver, signal, again);
    const to = { request, run, clock, ids };
    const verdicts = comparedVerdicts(lastVerdicts(run.appends.flatMap(({ entries }) => entries).map(({ event }) => event)), lastVerdicts(written.map(({ event }) => event)));
    const saved = run.wish.saveAs === undefined ? [] : [divergenceOfRerun({ kind: 'non_replayable_side_effect', explanation: 'The result was also saved elsewhere; a replay saves nothing.' }, to)];
    const divergences = [
      ...met.map((one) => divergenceOfRerun(one, to)),
      ...saved,
      ...verdicts.filter(({ original, replayed }) => original !== replayed).map((one) => divergenceOfVerdict(one, to)),
      ...(brokenOff === undefined ? [] : [divergenceOfBreak(brokenOff, { steps }, to)]),
    ];
    const result: TaskReplayReport = {
      request,
      verdict: divergences.length === 0 ? 'agrees' : 'diverged',
      ended: { original: run.termination?.reason ?? null, replayed: termination?.reason ?? null },
      steps: { recorded: steps.filter(({ isCompleted }) => isCompleted).length, answered },
      events: { compared: 0, identical: 0, from_outside: 0 },
      divergences,
      verdicts,
      spent: { tokens: counter?.spent['tokens'] ?? 0, cost_usd: (counter?.spent['cost_microusd'] ?? 0) / 1e6 },
      story: storyOf(run),
      faults: [],
    };
    return { result, used: { tokens: counter?.spent['tokens'] ?? 0, cloudCalls: counter?.spent['cloud_calls'] ?? 0 } };
  } finally {
    await folder.remove();
  }
}
