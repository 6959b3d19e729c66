import type { TaskReplayReport, TaskReplayRequest } from '../../contracts/index.ts';
import { askedAgain, type RerunDivergence } from './asked-again.ts';
import { divergenceOfBreak, divergenceOfRerun, divergenceOfVerdict } from './divergences.ts';
import { copyFolderNow } from './folder-copy.ts';
import type { ReplayPorts } from './replay-ports.ts';
import { simulateRun, type Again } from './simulate-run.ts';
import type { SourceRun } from './source-run.ts';
import { storyOf } from './story.ts';
import { comparedVerdicts, lastVerdicts } from './verdicts.ts';

/** Lets the run take its course with models that are asked again, changes nothing outside, and compares how it was judged. */
export async function rerun(request: TaskReplayRequest, run: SourceRun, signal: AbortSignal, { source, portsOver, clock, ids, scratchFolder, placeOf }: ReplayPorts): Promise<TaskReplayReport> {
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
    return {
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
  } finally {
    await folder.remove();
  }
}
