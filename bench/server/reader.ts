import { get, type IncomingMessage } from 'node:http';

/** What one reader saw: how late each entry was, and whether any was missing or came twice. */
export interface Read {
  readonly lateMs: number[];
  entries: number;
  doubles: number;
  gaps: number;
  /** How often it connected. */
  connections: number;
}

export interface Reader {
  readonly read: Read;
  /** Takes nothing any more, without going away. */
  stall(): void;
  /** Goes away, comes back and goes on behind what it had. */
  reconnect(): void;
  close(): void;
}

const AGAIN_MS = 1_000;
const RECORDED = '"recorded_at":"';
const TIME_CHARS = '2026-11-16T00:00:00.000Z'.length;

/** Reads the bare text, as little as can be: what is measured is the server. `isLate` tells whether lateness counts just now. */
export function openReader(url: string, isLate: () => boolean): Reader {
  const read: Read = { lateMs: [], entries: 0, doubles: 0, gaps: 0, connections: 0 };
  let last = 0;
  let answer: IncomingMessage | undefined;
  let request: ReturnType<typeof get> | undefined;
  const take = (frame: string): void => {
    const [id] = /^id: (\d+)\nevent: entry$/m.exec(frame)?.slice(1) ?? [];
    if (id === undefined) return;
    const position = Number(id);
    read.entries += 1;
    if (position <= last) read.doubles += 1;
    else if (position > last + 1) read.gaps += position - last - 1;
    last = Math.max(last, position);
    const at = frame.indexOf(RECORDED) + RECORDED.length;
    if (isLate()) read.lateMs.push(Date.now() - Date.parse(frame.slice(at, at + TIME_CHARS)));
  };
  const connect = (): void => {
    read.connections += 1;
    let rest = '';
    request = get(`${url}/v1/events`, { agent: false, headers: { authorization: 'Bearer bench', ...(last > 0 && { 'last-event-id': String(last) }) } }, (response) => {
      // Who asks too often at once is told to come again, and does.
      if (response.statusCode !== 200) return void (response.resume(), setTimeout(connect, AGAIN_MS));
      answer = response;
      response.setEncoding('utf8').on('data', (text: string) => {
        const frames = (rest + text).split('\n\n');
        rest = frames.pop() ?? '';
        for (const frame of frames) take(frame);
      });
      response.on('error', () => undefined);
    });
    request.on('error', () => undefined);
  };
  connect();
  return {
    read,
    stall: () => void answer?.pause(),
    reconnect() {
      request?.destroy();
      connect();
    },
    close: () => void request?.destroy(),
  };
}
