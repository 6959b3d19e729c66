import { afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { createPlace, processesWith, runScript, type SandboxPlace } from '../../../test/support/sandbox-place.ts';
import { systemClock } from '../../kernel/index.ts';
import { bubblewrapDriver } from './bubblewrap.ts';
import { watchTree } from './watchdog.ts';

const places: SandboxPlace[] = [];
afterEach(() => places.splice(0).forEach((each) => each.remove()));
const options = { clock: systemClock, nameOf: () => `watch-${process.pid}` };
const { isUsable } = await bubblewrapDriver(options).probe(new AbortController().signal);

describe('watchTree', () => {
  it.skipIf(!isUsable)('bounds the processes where the kernel does not', verifies('KEL-SBX-07'), async () => {
    const here = createPlace(null);
    places.push(here);
    // A driver that was not probed has no control groups; for root the kernel then counts nothing.
    const sandbox = bubblewrapDriver(options).create();
    const seconds = `6${process.pid}6`;
    const ran = await runScript(sandbox, here, `i=0; while [ $i -lt 100 ]; do sleep ${seconds} & i=$((i+1)); done; echo all started; sleep ${seconds}`, { profile: { limits: { ...here.profile.limits, processes: 20 } }, timeoutMs: 15_000 });
    expect(ran.ending).not.toBe('timed_out');
    expect(ran.exitCode).not.toBe(0);
    expect(processesWith(seconds)).toEqual([]);
  });

  it('does nothing where everything is held already, and stops when told', verifies('KEL-SBX-07'), async () => {
    const limits = { memory_bytes: 1, processes: 1, cpu_seconds: 1, file_bytes: 1, open_files: 1 };
    const onExceeded = (): void => expect.fail('nothing is to be found');
    await watchTree({ pid: process.pid, limits, watchesMemory: false, watchesProcesses: false, onExceeded }, new AbortController().signal);
    await watchTree({ pid: process.pid, limits, watchesMemory: true, watchesProcesses: true, onExceeded }, AbortSignal.abort());
  });

  it.skipIf(process.platform !== 'linux')('reports a tree that holds too much memory', verifies('KEL-SBX-07'), async () => {
    const limits = { memory_bytes: 1, processes: 100_000, cpu_seconds: 1, file_bytes: 1, open_files: 1 };
    const found = await new Promise((resolve) => void watchTree({ pid: process.pid, limits, watchesMemory: true, watchesProcesses: true, onExceeded: resolve }, new AbortController().signal));
    expect(found).toBe('memory');
  });
});
