import { fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { KeelsonError } from '../../../kernel/index.ts';
import { nodeFlags, runIsolated } from './run-isolated.ts';

const module = new URL('../../../../test/support/isolated-sample.ts', import.meta.url);

function run(input: { act: string; path?: string }, also: { timeoutMs?: number; heapMbMax?: number; signal?: AbortSignal } = {}): Promise<unknown> {
  return runIsolated({ toolId: 'sample', module, input, timeoutMs: 30_000, heapMbMax: 256, signal: new AbortController().signal, ...also });
}

async function failureOf(answer: Promise<unknown>) {
  const error = await answer.then(() => undefined, (reason: unknown) => reason);
  return error instanceof KeelsonError ? error.toBody() : error;
}

describe('a task in a process of its own', () => {
  it('answers, in another process, with nothing of our environment', verifies('KEL-DTOOL-01'), async () => {
    const { pid, ...rest } = (await run({ act: 'answer' })) as { pid: number };
    expect(rest).toEqual({ act: 'answer', names: [] });
    expect(pid).not.toBe(process.pid);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('reads no file but our own and writes none', verifies('KEL-DTOOL-01'), async () => {
    const refused = 'The tool sample could not work with what it was given: Error: Access to this API has been restricted.';
    const own = await run({ act: 'read', path: import.meta.filename });
    const others = [await failureOf(run({ act: 'read', path: '/etc/hosts' })), await failureOf(run({ act: 'write', path: join(tmpdir(), 'keelson-never-written') }))];
    expect(own).toBeGreaterThan(1_000);
    expect(others).toEqual([1, 2].map(() => expect.objectContaining({ code: 'tool.failed', message: expect.stringContaining(refused) })));
  });

  it('is started with exactly these permissions', verifies('KEL-DTOOL-01'), () => {
    const root = fileURLToPath(new URL('../../../../', import.meta.url));
    expect(nodeFlags({ heapMbMax: 64 })).toEqual(['--permission', `--allow-fs-read=${root}`, '--allow-worker', '--max-old-space-size=64', '--wasm-wrapper-tiering-budget=1000000000', '--no-warnings']);
    expect(nodeFlags({ heapMbMax: 9, allowsAddons: true })).toEqual(['--permission', `--allow-fs-read=${root}`, '--allow-worker', '--allow-addons', '--max-old-space-size=9', '--wasm-wrapper-tiering-budget=1000000000', '--no-warnings']);
  });

  it('ends itself after its time when whoever started it is gone', async () => {
    const orphan = fork(module, [], { execArgv: nodeFlags({ heapMbMax: 64 }), env: {}, serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    orphan.send({ input: { act: 'loop' }, endAfterMs: 200 }, () => orphan.disconnect());
    expect(await once(orphan, 'exit')).toEqual([null, 'SIGKILL']);
  });

  it('is killed at its time, even when it never comes to rest', verifies('KEL-DTOOL-02'), async () => {
    expect(await failureOf(run({ act: 'loop' }, { timeoutMs: 500 }))).toEqual({
      code: 'tool.timed_out',
      message: 'The tool sample was stopped after 500 ms.',
      next_step: 'Ask for less at once, or allow more time where the tool takes a time limit.',
      data: { tool_id: 'sample', timeout_ms: 500 },
    });
  });

  it('is killed when the call is stopped, and never starts when it was stopped before', verifies('KEL-DTOOL-02'), async () => {
    const stop = new AbortController();
    const answer = run({ act: 'loop' }, { signal: stop.signal });
    stop.abort('stopped by the person');
    expect(await failureOf(answer)).toBe('stopped by the person');
    expect(await failureOf(run({ act: 'loop' }, { signal: AbortSignal.abort('too late') }))).toBe('too late');
  });

  it('ends alone when it grows beyond its memory', verifies('KEL-DTOOL-02'), async () => {
    const message = 'The work needed more than 64 MB of memory and was stopped.';
    expect(await failureOf(run({ act: 'grow' }, { heapMbMax: 64 }))).toEqual({ code: 'tool.failed', message, next_step: 'Use a smaller input, or ask for a part of it.', data: { tool_id: 'sample', detail: message } });
  });

  it('tells a refusal in its own words, and a defect or an early end as what it is', verifies('KEL-DTOOL-02'), async () => {
    const [refusal, defect, exit] = [await failureOf(run({ act: 'refuse' })), await failureOf(run({ act: 'fall over' })), await failureOf(run({ act: 'exit' }))];
    expect(refusal).toEqual({ code: 'tool.failed', message: 'No.', next_step: 'Ask for another thing.', data: { tool_id: 'sample', detail: 'No.' } });
    expect(defect).toMatchObject({ message: 'The tool sample could not work with what it was given: TypeError: something is not a function.' });
    expect(exit).toMatchObject({ code: 'tool.failed', message: 'The tool sample could not work with what it was given: the process that did the work ended without an answer.' });
  });
});
