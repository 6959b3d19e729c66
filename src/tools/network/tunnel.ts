import type { Duplex } from 'node:stream';

/** Joins two connections until both have ended, one breaks, or both are silent for `idleMs`. The bytes are not looked at. */
export function joinStreams(client: Duplex, upstream: Duplex, idleMs: number): void {
  const idle = setTimeout(() => {
    client.destroy();
    upstream.destroy();
  }, idleMs);
  join(client, upstream, idle);
  join(upstream, client, idle);
}

function join(from: Duplex, to: Duplex, idle: NodeJS.Timeout): void {
  from.on('data', () => void idle.refresh());
  from.on('error', () => to.destroy());
  from.on('close', () => {
    if (to.closed) clearTimeout(idle);
    // What ended in order has been passed on, and the other side may take its time to read it.
    if (from.readableEnded) to.end(() => to.destroy());
    else to.destroy();
  });
  from.pipe(to);
}
