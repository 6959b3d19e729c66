import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Measured, Order } from './contender.ts';
import type { ServerNews } from './model-server.ts';
import { installPeers, PEERS } from './peers.ts';

export interface InContest {
  readonly name: string;
  order(order: Order): Promise<Measured>;
  close(): Promise<void>;
}

export interface Contest {
  readonly serverUrl: string;
  /** The files that take part, by name. */
  readonly files: ReadonlyMap<string, string>;
  /** Why peers are missing; undefined when they are there. */
  readonly withoutPeers: string | undefined;
  /** Starts one and waits until it is ready; undefined when it cannot start here. */
  start(name: string): Promise<InContest | undefined>;
  /** Milliseconds from the start of a fresh process to its first request. */
  coldStartMs(name: string): Promise<number>;
  close(): void;
}

const OWN: Readonly<Record<string, string>> = { bare: 'bare.ts', 'bare + a row for each step': 'journal-row.ts', keelson: 'keelson.ts' };
const CONTENDER = new URL('contender.ts', import.meta.url).href;
const COLD_LIMIT_MS = 60_000;

/** Everybody in a process of their own beside one server, so that nobody's work or memory is counted as another's. */
export async function openContest(): Promise<Contest> {
  const server = fork(new URL('model-server.ts', import.meta.url));
  const news = async (): Promise<ServerNews> => (await once(server, 'message'))[0] as ServerNews;
  const started = await news();
  if (!('port' in started)) throw new TypeError('the server did not say where it listens');
  const serverUrl = `http://127.0.0.1:${started.port}`;
  const peers = installPeers();
  const files = new Map(Object.entries(OWN).map(([name, file]) => [name, fileURLToPath(new URL(file, import.meta.url))]));
  if ('folder' in peers) for (const [name, file] of Object.entries(PEERS)) files.set(name, join(peers.folder, file));
  const begin = (name: string): ChildProcess => fork(files.get(name) ?? '', [serverUrl], { execArgv: [], env: { ...process.env, BENCH_CONTENDER: CONTENDER, NODE_COMPILE_CACHE: join(tmpdir(), 'keelson-bench-compiled'), NODE_NO_WARNINGS: '1' } });
  const end = async (child: ChildProcess): Promise<void> => {
    if (child.exitCode !== null) return;
    child.disconnect();
    await once(child, 'exit');
  };
  const firstRequest = async (): Promise<number | null> => {
    server.send('first');
    const told = await news();
    return 'firstRequestAtMs' in told ? told.firstRequestAtMs : null;
  };

  return {
    serverUrl,
    files,
    withoutPeers: 'why' in peers ? peers.why : undefined,
    async start(name) {
      const child = begin(name);
      const [said] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as unknown[];
      if (said !== 'ready') return undefined;
      return {
        name,
        async order(order) {
          child.send(order);
          const [answer] = (await once(child, 'message')) as [Measured | { readonly failed: string }];
          if ('failed' in answer) throw new TypeError(`${name}: ${answer.failed}`);
          return answer;
        },
        close: () => end(child),
      };
    },
    async coldStartMs(name) {
      await firstRequest();
      const startedAtMs = Date.now();
      const child = begin(name);
      await once(child, 'message', { signal: AbortSignal.timeout(COLD_LIMIT_MS) });
      child.send({ runs: 1, atOnce: 1 } satisfies Order);
      await once(child, 'message', { signal: AbortSignal.timeout(COLD_LIMIT_MS) });
      const at = await firstRequest();
      await end(child);
      return at === null ? Number.NaN : at - startedAtMs;
    },
    close: () => void server.disconnect(),
  };
}
