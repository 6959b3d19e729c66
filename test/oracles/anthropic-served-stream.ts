import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Small enough to cut characters, lines and escapes in two. */
const PIECE_BYTES = 11;

export interface RecordedStream {
  readonly name: string;
  readonly bytes: Buffer;
}

export function recordedStreams(folder: string): readonly RecordedStream[] {
  const path = join(import.meta.dirname, 'streams', folder);
  return readdirSync(path)
    .sort()
    .map((file) => ({ name: file.slice(0, file.lastIndexOf('.')), bytes: readFileSync(join(path, file)) }));
}

/** Answers every request with the stream that the first part of its path names, in small pieces. */
export async function serveStreams(streams: readonly RecordedStream[], contentType: string): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((request, response) => {
    const [, name] = (request.url ?? '').split('/');
    const bytes = streams.find((recorded) => recorded.name === name)?.bytes ?? Buffer.alloc(0);
    request.resume();
    request.on('end', () => {
      response.writeHead(bytes.length === 0 ? 404 : 200, { 'content-type': contentType });
      for (let from = 0; from < bytes.length; from += PIECE_BYTES) response.write(bytes.subarray(from, from + PIECE_BYTES));
      response.end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
