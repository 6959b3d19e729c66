import { setTimeout as wait } from 'node:timers/promises';
import { scheduleWork, serverStart, serverStop, type ServerStarted } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { OUTPUT_ENDED, showFailure, type Surface } from '../surface.ts';
import { newKey } from './new-key.ts';
import { printable } from './printable.ts';
import { doneLine, hasFailed, LOOK_MS } from './schedule.ts';

export interface ServeOptions {
  readonly port?: number;
  readonly host?: string;
  readonly name?: readonly string[];
  readonly tenant?: string;
  /** False when no page is to be opened. */
  readonly open?: boolean;
  readonly json?: boolean;
}

/** Serves until Ctrl-C, which is its proper end. */
export async function serve(surface: Surface, { port, host, name, tenant, open, json }: ServeOptions): Promise<ExitCode> {
  const { terminal, client, signal } = surface;
  const asJson = json === true;
  const started = await client.call(serverStart, { ...(port !== undefined && { port }), ...(host !== undefined && { host }), ...(name !== undefined && { names: [...name] }), ...(tenant !== undefined && { tenant }) }, { signal });
  if (!started.ok) return showFailure(surface, started.error, asJson);
  await terminal.writeOut(asJson ? `${JSON.stringify({ started: started.value })}\n` : startedText(started.value));
  const tidy = open !== false && !asJson && terminal.isInteractive ? await terminal.openPage?.(started.value.first_url) : undefined;
  if (typeof tidy === 'function') await terminal.writeOut('It was opened in your browser.\n');
  await workMeanwhile(surface, tenant, asJson);
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  if (typeof tidy === 'function') await tidy();
  // The signal of the surface is raised by now, and stopping is still to be done.
  const stopped = await client.call(serverStop, { server: started.value.server });
  if (!stopped.ok) return showFailure(surface, stopped.error, asJson);
  if (asJson) await terminal.writeOut(`${JSON.stringify({ stopped: stopped.value })}\n`);
  else await terminal.writeError(`Stopped. Requests answered: ${stopped.value.requests}. What was recorded is kept, and runs that were at work can be resumed.\n`);
  return signal.reason === OUTPUT_ENDED ? EXIT.ok : EXIT.interrupted;
}

/** Whoever serves for days does what falls due meanwhile: no second process is needed for it. Of the product's own work only what goes wrong is told. */
async function workMeanwhile({ client, signal, terminal }: Surface, tenant: string | undefined, asJson: boolean): Promise<void> {
  // Schedules belong to the tenant that everybody has.
  if (tenant !== undefined) return;
  for (let toldOf: string | undefined; !signal.aborted; ) {
    const worked = await client.call(scheduleWork, { while_serving: true, wait_ms: LOOK_MS }, { signal, idempotencyKey: newKey() });
    if (signal.aborted) return;
    if (worked.ok) {
      for (const one of worked.value.done.filter((done) => done.came_to !== undefined || hasFailed(done))) await terminal.writeOut(asJson ? `${JSON.stringify({ done: one })}\n` : doneLine(one));
      toldOf = undefined;
      continue;
    }
    // The same trouble again is no news.
    if (worked.error.code !== toldOf) await terminal.writeError(`What falls due is not worked on now: ${printable(worked.error.message)} ${printable(worked.error.next_step)}\n`);
    toldOf = worked.error.code;
    await wait(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}

function startedText({ url, first_url }: ServerStarted): string {
  return `Keelson answers at ${url}, on this machine alone unless it was told otherwise.

Open this in a browser; it holds the token of this installation, so keep it to yourself:
  ${first_url}

A first task: write it on the page, or from another terminal (with npx in front where keelson is not installed):
  keelson run "count lines of code by language"
Programs send the token: curl -H "Authorization: Bearer TOKEN" ${url}/v1/openapi.json
Ctrl-C stops it.

`;
}
