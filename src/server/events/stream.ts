import type { ServerResponse } from 'node:http';
import { apiKeyRevoked } from '../../contracts/index.ts';
import type { Clock } from '../../kernel/index.ts';
import { whileWelcome, type WelcomePorts } from '../guard/while-welcome.ts';
import type { Drafts } from './drafts.ts';
import type { Frame, Tail } from './tail.ts';

export interface StreamWish {
  /** The position after which it begins. */
  readonly after: number;
  /** Only what belongs to this run. */
  readonly runId: string | undefined;
  /** Whether whoever reads may still do so; asked at once when somebody's key was taken back, and from time to time. Who is not asked about may. */
  readonly isWelcome?: WelcomePorts['isWelcome'];
}

export interface StreamPorts {
  readonly tail: Tail;
  /** What is written of results meanwhile; nothing of that is told where it is left out. */
  readonly drafts?: Pick<Drafts, 'follow'> | undefined;
  readonly clock: Clock;
  /** Raised after this many milliseconds. */
  readonly deadline: (ms: number) => AbortSignal;
  /** Raised when the server goes. */
  readonly closing: AbortSignal;
}

/** A line that says nothing keeps proxies from ending what seems idle; a little less than the tail waits for something new. */
const BEAT_MS = 9_000;
/** Who has taken nothing for so long is told where to go on, and let go. */
const STALLED_MS = 10_000;
/** What is handed to a connection at once; with it, what a slow reader holds is bounded. */
const CHUNK_CHARS = 64 * 1024;
const AGAIN_MS = 1_000;

/** Writes a log to one reader, from where it stands, until either side goes, or the log can no longer be read. */
export async function streamLog(response: ServerResponse, wish: StreamWish, ports: StreamPorts): Promise<void> {
  // Whoever follows connects again and is told then what is wrong; nobody waits here who could be.
  await writeLog(response, wish, ports).catch(() => response.destroy());
}

async function writeLog(response: ServerResponse, { after, runId, isWelcome }: StreamWish, { tail, drafts, clock, deadline, closing }: StreamPorts): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const over = isWelcome && whileWelcome({ isWelcome, deadline, gone: gone.signal });
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no', connection: 'keep-alive' });
  // Only who does not take it at once is waited for.
  const send = (text: string): Promise<boolean> => write(response, text, () => AbortSignal.any([gone.signal, deadline(STALLED_MS)]));
  let position = after;
  let sentMs = clock.monotonicMs();
  let isTaken = await send(`retry: ${AGAIN_MS}\nevent: from\ndata: {"after":${after}}\n\n`);
  // A draft stands beside the log: it has no place to go on from, and whoever does not take it at once gets the next.
  const leave = drafts?.follow((frame) => {
    if ((runId === undefined || frame.runId === runId) && !response.writableNeedDrain && !gone.signal.aborted) response.write(frame.text);
  });
  while (isTaken && !gone.signal.aborted && !closing.aborted) {
    const { frames, next } = await tail.after(position, gone.signal);
    const wanted = runId === undefined ? frames : frames.filter((frame) => frame.runId === runId);
    const isDoubtful = frames.some(({ type }) => type === apiKeyRevoked.type);
    if (over?.aborted === true || (isDoubtful && isWelcome !== undefined && !(await isWelcome()))) break;
    const isIdle = clock.monotonicMs() - sentMs >= BEAT_MS;
    // A beat carries the position too, so that whoever comes back does not read again what was passed over.
    const texts = wanted.length > 0 ? chunksOf(wanted) : isIdle ? [`event: beat\nid: ${next}\ndata: {}\n\n`] : [];
    if (texts.length > 0) sentMs = clock.monotonicMs();
    for (const text of texts) isTaken &&= await send(text);
    if (isTaken) position = next;
  }
  leave?.();
  if (!isTaken && !gone.signal.aborted) response.end(`event: dropped\ndata: ${JSON.stringify({ code: 'stream.too_slow', message: 'Nothing was taken for too long.', next_step: 'Connect again with the last id as Last-Event-ID: nothing is lost.' })}\n\n`);
  else response.end();
  // What still lies in the connection is not waited for: whoever comes back has it from the log.
  deadline(STALLED_MS).addEventListener('abort', () => response.destroy(), { once: true });
}

function chunksOf(frames: readonly Frame[]): string[] {
  const chunks: string[] = [];
  let chunk = '';
  for (const { text } of frames) {
    if (chunk !== '' && chunk.length + text.length > CHUNK_CHARS) {
      chunks.push(chunk);
      chunk = '';
    }
    chunk += text;
  }
  return [...chunks, chunk];
}

/** Whether the connection took it before the signal was raised. */
function write(response: ServerResponse, text: string, patience: () => AbortSignal): Promise<boolean> {
  if (response.destroyed) return Promise.resolve(false);
  if (response.write(text)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const over = patience();
    const settle = (isTaken: boolean) => (): void => {
      response.off('drain', drained);
      over.removeEventListener('abort', expired);
      resolve(isTaken);
    };
    const [drained, expired] = [settle(true), settle(false)];
    response.once('drain', drained);
    over.addEventListener('abort', expired, { once: true });
  });
}
