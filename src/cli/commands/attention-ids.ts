import { runFind, RunId, type ErrorBody } from '../../contracts/index.ts';
import type { Surface } from '../surface.ts';

/** The run that was typed: its whole id, the end of one, or `last`; or what is wrong with it. A whole id is taken at its word. */
export async function readRun({ client, signal }: Pick<Surface, 'client' | 'signal'>, typed: string): Promise<{ readonly runId: RunId } | { readonly fault: ErrorBody }> {
  const whole = RunId.safeParse(typed);
  if (whole.success) return { runId: whole.data };
  if (typed.trim() === '') return { fault: { code: 'input.invalid', message: 'No run is named.', next_step: 'Give its id, the end of it, or last; `keelson runs` lists them.', data: {} } };
  const found = await client.call(runFind, { run: typed }, { signal });
  return found.ok ? { runId: found.value.run_id } : { fault: found.error };
}
