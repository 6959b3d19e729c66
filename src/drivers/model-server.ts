import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { KeelsonError, type Clock } from '../kernel/index.ts';
import type { ServerStarter } from '../models/index.ts';

export interface ModelServerOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Names of variables with keys in them. A server that is started here gets none of them. */
  readonly withheld: readonly string[];
  readonly clock: Clock;
  readonly readyWithinMs?: number;
}

/** A server may first have to look for graphics cards. */
export const SERVER_READY_WITHIN_MS = 20_000;

/** Short against what a start takes, long against what a question costs. */
const ASK_EVERY_MS = 100;

/** A server that was asked to end and does not is ended. */
const END_WITHIN_MS = 2_000;

/** Names that end so hold a key, whoever set them. */
const KEY_ENDINGS = ['_API_KEY', '_TOKEN', '_SECRET', '_PASSWORD'];

/** Starts model servers as children of this process, so that they end with it. */
export function modelServers({ environment, withheld, clock, readyWithinMs = SERVER_READY_WITHIN_MS }: ModelServerOptions): ServerStarter {
  const running = new Map<string, ChildProcess>();
  const onExit = (): void => running.forEach((child) => child.kill('SIGKILL'));
  return {
    async start({ provider, command, isReady, signal }) {
      const [program = '', ...args] = command;
      const state = { failure: '' };
      let child = running.get(provider);
      if (child === undefined) {
        child = spawn(program, args, { env: withoutKeys(environment, withheld), stdio: 'ignore', detached: false, windowsHide: true });
        if (running.size === 0) process.once('exit', onExit);
        running.set(provider, child);
        child.once('error', (error: NodeJS.ErrnoException) => (state.failure = error.code === 'ENOENT' ? `there is no program ${program}` : (error.code ?? error.name)));
        child.once('exit', (code, by) => {
          state.failure ||= `it ended with ${code ?? by ?? 'nothing'}`;
          running.delete(provider);
        });
      }
      const endsAt = clock.monotonicMs() + readyWithinMs;
      while (!(await isReady(signal))) {
        if (state.failure === '' && clock.monotonicMs() > endsAt) state.failure = `it does not answer within ${readyWithinMs / 1_000} s`;
        if (state.failure !== '') {
          running.delete(provider);
          await end(child);
          throw startFailed(provider, program, state.failure);
        }
        await wait(ASK_EVERY_MS, undefined, { signal });
      }
    },
    async close() {
      process.off('exit', onExit);
      const children = [...running.values()];
      running.clear();
      await Promise.all(children.map(end));
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const patience = new AbortController();
  const killed = wait(END_WITHIN_MS, undefined, { signal: patience.signal }).then(() => void child.kill('SIGKILL'), () => undefined);
  await ended;
  patience.abort();
  await killed;
}

function withoutKeys(environment: ModelServerOptions['environment'], withheld: readonly string[]): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !withheld.includes(name) && !KEY_ENDINGS.some((ending) => name.endsWith(ending))));
}

function startFailed(provider: string, program: string, detail: string): KeelsonError<'model.start_failed'> {
  return new KeelsonError('model.start_failed', {
    message: `The server of ${provider} could not be started with ${program}: ${detail}.`,
    nextStep: `Start it yourself to see what it says, or correct "start" of ${provider} in the settings.`,
    data: { provider, detail },
  });
}
