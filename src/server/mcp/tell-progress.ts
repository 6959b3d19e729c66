import type { Asking } from './offer.ts';

/** Tells whoever waits how far it is: as progress where they asked for it, else as a message of the log. */
export function tellerOf({ server, extra }: Asking): (text: string) => Promise<void> {
  const token = extra._meta?.progressToken;
  let told = 0;
  return async (text) => {
    told += 1;
    // Somebody who has gone is not told any more, and that is no failure of the work.
    if (token !== undefined) await extra.sendNotification({ method: 'notifications/progress', params: { progressToken: token, progress: told, message: text } }).catch(() => undefined);
    else await server.sendLoggingMessage({ level: 'info', logger: 'keelson', data: text }, extra.sessionId).catch(() => undefined);
  };
}
