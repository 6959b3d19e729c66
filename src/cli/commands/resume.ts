import { runResume, runShow, type OnLimit } from '../../contracts/index.ts';
import type { ExitCode } from '../exit-codes.ts';
import { style } from '../style.ts';
import { showFailure, type Surface } from '../surface.ts';
import { newKey } from './new-key.ts';
import { onLimitHere } from './run.ts';
import { planLines, understoodLines } from './run-plan-text.ts';
import { minutes } from './run-report-text.ts';
import { tellEnded, watchTask, type TaskOptions } from './watch-task.ts';

export interface ResumeOptions extends TaskOptions {
  readonly acceptVersions?: string;
  readonly onLimit?: OnLimit;
}

/** Goes on with a run that was cut off. What was done is not done again; one that has ended says how it ended. */
export async function resume(surface: Surface, run: string, options: ResumeOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const asJson = options.json === true;
  const shown = await client.call(runShow, { run }, { signal });
  if (!shown.ok) return showFailure(surface, shown.error, asJson);
  const { run_id: runId, task, plan, rounds, termination } = shown.value;
  const paint = style(terminal.colour);
  const tells = !asJson && options.quiet !== true;
  if (termination !== null) {
    if (tells) await terminal.writeError(`${paint.dim(`${runId} ended on ${minutes(termination.timestamp)}: ${termination.reason}. Nothing is done again; this is what it came to.`)}\n`);
    return tellEnded(surface, shown.value, termination, options);
  }
  if (tells) {
    const known = [paint.dim(`${runId} goes on · Ctrl-C cancels it`), ...(task === null ? [] : understoodLines(task, terminal.columns, paint)), ...(plan === null ? [] : planLines(plan, rounds, terminal.columns, paint))];
    await terminal.writeError(`${known.join('\n')}\n`);
  }
  const key = newKey();
  const attendance = options.unattended === true ? 'unattended' : 'attended';
  const onLimit = onLimitHere(surface, options)?.onLimit;
  const { exitCode } = await watchTask(surface, { key, runId, known: shown.value, start: (stopped) => client.call(runResume, { run: runId, attendance, ...(onLimit !== undefined && { on_limit: onLimit }), ...(options.acceptVersions !== undefined && { accept_versions: options.acceptVersions }) }, { signal: stopped, idempotencyKey: key }), beginning: () => '' }, options);
  return exitCode;
}
