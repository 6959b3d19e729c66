import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { systemClock } from '../../kernel/index.ts';
import { bubblewrapDriver } from './bubblewrap.ts';

const NOTHING = { filesystem: false, network: false, processes: false, system_calls: false, memory_limit: false, process_limit: false, cpu_limit: false };
const { signal } = new AbortController();

describe('namespaceDriver', () => {
  it('says that a backend is not installed, or does not start, and holds nothing', verifies('KEL-SBX-09'), async () => {
    const driver = (program: string) => bubblewrapDriver({ clock: systemClock, nameOf: () => `probe-${process.pid}`, program });
    expect(await driver('no-such-bwrap').probe(signal)).toEqual({ isUsable: false, detail: 'no-such-bwrap is not installed', isolation: NOTHING });
    expect(await driver('/bin/false').probe(signal)).toEqual({ isUsable: false, detail: 'it ended before the program was started', isolation: NOTHING });
  });
});
