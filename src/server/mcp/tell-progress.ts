import type { ServerNotification } from '@modelcontextprotocol/sdk/types.js';
import type { RunId } from '../../contracts/index.ts';
import type { Asking } from './offer.ts';

/** The name under which the steps of a run are told to whoever waits for it, beside the progress of their own request. */
export const TASK_PROGRESS = 'mcp/taskProgress';

/**
 * Tells whoever waits how far a run is: its step by number and in words, and the same as progress where they asked for that,
 * else as a message of the log. The run is recorded and goes on by itself, so who leaves loses nothing and asks again later.
 */
export function tellerOf(runId: RunId, { server, extra }: Asking): (text: string) => Promise<void> {
  const token = extra._meta?.progressToken;
  let told = 0;
  return async (text) => {
    told += 1;
    // The library knows the notifications of the protocol alone; a client that does not know this one passes it over.
    const step = { method: TASK_PROGRESS, params: { run_id: runId, step: told, message: text } } as unknown as ServerNotification;
    // Somebody who has gone is not told any more, and that is no failure of the work.
    await extra.sendNotification(step).catch(() => undefined);
    if (token !== undefined) await extra.sendNotification({ method: 'notifications/progress', params: { progressToken: token, progress: told, message: text } }).catch(() => undefined);
    else await server.sendLoggingMessage({ level: 'info', logger: 'keelson', data: text }, extra.sessionId).catch(() => undefined);
  };
}
