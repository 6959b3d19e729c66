import { afterEach, describe, expect, it, vi } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { createPlace, processesWith, runScript, scriptRequest, text, type SandboxPlace } from '../../../test/support/sandbox-place.ts';
import { systemClock } from '../../kernel/index.ts';
import { unconfinedDriver } from './none.ts';

let names = 0;
const driver = unconfinedDriver({ clock: systemClock, nameOf: () => `none-${process.pid}-${(names += 1)}` });
const sandbox = driver.create();
const places: SandboxPlace[] = [];
const place = (): SandboxPlace => {
  const created = createPlace(null);
  places.push(created);
  return created;
};
const longSleep = (): string => `7${process.pid}${(names += 1)}`;
afterEach(() => places.splice(0).forEach((each) => each.remove()));

describe('unconfinedDriver', () => {
  it('says that it holds nothing', verifies('KEL-SBX-09'), async () => {
    expect(await driver.probe(new AbortController().signal)).toEqual({
      isUsable: true,
      detail: 'programs run unconfined, as the person who started Keelson',
      isolation: { filesystem: false, network: false, processes: false, system_calls: false, memory_limit: false, process_limit: false, cpu_limit: false },
    });
  });

  it('runs a program with its own environment and tells how it ended', verifies('KEL-SBX-06'), async () => {
    const here = place();
    expect(await runScript(sandbox, here, 'pwd; cat; echo err >&2; exit 3', { input: 'in\n' })).toMatchObject({ ending: 'exited', exitCode: 3, out: `${here.workspace}\nin\n`, err: 'err\n' });
    expect(await runScript(sandbox, here, 'kill -KILL $$')).toMatchObject({ ending: 'signalled', exitCode: null, signal: 'SIGKILL' });
    await expect(sandbox.run({ ...scriptRequest(here, ''), argv: ['no-such-program'] }, here.profile, { timeoutMs: 9_000, outputBytesMax: 100, signal: new AbortController().signal })).rejects.toMatchObject({ code: 'sandbox.failed', data: { backend: 'none', detail: 'there is no program no-such-program' } });
  });

  it('still ends the whole tree: at its end, at the time limit and when stopped, also what left its group', verifies('KEL-SBX-06'), async () => {
    const seconds = longSleep();
    expect(await runScript(sandbox, place(), `(setsid sleep ${seconds} &) ; sleep ${seconds} & echo done`)).toMatchObject({ ending: 'exited', out: 'done\n' });
    expect(processesWith(seconds)).toEqual([]);
    expect(await runScript(sandbox, place(), `(setsid sleep ${seconds} &) ; trap "" TERM; sleep ${seconds}`, { timeoutMs: 500 })).toMatchObject({ ending: 'timed_out' });
    expect(processesWith(seconds)).toEqual([]);
    const stop = AbortSignal.abort();
    expect(await runScript(sandbox, place(), 'true', { signal: stop })).toMatchObject({ ending: 'stopped' });
  });

  it('talks with a program in the background, and ends all of them when closed', verifies('KEL-SBX-06'), async () => {
    const here = place();
    const own = driver.create();
    const seconds = longSleep();
    const started = await own.start(scriptRequest(here, `read line; echo "heard $line"; sleep ${seconds}`), here.profile, { outputBytesMax: 1_000 });
    await started.write('a word\n');
    await vi.waitFor(() => expect(text(started.output().tail)).toBe('heard a word\n'), { timeout: 10_000 });
    await own.close();
    expect(await started.ended).toMatchObject({ ending: 'stopped' });
    expect(processesWith(seconds)).toEqual([]);
    await expect(started.write('more')).rejects.toMatchObject({ code: 'sandbox.failed' });
  });
});
