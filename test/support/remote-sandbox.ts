import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { KeelsonError } from '../../src/kernel/index.ts';
import type { CapturedOutput, ProcessResult, Sandbox, SandboxDriver } from '../../src/tools/index.ts';
import type { Answer, Order } from './sandbox-orders.ts';

/** Who owns no files and runs nothing: the user that a test becomes when it may. */
export const OTHER_USER = 65_534;

const SERVER = fileURLToPath(new URL('sandbox-server.ts', import.meta.url));
type Probe = Awaited<ReturnType<SandboxDriver['probe']>>;
type OrderBody = Order extends infer Each ? (Each extends Order ? Omit<Each, 'id'> : never) : never;

/** A sandbox of a backend in a process of its own, as another user when `asOther` is set. */
export async function remoteSandbox(backend: 'bubblewrap' | 'unshare', asOther: boolean): Promise<{ sandbox: Sandbox; probe: Probe; end(): void; pid: number }> {
  const command = [process.execPath, SERVER, backend];
  const [program = '', ...args] = asOther ? ['setpriv', `--reuid=${OTHER_USER}`, `--regid=${OTHER_USER}`, '--clear-groups', ...command] : command;
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'], cwd: '/' });
  const waiting = new Map<number, (answer: Answer) => void>();
  const endings = new Map<number, (result: ProcessResult) => void>();
  let last = 0;
  const greeting = new Promise<Answer>((resolve, reject) => {
    waiting.set(0, resolve);
    child.once('exit', () => reject(new Error('the process for sandboxes ended')));
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line) as Answer;
    if ('ended' in answer) endings.get(answer.id)?.(result(answer.ended));
    else waiting.get(answer.id)?.(answer);
  });

  function ask(order: OrderBody, id = (last += 1)): Promise<unknown> {
    return new Promise((resolve, reject) => {
      waiting.set(id, (answer) => {
        if ('failure' in answer) reject(new KeelsonError('sandbox.failed', { message: answer.failure.detail, nextStep: 'See the detail.', data: answer.failure }));
        else if ('value' in answer) resolve(answer.value);
      });
      child.stdin.write(`${JSON.stringify({ ...order, id })}\n`);
    });
  }

  const answer = await greeting;
  const probe = ('value' in answer ? answer.value : null) as Probe;
  const sandbox: Sandbox = {
    backend,
    isolation: probe.isolation,
    async run(request, profile, { signal, ...limits }) {
      const id = (last += 1);
      signal.addEventListener('abort', () => void ask({ kind: 'stop', of: id }));
      return result(await ask({ kind: 'run', request, profile, limits }, id));
    },
    async start(request, profile, limits) {
      const id = (last += 1);
      const ended = new Promise<ProcessResult>((resolve) => endings.set(id, resolve));
      let seen: CapturedOutput = { head: new Uint8Array(0), tail: new Uint8Array(0), totalBytes: 0 };
      const refresh = async (): Promise<void> => void (seen = output(await ask({ kind: 'output', of: id })));
      await ask({ kind: 'start', request, profile, limits: { ...limits, timeoutMs: 0 } }, id);
      return {
        ended,
        output: () => {
          void refresh();
          return seen;
        },
        write: async (text) => void (await ask({ kind: 'write', of: id, text })),
        kill: async () => void (await ask({ kind: 'kill', of: id })),
      };
    },
    close: async () => void (await ask({ kind: 'close', of: 0 })),
  };
  return { sandbox, probe, pid: child.pid ?? 0, end: () => void child.kill('SIGKILL') };
}

function output(value: unknown): CapturedOutput {
  const { head, tail, totalBytes } = value as { head: string; tail: string; totalBytes: number };
  return { head: Buffer.from(head, 'base64'), tail: Buffer.from(tail, 'base64'), totalBytes };
}

function result(value: unknown): ProcessResult {
  const plain = value as ProcessResult;
  return { ...plain, stdout: output(plain.stdout), stderr: output(plain.stderr) };
}
