import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { message } from '../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../test/requirements/verifies.ts';
import { damage, homes, keelson, record, withLedger } from '../../test/support/keelson-home.ts';
import { ledgerFileOf, tenantFolderOf } from './data-folder.ts';

const { newHome, removeAll } = homes();
afterEach(removeAll);

const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);
const leftovers = (home: string): string[] =>
  [home, tenantFolderOf(home, 'default'), tmpdir()]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder))
    .filter((name) => name.includes(`reading-backup-${process.pid}-`) || name.includes('.restoring-'));

/** A home with one recorded message, and a backup of it outside. */
async function backedUp(): Promise<{ home: string; file: string; copy: string }> {
  const home = newHome();
  const copy = join(newHome(), 'copy.db');
  await record(home, 'k1', [message('s1', 'remember this sentence'), message('s2', 'and this secret')]);
  expect(await keelson(home, `ledger backup ${copy}`)).toMatchObject({ status: 0, stderr: '' });
  return { home, file: ledgerFileOf(home, 'default'), copy };
}

describe('a backup on disk', () => {
  it('is for its owner alone, and can be verified without being touched', verifies('KEL-LEDGERCLI-22', 'KEL-LEDGERCLI-24'), async () => {
    const { home, copy } = await backedUp();
    expect(modeOf(copy)).toBe('600');
    const nested = join(newHome(), 'new', 'copy.db');
    expect((await keelson(home, `ledger backup ${nested}`)).status).toBe(0);
    expect([modeOf(join(nested, '..')), modeOf(nested)]).toEqual(['700', '600']);
    const bytes = readFileSync(copy);
    const elsewhere = newHome();
    expect(await keelson(elsewhere, `ledger verify --file ${copy}`)).toMatchObject({ status: 0, stdout: expect.stringContaining(`Backup ${copy}: 2 entries`) as unknown });
    expect({ isSame: readFileSync(copy).equals(bytes), beside: readdirSync(join(copy, '..')), made: readdirSync(elsewhere), left: leftovers(home) }).toEqual({ isSame: true, beside: ['copy.db'], made: [], left: [] });
  });

  it('is not made of a damaged ledger', verifies('KEL-LEDGERCLI-24'), async () => {
    const { home, file } = await backedUp();
    const target = join(newHome(), 'second.db');
    damage(file, 'remember this sentence');
    const { status, stdout, stderr } = await keelson(home, `ledger backup ${target}`);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^keelson: .*\/ledger\.db is damaged: [^]*\[ledger\.corrupt\]\n$/);
    expect(readdirSync(join(target, '..'))).toEqual([]);
  });

  it('is never written where it could be taken for part of a ledger', verifies('KEL-LEDGERCLI-24'), async () => {
    const { home } = await backedUp();
    const folder = tenantFolderOf(home, 'default');
    const before = readdirSync(folder);
    const target = join(folder, 'copy.db');
    expect(await keelson(home, `ledger backup ${target}`)).toEqual({
      status: 1,
      stdout: '',
      stderr: `keelson: No backup was written to ${target}: it lies among the ledgers themselves, and would be lost with them.\n         Name a file elsewhere, best on another disk.\n         [ledger.target_refused]\n`,
    });
    expect(readdirSync(folder)).toEqual(before);
  });

  it.each([
    ['empty', '', 'it is empty'],
    ['a letter', 'Dear Ada,', 'it does not begin like one'],
  ])('is not taken for one when it is %s', verifies('KEL-LEDGERCLI-25'), async (_what, content, detail) => {
    const home = newHome();
    const letter = join(newHome(), 'letter.txt');
    writeFileSync(letter, content);
    expect(await keelson(home, `ledger restore ${letter} --yes`)).toEqual({
      status: 1,
      stdout: '',
      stderr: `keelson: ${letter} is not a Keelson backup: ${detail}. The present ledger was left as it is.\n         Name a file that \`keelson ledger backup\` wrote.\n         [ledger.foreign_file]\n`,
    });
    expect([readdirSync(home), leftovers(home)]).toEqual([[], []]);
  });

  it('that is damaged is named as it was given, and nothing is left of the attempt', verifies('KEL-LEDGERCLI-25'), async () => {
    const { home, file, copy } = await backedUp();
    const before = readFileSync(file);
    damage(copy, 'remember this sentence');
    const other = newHome();
    for (const [where, line] of [[home, `ledger restore ${copy} --yes`], [other, `ledger restore ${copy} --yes`], [other, `ledger verify --file ${copy}`]] as const) {
      const { status, stdout, stderr } = await keelson(where, line);
      expect(status).toBe(1);
      expect(`${stdout}${stderr}`).toContain(copy);
      expect(`${stdout}${stderr}`).not.toMatch(/ledger\.db is damaged|reading-backup|move/);
    }
    truncateSync(copy, 5_000);
    expect((await keelson(other, `ledger restore ${copy} --yes`)).stderr).toMatch(new RegExp(`^keelson: The backup ${copy} is damaged: .* The present ledger was left as it is\\.\\n.*\\n +\\[ledger\\.backup_unsound\\]\\n$`));
    expect([readFileSync(file).equals(before), readdirSync(other), leftovers(home)]).toEqual([true, [], []]);
  });
});

