import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Measured, Order } from './contender.ts';
import type { FirstRequest, ServerNews, ServerOrder } from './model-server.ts';
import { bundle, bundleProgram } from '../../scripts/bundle/bundle-program.ts';
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
  /** From the start of a fresh process to its first request. */
  coldStart(name: string): Promise<ColdStart>;
  /** The same of `keelson run`, from words. */
  coldStartOfProgram(): Promise<ColdStart>;
  close(): void;
}

/** Wall and processor time to the first request. */
export interface ColdStart {
  readonly ms: number;
  readonly cpuMs: number;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const OURS = 'keelson';
const OWN: Readonly<Record<string, string>> = { bare: 'bare.ts', 'bare + a row for each step': 'journal-row.ts', [OURS]: 'keelson.ts' };
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
  const environment = { ...process.env, BENCH_CONTENDER: CONTENDER, NODE_COMPILE_CACHE: join(tmpdir(), 'keelson-bench-compiled'), NODE_NO_WARNINGS: '1' };
  const begin = (name: string, file = files.get(name) ?? ''): ChildProcess => fork(file, [serverUrl], { execArgv: [], env: environment });
  // What people start is put together, and so is this.
  let bundled: Promise<string> | undefined;
  const coldFileOf = (name: string): Promise<string | undefined> | undefined => (name === OURS ? (bundled ??= bundledContender()) : undefined);
  const end = async (child: ChildProcess): Promise<void> => {
    if (child.exitCode !== null) return;
    child.disconnect();
    await once(child, 'exit');
  };
  let programBundled: Promise<string> | undefined;
  const tell = (order: ServerOrder): void => void server.send(order);
  const firstRequest = async (): Promise<FirstRequest> => {
    tell('first');
    const told = await news();
    return ('firstRequest' in told ? told.firstRequest : null) ?? { atMs: Number.NaN, cpuMs: Number.NaN };
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
    async coldStart(name) {
      const file = await coldFileOf(name);
      const startedAtMs = Date.now();
      const child = begin(name, file);
      tell({ watch: child.pid ?? 0 });
      await once(child, 'message', { signal: AbortSignal.timeout(COLD_LIMIT_MS) });
      child.send({ runs: 1, atOnce: 1 } satisfies Order);
      await once(child, 'message', { signal: AbortSignal.timeout(COLD_LIMIT_MS) });
      const { atMs, cpuMs } = await firstRequest();
      await end(child);
      return { ms: atMs - startedAtMs, cpuMs };
    },
    async coldStartOfProgram() {
      await (programBundled ??= bundleProgram(ROOT));
      const home = programHome(serverUrl);
      const startedAtMs = Date.now();
      const child = spawn(process.execPath, [join(ROOT, 'bin/keelson.cjs'), 'run', 'note the tides'], { cwd: join(home, 'workspace'), env: { ...environment, KEELSON_HOME: home }, stdio: 'ignore' });
      tell({ watch: child.pid ?? 0 });
      await once(child, 'exit', { signal: AbortSignal.timeout(COLD_LIMIT_MS) });
      const { atMs, cpuMs } = await firstRequest();
      rmSync(home, { recursive: true });
      return { ms: atMs - startedAtMs, cpuMs };
    },
    close: () => void server.disconnect(),
  };
}

async function bundledContender(): Promise<string> {
  const folder = join(ROOT, 'dist', 'bench');
  rmSync(folder, { recursive: true, force: true });
  await bundle({ root: ROOT, entry: 'bench/executor-loop/keelson.ts', folder });
  return join(folder, 'program.js');
}

/** A data folder with one model in it, and a folder to work in. */
function programHome(serverUrl: string): string {
  const home = mkdtempSync(join(tmpdir(), 'keelson-bench-program-'));
  mkdirSync(join(home, 'workspace'));
  const models = { default_model: 'bench/bench-model', providers: { bench: { format: 'openai_chat', base_url: `${serverUrl}/v1` } }, models: [{ model_id: 'bench/bench-model', provider: 'bench', name: 'bench-model', tiers: ['frontier'], context_tokens: 200_000 }] };
  writeFileSync(join(home, 'keelson.config.json'), JSON.stringify({ models }), { mode: 0o600 });
  return home;
}
