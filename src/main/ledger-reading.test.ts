import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { message, runId, terminated } from '../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../test/requirements/verifies.ts';
import { homes, keelson, launched, NOBODY, record, withLedger, type Ended } from '../../test/support/keelson-home.ts';
import { ledgerInMemory } from '../../test/support/ledger-in-memory.ts';
import { headFileOf, ledgerFileOf, tenantFolderOf } from './data-folder.ts';
import { missingHead } from './ledger-unproven-end.ts';

const { newHome, removeAll } = homes();
afterEach(removeAll);

async function recorded(): Promise<string> {
  const home = newHome();
  await record(home, 'k1', [message('s1', 'one'), terminated(runId(1))]);
  return home;
}

interface Told {
  readonly end_unproven: { readonly code: string; readonly position: number; readonly record: string | null } | null;
}

const toldBy = (stdout: string): Told['end_unproven'] => (JSON.parse(stdout) as Told).end_unproven;

describe('a ledger whose head is missing', () => {
  it('is told of until the person has settled it, though the head is there again', verifies('KEL-LEDGERCLI-35'), async () => {
    const home = await recorded();
    const note = join(tenantFolderOf(home, 'default'), 'head-rebuilt.json');
    expect(toldBy((await keelson(home, 'ledger stats --json')).stdout)).toBe(null);
    rmSync(headFileOf(home, 'default'));
    const seen = [];
    for (const command of ['stats', 'verify', 'stats']) {
      seen.push(toldBy((await keelson(home, `ledger ${command} --json`)).stdout));
      await record(home, command + seen.length, [message('s1', 'more')]);
    }
    const expected = { code: 'ledger.head_rebuilt', position: 2, record: note };
    expect(seen).toEqual([1, 2, 3].map(() => expect.objectContaining(expected) as unknown));
    const { status, stdout } = await keelson(home, 'ledger verify');
    // Where a line is broken depends on how long the path is.
    expect([status, stdout.replaceAll(/\s+/g, ' ').includes(`remove ${note},`)]).toEqual([0, true]);
    rmSync(note);
    expect(toldBy((await keelson(home, 'ledger stats --json')).stdout)).toBe(null);
  });

  it('is no more told of when a backup has taken the place', verifies('KEL-LEDGERCLI-35'), async () => {
    const home = await recorded();
    const copy = join(newHome(), 'copy.db');
    expect((await keelson(home, `ledger backup ${copy}`)).status).toBe(0);
    rmSync(headFileOf(home, 'default'));
    expect(toldBy((await keelson(home, 'ledger verify --json')).stdout)).toMatchObject({ code: 'ledger.head_rebuilt' });
    // The second time there is nothing to forget.
    for (const _time of [1, 2]) expect((await keelson(home, `ledger restore ${copy} --yes`)).status).toBe(0);
    expect(toldBy((await keelson(home, 'ledger verify --json')).stdout)).toBe(null);
  });
});

describe('documents on disk', () => {
  it('are folded anew from the log', verifies('KEL-LEDGERCLI-31'), async () => {
    const home = await recorded();
    expect(launched(home, 'ledger rebuild')).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^Tenant default: folded the documents of "termination", "replay_bundle", "artifact", .* anew, up to entry 2\.\nNone had been found to disagree with the log\.\nHead [0-9a-f]{64}\n$/) as unknown,
      stderr: expect.stringContaining('Tenant default: verifying the log up to entry 2,') as unknown,
    });
    expect(await keelson(home, 'ledger verify')).toMatchObject({ status: 0, stdout: expect.stringContaining('5 documents ') as unknown });
  });
});

describe('a ledger that may be read and not written', () => {
  /** Runs a command as somebody who may read everything in the home and write nothing. */
  function readingOnly<Result>(home: string, use: () => Result): Result {
    const folders = [home, join(home, 'tenants'), tenantFolderOf(home, 'default')];
    for (const name of readdirSync(tenantFolderOf(home, 'default'))) chmodSync(join(tenantFolderOf(home, 'default'), name), 0o444);
    for (const folder of folders) chmodSync(folder, 0o555);
    try {
      return use();
    } finally {
      for (const folder of folders) chmodSync(folder, 0o755);
    }
  }

  it('is shown and verified all the same', verifies('KEL-LEDGERCLI-36'), async () => {
    const home = await recorded();
    const expected = await Promise.all(['stats --json', 'verify', 'events --payload'].map((command) => keelson(home, `ledger ${command}`)));
    const before = readdirSync(tenantFolderOf(home, 'default'));
    const found = readingOnly(home, () => ['stats --json', 'verify', 'events --payload'].map((command) => launched(home, `ledger ${command}`, NOBODY)));
    expect(found).toEqual(expected);
    expect(readdirSync(tenantFolderOf(home, 'default'))).toEqual(before);
  });

  it('says that its head is missing', verifies('KEL-LEDGERCLI-36'), async () => {
    const home = await recorded();
    rmSync(headFileOf(home, 'default'));
    const { stdout } = readingOnly(home, () => launched(home, 'ledger stats --json', NOBODY));
    expect(toldBy(stdout)).toMatchObject({ code: 'ledger.head_missing', position: 2, record: null });
    expect(existsSync(headFileOf(home, 'default'))).toBe(false);
    const { store } = await ledgerInMemory();
    expect(await missingHead(store)).toEqual({ code: 'ledger.head_missing', noticedAt: expect.stringMatching(/^\d{4}-/) as unknown, position: 0, record: null });
  });

  it('is read with what lies beside it when it was not closed, and says what to do when part of that is gone', verifies('KEL-LEDGERCLI-36'), async () => {
    const home = await recorded();
    const live = await recorded();
    await withLedger(live, async (_ledger, writer) => {
      await writer.append({ key: 'k2', events: [message('s1', 'only in the write-ahead log')] });
      rmSync(tenantFolderOf(home, 'default'), { recursive: true });
      cpSync(tenantFolderOf(live, 'default'), tenantFolderOf(home, 'default'), { recursive: true });
    });
    const events = (): Ended => readingOnly(home, () => launched(home, 'ledger events --raw --after 2', NOBODY));
    expect(events()).toMatchObject({ status: 0, stdout: expect.stringContaining('only in the write-ahead log') as unknown });
    rmSync(`${ledgerFileOf(home, 'default')}-shm`);
    expect(events()).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/copy the whole data folder to a place where you may write[^]*\[ledger\.read_only\]\n$/) as unknown });
  });

  it('is told of as such by what would write', verifies('KEL-LEDGERCLI-36'), async () => {
    const home = await recorded();
    const file = ledgerFileOf(home, 'default');
    const bytes = readFileSync(file);
    const stderr =
      `keelson: ${file} or its folder cannot be written by this user.\n` +
      '         Run Keelson as the user it belongs to, or give this user the right to write there. To work with what is recorded in it, copy the whole data folder to a place where you may write, and set KEELSON_HOME to the copy.\n' +
      '         [ledger.read_only]\n';
    for (const command of ['rebuild', 'accept-loss --yes', `backup ${join(newHome(), 'copy.db')}`]) {
      expect(readingOnly(home, () => launched(home, `ledger ${command}`, NOBODY))).toEqual({ status: 1, stdout: '', stderr });
    }
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });
});
