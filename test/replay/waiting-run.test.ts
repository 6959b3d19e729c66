import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../src/drivers/index.ts';
import { BUILTIN_SETUP, verifyLog, type LedgerStore, type LogFault } from '../../src/ledger/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { replayed } from '../support/replay-rig.ts';
import { waitingRig } from '../support/waiting-rig.ts';

/**
 * Ledgers of a run that began to wait under an earlier program, as each lay on the disk when the machine was turned off: the
 * first day of `waitingRig` over a store in a file. They are never made again; a program that cannot go on with them breaks the
 * runs that people have waiting. The folder of a run is part of what it asked its model, so it has to be this one.
 */
const BASE = '/tmp/keelson-waiting-run';
const LOCK = `${BASE}.lock`;

/** There is one such folder on a machine: whoever else goes through the same has it now. */
let isOurs = false;
beforeEach(() => {
  isOurs = process.platform === 'linux' && claims();
  if (!isOurs) return;
  rmSync(BASE, { recursive: true, force: true });
  mkdirSync(BASE);
});
afterEach(() => {
  if (isOurs) rmSync(LOCK, { force: true });
});

function claims(): boolean {
  try {
    closeSync(openSync(LOCK, 'wx'));
  } catch {
    if (isAlive(Number(readFileSync(LOCK, 'utf8')))) return false;
  }
  writeFileSync(LOCK, String(process.pid));
  return true;
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function faultsIn(store: LedgerStore): Promise<readonly LogFault[]> {
  const work = verifyLog(store, BUILTIN_SETUP);
  for (;;) {
    const step = await work.next();
    if (step.done === true) return step.value.faults;
  }
}

describe('a run that waits since an earlier release', () => {
  const goneOnWith = async (ledger: string) => {
    const file = join(BASE, 'ledger.db');
    writeFileSync(file, gunzipSync(readFileSync(join(import.meta.dirname, ledger))));
    const store = await openSqliteStore({ file });
    return { store, rig: await waitingRig({ store, base: BASE }) };
  };

  it('is gone on with by the program of today, asks nobody twice and does what was allowed', verifies('KEL-CHILD-14'), async ({ skip }) => {
    skip(!isOurs, `${BASE} cannot be used here now.`);
    const { store, rig } = await goneOnWith('waiting-0.9.0.db.gz');
    await expect(rig.workOn(3)).rejects.toMatchObject({ code: 'journal.cancelled' });
    await rig.sayYes(4);
    const { termination } = await rig.workOn(4);
    expect([termination.reason, await rig.read('.env'), (await rig.questions()).length, (await rig.told('run.started')).length]).toEqual(['success', 'PORT=8080\n', 1, 1]);
    // What its model had said before is not asked again.
    expect(rig.server.requests()).toHaveLength(1);
    expect(await faultsIn(store)).toEqual([]);
  });

  it('is held, with what is missing, where the words that it was told are gone from the program', verifies('KEL-CHILD-14'), async ({ skip }) => {
    skip(!isOurs, `${BASE} cannot be used here now.`);
    const { store, rig } = await goneOnWith('waiting-0.8.0.db.gz');
    await expect(rig.workOn(3)).rejects.toMatchObject({ code: 'journal.versions_unavailable', data: { missing: [{ kind: 'prompts', name: 'executor', version: '1.0.0' }] } });
    expect([await rig.told('run.terminated'), (await rig.questions()).length, rig.server.requests().length]).toEqual([[], 1, 0]);
    expect(await faultsIn(store)).toEqual([]);
  });

  it('is gone on with under the words of today once a person says so: what was asked and answered before stands', verifies('KEL-CHILD-14', 'KEL-PINS-13', 'KEL-REPLAY-16'), async ({ skip }) => {
    skip(!isOurs, `${BASE} cannot be used here now.`);
    const { store, rig } = await goneOnWith('waiting-0.8.0.db.gz');
    await expect(rig.workOn(3, rig.ports.versions, 'I read what is new.')).rejects.toMatchObject({ code: 'journal.cancelled' });
    await rig.sayYes(4);
    const { runId, termination } = await rig.workOn(4);
    expect([termination.reason, await rig.read('.env'), (await rig.questions()).length, (await rig.told('run.versions_accepted')).length]).toEqual(['success', 'PORT=8080\n', 1, 1]);
    expect([rig.server.requests().length, await rig.told('run.step_diverged')]).toEqual([1, []]);
    expect(await faultsIn(store)).toEqual([]);
    const report = await replayed({ rig, runId, reason: termination.reason }, 'simulation_from_recorded_outputs');
    expect([report.verdict, report.divergences, report.ended]).toEqual(['identical', [], { original: 'success', replayed: 'success' }]);
  });
});
