import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CounterState, documentKey } from '../../src/contracts/index.ts';
import { openSqliteStore } from '../../src/drivers/sqlite/open-sqlite-store.ts';
import { createIds, systemClock, systemRandom } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, counterDocument, openLedger } from '../../src/ledger/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { temporaryFolders } from '../support/sqlite-ledger.ts';
import { watchedProcesses } from '../support/waiting-process.ts';
import { RIG_TIMEOUT_MS } from './expect-part.ts';

vi.setConfig({ testTimeout: RIG_TIMEOUT_MS });

const PROGRAM = fileURLToPath(new URL('../support/slot-child.ts', import.meta.url));
const [PROCESSES, RUNS_EACH] = [5, 10];

const folders = temporaryFolders();
const { watch, endAll } = watchedProcesses();
afterEach(async () => {
  await endAll();
  folders.removeAll();
});

describe('places among runs, asked for by several processes', () => {
  it('are ten for fifty runs that begin at once', verifies('KEL-BUD-03'), async () => {
    const file = join(folders.make(), 'ledger.db');
    const ids = createIds({ clock: systemClock, random: systemRandom });
    const ledger = await openLedger({ store: await openSqliteStore({ file }), setup: BUILTIN_SETUP, clock: systemClock, ids });
    const children = Array.from({ length: PROCESSES }, () => watch(spawn(process.execPath, [PROGRAM, file, String(RUNS_EACH)])));
    await Promise.all(children.map(({ said }) => said(/ready/)));
    for (const { child } of children) child.stdin?.write('go\n');
    const answers = await Promise.all(children.map(({ said }) => said(/admitted \d+/)));
    expect(answers.reduce((sum, answer) => sum + Number(answer.split(' ')[1]), 0)).toBe(10);
    const { reserved } = CounterState.parse((await ledger.documents.get(counterDocument(documentKey.globalBudget())))?.body);
    expect(reserved).toEqual({ concurrent_runs: 10, docling_jobs: 0, queue_depth: 0, redis_memory_mb: 10 });
    await ledger.close();
  });
});
