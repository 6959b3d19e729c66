import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { systemClock } from '../kernel/index.ts';
import type { ServerStarter } from '../models/index.ts';
import { keyProgram } from './key-program.ts';
import { modelServers } from './model-server.ts';

const { signal } = new AbortController();
const open: ServerStarter[] = [];
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));

function servers(environment: Record<string, string> = {}, readyWithinMs = 20_000): ServerStarter {
  const made = modelServers({ environment: { PATH: process.env['PATH'], ...environment }, withheld: ['MY_OWN'], clock: systemClock, readyWithinMs });
  open.push(made);
  return made;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => void server.close(resolve));
  return port;
}

/** What the server at this port says; undefined when nothing answers. */
function heardAt(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const call = request({ port, host: '127.0.0.1', agent: false }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => void (body += chunk.toString()));
      response.on('end', () => resolve(body));
    });
    call.once('error', () => resolve(undefined));
    call.end();
  });
}

/** A model server in one line; it says what it has in its environment, and its number. */
const serve = (port: number): string[] => [
  process.execPath,
  '-e',
  `require('node:http').createServer((q, r) => r.end(JSON.stringify({ pid: process.pid, env: Object.keys(process.env) }))).listen(${port}, '127.0.0.1')`,
];

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('a model server', () => {
  it('is started, gets no key, is started once, and ends with its starter', verifies('KEL-SETTINGS-10', 'MAH-1-8'), async () => {
    const port = await freePort();
    const starter = servers({ OPENAI_API_KEY: 'sk-1', MY_OWN: 'sk-2', GITHUB_TOKEN: 'x', HOME: '/home/ada' });
    const isReady = async (): Promise<boolean> => (await heardAt(port)) !== undefined;
    await starter.start({ provider: 'p', command: serve(port), isReady, signal });
    const { pid, env } = JSON.parse((await heardAt(port)) ?? '{}') as { pid: number; env: string[] };
    expect(env.filter((name) => ['OPENAI_API_KEY', 'MY_OWN', 'GITHUB_TOKEN', 'HOME', 'PATH'].includes(name)).sort()).toEqual(['HOME', 'PATH']);
    await starter.start({ provider: 'p', command: serve(port), isReady, signal });
    expect(JSON.parse((await heardAt(port)) ?? '{}')).toMatchObject({ pid });
    await starter.close();
    expect([isAlive(pid), await heardAt(port)]).toEqual([false, undefined]);
  });

  it('is told as what went wrong when it cannot be started', verifies('KEL-SETTINGS-10'), async () => {
    const failure = async (command: string[], readyWithinMs?: number): Promise<unknown> => {
      const starter = servers({}, readyWithinMs);
      return starter.start({ provider: 'p', command, isReady: async () => false, signal }).then(
        () => 'started',
        (error: unknown) => error,
      );
    };
    expect(await failure(['no-such-program-anywhere'])).toMatchObject({
      code: 'model.start_failed',
      message: 'The server of p could not be started with no-such-program-anywhere: there is no program no-such-program-anywhere.',
      nextStep: 'Start it yourself to see what it says, or correct "start" of p in the settings.',
      data: { provider: 'p', detail: 'there is no program no-such-program-anywhere' },
    });
    expect(await failure([process.execPath, '-e', 'process.exit(3)'])).toMatchObject({ data: { detail: 'it ended with 3' } });
    expect(await failure([process.execPath, '-e', 'setInterval(() => {}, 1000)'], 300)).toMatchObject({ data: { detail: 'it does not answer within 0.3 s' } });
  });

  it('is not waited for any longer when nobody wants it', verifies('KEL-SETTINGS-10'), async () => {
    const stop = new AbortController();
    const started = servers().start({ provider: 'p', command: [process.execPath, '-e', 'setInterval(() => {}, 1000)'], isReady: async () => (stop.abort(), false), signal: stop.signal });
    await expect(started).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a program that is run for a key', () => {
  const run = keyProgram({ PATH: process.env['PATH'], NAME: 'ada' });
  const node = (code: string): string[] => [process.execPath, '-e', code];

  it('gives what it wrote, without a shell and without its complaints', verifies('KEL-SETTINGS-03'), async () => {
    expect(await run(node('console.log("sk-1"); console.error("warning")'), 10_000)).toEqual({ exitCode: 0, output: 'sk-1\n', isMissing: false, isTimedOut: false });
    expect(await run(node('process.stdout.write(process.env.NAME + process.argv[1])').concat('$NAME; echo x'), 10_000)).toMatchObject({ output: 'ada$NAME; echo x' });
    expect(await run(node('process.stdin.on("data", () => {}).on("end", () => console.log("ended"))'), 10_000)).toMatchObject({ output: 'ended\n' });
  });

  it('says only how it ended when it fails', verifies('KEL-SETTINGS-03'), async () => {
    expect(await run(node('console.log("sk-1"); console.error("sk-2"); process.exit(3)'), 10_000)).toEqual({ exitCode: 3, output: '', isMissing: false, isTimedOut: false });
    expect(await run(['no-such-program-anywhere'], 10_000)).toEqual({ exitCode: null, output: '', isMissing: true, isTimedOut: false });
    expect(await run(node('setInterval(() => {}, 1000)'), 200)).toEqual({ exitCode: null, output: '', isMissing: false, isTimedOut: true });
  });
});