describe('a restore on disk', () => {
  it('erases again what was erased since the backup', verifies('KEL-LEDGERCLI-19'), async () => {
    const { home, file, copy } = await backedUp();
    await withLedger(home, async (ledger, writer) => {
      const secret = { stream: { aggregate: 'session', id: 's2' }, sequence: 1 } as const;
      await ledger.erase({ key: 'forget', entries: [secret], reason: 'a person asked', requestedBy: 'ada' }, writer);
      await writer.append({ key: 'k2', events: [message('s3', 'later words')] });
      await ledger.erase({ key: 'forget-later', entries: [{ stream: { aggregate: 'session', id: 's3' }, sequence: 1 }], reason: 'asked too', requestedBy: 'ada' }, writer);
    });
    const { status, stdout, stderr } = await keelson(home, `ledger restore ${copy} --yes`);
    expect(status).toBe(0);
    expect(stderr).toContain('  3 entries after the backup would no longer be in the ledger; the present files are kept aside.\n  1 payload erased since the backup would be erased again.\n');
    expect(stdout).toContain('Restored tenant default to entry 3 in ');
    expect(stdout).toContain('\nErased again: 1 payload that was erased after the backup was made.\n');
    expect(readFileSync(file).includes('and this secret')).toBe(false);
    expect(readFileSync(copy).includes('and this secret')).toBe(true);
    const lines = (await keelson(home, 'ledger events --json --raw')).stdout.trimEnd().split('\n').map((line) => JSON.parse(line) as { append?: { key: string }; event: { type: string; actor: string; payload: unknown } });
    expect(lines.map(({ event }) => event.payload)).toEqual([
      { role: 'person', session_id: 's1', text: 'remember this sentence' },
      null,
      { erased: [expect.objectContaining({ aggregate: 'session', stream_id: 's2', sequence: 1 })], reason: 'a person asked', requested_by: 'ada' },
    ]);
    expect(lines[2]).toMatchObject({ append: { key: expect.stringMatching(/^erased-again:evt_/) as unknown }, event: { type: 'ledger.payload_erased', actor: 'mother' } });
    expect(await keelson(home, 'ledger verify')).toMatchObject({ status: 0 });
  });

  it('keeps what was there for its owner alone, and it can be brought back', verifies('KEL-LEDGERCLI-24'), async () => {
    const { home, file, copy } = await backedUp();
    await record(home, 'k2', [message('s3', 'later words')]);
    chmodSync(file, 0o644);
    const { kept_aside } = JSON.parse((await keelson(home, `ledger restore ${copy} --yes --json`)).stdout) as { kept_aside: string };
    expect([modeOf(kept_aside), modeOf(`${kept_aside}.head`), modeOf(file)]).toEqual(['600', '600', '600']);
    expect(await keelson(home, `ledger restore ${kept_aside} --yes`)).toMatchObject({ status: 0, stdout: expect.stringContaining('to entry 3 in ') as unknown });
    expect(await keelson(home, 'ledger verify')).toMatchObject({ status: 0, stdout: expect.stringContaining('3 entries') as unknown });
  });

  it('does not take a backup of another log by mistake', verifies('KEL-LEDGERCLI-18'), async () => {
    const { copy } = await backedUp();
    const other = await backedUp();
    expect(await keelson(other.home, `ledger restore ${copy} --yes`)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('[ledger.restore_other_log]') as unknown });
    expect(await keelson(other.home, `ledger restore ${copy} --yes --other-log`)).toMatchObject({ status: 0 });
  });

  it('removes what a killed one left behind', verifies('KEL-LEDGERCLI-20'), async () => {
    const { home, copy } = await backedUp();
    const folder = tenantFolderOf(home, 'default');
    const dead = 2 ** 30;
    for (const path of [join(folder, `reading-backup-${dead}-abc`), join(home, 'reading-backup-AbCdEf')]) {
      mkdirSync(path);
      writeFileSync(join(path, 'ledger.db'), 'secret');
    }
    writeFileSync(join(folder, `ledger.db.restoring-${dead}`), 'secret');
    writeFileSync(join(folder, `ledger.db.restoring-${process.ppid}`), 'of a process that runs');
    expect((await keelson(home, `ledger restore ${copy} --yes`)).status).toBe(0);
    expect(readdirSync(home)).toEqual(['tenants']);
    expect(readdirSync(folder).filter((name) => /reading|restoring/.test(name))).toEqual([`ledger.db.restoring-${process.ppid}`]);
  });
});

