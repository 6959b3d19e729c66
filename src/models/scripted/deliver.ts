import type { ServerResponse } from 'node:http';
import type { ScenarioEnding } from '../../contracts/index.ts';
import type { Step } from './steps.ts';

/** Waits so long, or until the signal is raised. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

/** Does to a connection what the steps say, until they end or the other side leaves. Never throws for what the other side does. */
export async function deliver(response: ServerResponse, steps: Iterable<Step>, pause: Pause): Promise<void> {
  const left = new AbortController();
  response.once('close', () => left.abort());
  for (const step of steps) {
    if (left.signal.aborted) return;
    if (step.do === 'head') response.writeHead(step.status, step.headers).flushHeaders();
    else if (step.do === 'send') await sent(response, step.bytes, left.signal);
    else if (step.do === 'wait') await pause(step.ms, left.signal);
    else if (step.do === 'hang') await raised(left.signal);
    else finish(response, step.by);
  }
}

/**
 * Resolves once the kernel has the bytes: a reset that came earlier would throw them away. One turn of the event loop lies
 * between any two writes, or a stream without end would never learn that the other side has left.
 */
function sent(response: ServerResponse, bytes: Uint8Array, left: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => resolve();
    left.addEventListener('abort', stop, { once: true });
    response.write(bytes, () => {
      left.removeEventListener('abort', stop);
      setImmediate(resolve);
    });
  });
}

function raised(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function finish(response: ServerResponse, by: ScenarioEnding): void {
  if (by === 'end') response.end();
  else if (by === 'close') response.socket?.destroySoon();
  else response.socket?.resetAndDestroy();
}

/** Real time. */
export const systemPause: Pause = (ms, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
