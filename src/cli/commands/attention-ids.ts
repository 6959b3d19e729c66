import { RunId, type ErrorBody } from '../../contracts/index.ts';

export function notARun(run: string): ErrorBody {
  return { code: 'input.invalid', message: `"${run}" is not the number of a run.`, next_step: 'A run is called run_ and 26 letters and digits; whatever starts one prints it.', data: {} };
}

/** The run that was typed, or what is wrong with it. */
export function readRun(run: string): { readonly runId: RunId } | { readonly fault: ErrorBody } {
  const parsed = RunId.safeParse(run);
  return parsed.success ? { runId: parsed.data } : { fault: notARun(run) };
}