describe('a ledger that has lost something', () => {
  it.each([
    ['is missing', (file: string) => rmSync(file), 'is missing: the log in it had reached entry 2', 'entries 1 to 2', 0],
    ['is empty', (file: string) => truncateSync(file), 'is empty: the log in it had reached entry 2', 'entries 1 to 2', 0],
    ['is older', cutLast, 'has lost its end: it had reached entry 2 and now ends at 1', 'entry 2', 1],
  ])('says that it %s, and how to go on', verifies('KEL-LEDGERCLI-23'), async (_what, spoil, detail, lost, left) => {
    const { home, file } = await backedUp();
    spoil(file);
    const nextStep = 'Put back what is missing, restore a backup with `keelson ledger restore FILE`, or go on without it: `keelson ledger accept-loss`.';
    expect(await keelson(home, 'ledger verify')).toEqual({ status: 1, stdout: '', stderr: `keelson: ${file} ${detail}.\n         ${nextStep}\n         [ledger.tail_cut]\n` });
    const accepted = await keelson(home, 'ledger accept-loss --yes');
    expect(accepted.stderr).toBe(`Tenant default: ${file} ${detail}.\n  Lost for good: ${lost}.\n  A backup may still hold it: keelson ledger restore FILE\n`);
    expect(accepted).toMatchObject({ status: 0, stdout: expect.stringContaining(`Tenant default goes on from entry ${left} in ${file}, without ${lost}.\n`) as unknown });
    const recorded = accepted.stdout.slice(accepted.stdout.indexOf('recorded in ') + 'recorded in '.length, -2);
    expect(JSON.parse(readFileSync(recorded, 'utf8'))).toMatchObject({ loss: { kind: 'tail_cut', reached: 2, found: left } });
    expect([modeOf(recorded), existsSync(`${recorded}.head`)]).toEqual(['600', true]);
    await record(home, 'k9', [message('s9', 'life goes on')]);
    expect(await keelson(home, 'ledger verify')).toMatchObject({ status: 0, stdout: expect.stringContaining(`Head ${left + 1}, `) as unknown });
  });

  it('is restored all the same', verifies('KEL-LEDGERCLI-23'), async () => {
    const { home, file, copy } = await backedUp();
    rmSync(file);
    expect(await keelson(home, `ledger restore ${copy} --yes`)).toMatchObject({ status: 0, stdout: expect.stringMatching(/What was there is kept as .*\.head\.\n$/) as unknown });
    expect((await keelson(home, 'ledger verify')).status).toBe(0);
  });
});

/** As a copy of the file from before its last commit would be. */
function cutLast(file: string): void {
  const database = new DatabaseSync(file, { defensive: false });
  database.exec('DELETE FROM events WHERE position = 2; DELETE FROM words WHERE rowid = 2; DELETE FROM streams WHERE id = 2; PRAGMA journal_mode = DELETE');
  database.close();
}

describe('a data folder that cannot be one', () => {
  it('is told of by every command, as what it is', verifies('KEL-LEDGERCLI-26'), async () => {
    const { copy } = await backedUp();
    const home = join(newHome(), 'home');
    writeFileSync(home, 'a file');
    for (const command of ['verify', 'stats', 'events', 'events --follow', 'backup x.db', 'accept-loss', `restore ${copy} --yes`]) {
      expect(await keelson(home, `ledger ${command}`)).toEqual({
        status: 1,
        stdout: '',
        stderr: `keelson: ${home} is not a folder, so there can be no ledger below it.\n         Set KEELSON_HOME to a folder.\n         [ledger.folder_unusable]\n`,
      });
    }
    expect([readFileSync(home, 'utf8'), leftovers(newHome())]).toEqual(['a file', []]);
  });
});
