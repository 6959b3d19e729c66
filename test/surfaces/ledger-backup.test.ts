import { describe, expect, it } from 'vitest';
import { memoryTerminal } from '../../src/cli/index.ts';
import { ledgerPreviewRestore, ledgerRestore } from '../../src/contracts/index.ts';
import { KeelsonError } from '../../src/kernel/index.ts';
import { createCounters, type LedgerStore } from '../../src/ledger/index.ts';
import { message } from '../contract-suites/ledger-samples.ts';
import { verifies } from '../requirements/verifies.ts';
import { clientOver, recordedLedger, runLedger, tampered } from '../support/ledger-command-line.ts';
import { ledgerInMemory } from '../support/ledger-in-memory.ts';
import { asOf, type LedgersInMemory } from '../support/ledgers-in-memory.ts';

describe('keelson ledger backup', () => {
  it('says what was written and how to restore it', verifies('KEL-LEDGERCLI-12'), async () => {
    const { admin, store } = await recordedLedger();
    const { chainHash } = await store.head();
    expect(await runLedger(admin, 'ledger backup /copies/a.db')).toEqual({
      exit: 0,
      out: `Wrote and verified /copies/a.db: tenant default up to entry 5, 4.1 kB.\nHead ${chainHash}\nTo restore it: keelson ledger restore /copies/a.db\n`,
      error: '',
    });
    admin.tenants.set('acme', store);
    expect((await runLedger(admin, "ledger backup it's --tenant acme")).out).toContain(`keelson ledger restore 'it'\\''s' --tenant acme\n`);
    expect(JSON.parse((await runLedger(admin, 'ledger backup b.db --json')).out)).toEqual({ tenant: 'default', file: 'b.db', head: { position: 5, chain_hash: chainHash }, bytes: 4_096 });
  });

  it('never overwrites', verifies('KEL-LEDGERCLI-12'), async () => {
    const { admin } = await recordedLedger();
    await runLedger(admin, 'ledger backup a.db');
    expect(await runLedger(admin, 'ledger backup a.db')).toMatchObject({ exit: 1, error: expect.stringContaining('[ledger.target_exists]') as unknown });
  });
});

describe('keelson ledger restore', () => {
  /** A tenant with five entries, and a backup of it from when it had three. */
  async function backedUp() {
    const { admin, store, writer } = await recordedLedger();
    const { store: live, writer: liveWriter } = await ledgerInMemory();
    await liveWriter.append({ key: 'k1', events: [message('s1', 'one'), message('s2', 'two'), message('s3', 'three')] });
    const older = asOf(live, 3);
    await liveWriter.append({ key: 'k2', events: [message('s4', 'four'), message('s5', 'five')] });
    admin.tenants.set('default', live);
    admin.files.set('a.db', older);
    admin.files.set('other.db', store);
    return { admin, store: live, writer: liveWriter, older, other: store, otherWriter: writer };
  }
  const short = async (one: LedgerStore): Promise<string> => `${(await one.head()).chainHash.slice(0, 12)}…`;
  const headOf = async (store: LedgerStore): Promise<{ position: number; chain_hash: string }> => {
    const { position, chainHash } = await store.head();
    return { position, chain_hash: chainHash };
  };

  it('shows what would be replaced and does nothing without a yes', verifies('KEL-LEDGERCLI-14'), async () => {
    const { admin, store, older } = await backedUp();
    const preview = [
      'Tenant default, /data/default/ledger.db',
      `  now:    entry 5, head ${await short(store)}`,
      `  backup: entry 3, head ${await short(older)}, a.db`,
      '  2 entries after the backup would no longer be in the ledger; the present files are kept aside.',
      '',
    ].join('\n');
    const refused = 'Nothing was changed. Add --yes to restore without being asked.\n';
    expect(await runLedger(admin, 'ledger restore a.db')).toEqual({ exit: 1, out: '', error: `${preview}${refused}` });
    for (const typed of ['no\n', '', 'y\n']) {
      const terminal = memoryTerminal(typed, { isInteractive: true });
      expect(await runLedger(admin, 'ledger restore a.db', { terminal })).toEqual({ exit: 1, out: '', error: `${preview}Replace it? Type yes to go on: ${refused}` });
    }
    const json = await runLedger(admin, 'ledger restore a.db --json');
    expect(json).toMatchObject({ exit: 1, error: preview });
    expect(JSON.parse(json.out)).toEqual({
      error: { code: 'operation.not_confirmed', message: 'Nothing was changed.', next_step: 'Add --yes to restore without being asked.', data: { operation: 'ledger.restore' } },
    });
    expect(admin.tenants.get('default')).toBe(store);
  });

  it('replaces the ledger when a person says so, and says where the old files are', verifies('KEL-LEDGERCLI-14'), async () => {
    const { admin, older } = await backedUp();
    const { chainHash } = await older.head();
    const terminal = memoryTerminal('yes\n', { isInteractive: true });
    expect(await runLedger(admin, 'ledger restore a.db', { terminal })).toMatchObject({
      exit: 0,
      out: `Restored tenant default to entry 3 in /data/default/ledger.db.\nHead ${chainHash}\nWhat was there is kept as /data/default/replaced.\n`,
    });
    expect(await admin.tenants.get('default')?.head()).toMatchObject({ position: 3 });
    const json = await runLedger(admin, 'ledger restore a.db --yes --json --tenant fresh');
    expect(json.error).toContain('  now:    nothing has been recorded yet\n');
    expect(JSON.parse(json.out)).toEqual({ tenant: 'fresh', file: '/data/fresh/ledger.db', head: { position: 3, chain_hash: chainHash }, kept_aside: null, erased_again: 0 });
  });

  it('says what of the spending would be forgotten', verifies('KEL-LEDGERCLI-19'), async () => {
    const { admin, writer } = await backedUp();
    await createCounters(writer).open('c1', 'run-1', { tokens: 10 });
    expect((await runLedger(admin, 'ledger restore a.db')).error).toContain(
      '  3 entries after the backup would no longer be in the ledger; the present files are kept aside.\n  1 of these says what was allowed, reserved or spent: budgets would not know of it.\n',
    );
  });

  it('replaces a ledger that can no longer be opened', verifies('KEL-LEDGERCLI-14'), async () => {
    const { admin } = await backedUp();
    let isDamaged = true;
    const broken: LedgersInMemory = {
      ...admin,
      async open(tenant) {
        if (isDamaged) throw new KeelsonError('ledger.corrupt', { message: 'ledger.db is damaged: page 2.', nextStep: 'Restore.', data: { file: '/data/default/ledger.db', detail: 'page 2' } });
        return admin.open(tenant);
      },
      async openBackup(file, tenant) {
        const backup = await admin.openBackup(file, tenant);
        return {
          ...backup,
          async putInPlace(key, replacing) {
            isDamaged = false;
            return backup.putInPlace(key, replacing);
          },
        };
      },
    };
    const { exit, error } = await runLedger(broken, 'ledger restore a.db --yes');
    expect(exit).toBe(0);
    expect(error).toContain(
      '  now:    cannot be read: /data/default/ledger.db is damaged: page 2. [ledger.corrupt]\n  backup: entry 3, head ',
    );
    expect(error).toContain('\n  What was erased after the backup was made cannot be seen, and would be there again: erase it anew after the restore.\n');
  });

  it('takes a ledger for damaged only because of its own damage', verifies('KEL-LEDGERCLI-15'), async () => {
    const { admin, store } = await backedUp();
    const failing = (code: 'ledger.corrupt', file: string): LedgerStore['entries'] => async () => {
      throw new KeelsonError(code, { message: 'm', nextStep: 'n', data: { file, detail: 'entry 4 has changed on disk' } });
    };
    admin.tenants.set('default', { ...store, entries: failing('ledger.corrupt', '/data/default/ledger.db') });
    expect((await runLedger(admin, 'ledger restore a.db')).error).toContain('  now:    cannot be read: /data/default/ledger.db is damaged: entry 4 has changed on disk. [ledger.corrupt]\n');
    admin.tenants.set('default', store);
    admin.files.set('a.db', { ...store, entries: failing('ledger.corrupt', '/private/a.db') });
    expect(await runLedger(admin, 'ledger restore a.db')).toMatchObject({
      exit: 1,
      error: 'keelson: The backup a.db is damaged: entry 4 has changed on disk. The present ledger was left as it is.\n         Use another backup.\n         [ledger.backup_unsound]\n',
    });
  });

  it('refuses a backup of another log unless that is meant', verifies('KEL-LEDGERCLI-18'), async () => {
    const { admin, store, other } = await backedUp();
    const refusal =
      `keelson: other.db is a backup of another log than the one in /data/default/ledger.db: they differ at entry 5 at the latest (the ledger ends at entry 5, head ${await short(store)}; ` +
      `the backup at entry 5, head ${await short(other)}). Nothing was changed.\n` +
      '         Is the tenant right, and the file? If you do mean to replace one log by the other, and to give up all 5 entries, add --other-log.\n' +
      '         [ledger.restore_other_log]\n';
    expect(await runLedger(admin, 'ledger restore other.db --yes')).toEqual({ exit: 1, out: '', error: refusal });
    const asked = { file: 'other.db', present_head: await headOf(store), backup_head: await headOf(other) };
    expect(await clientOver(admin).call(ledgerRestore, asked, { idempotencyKey: 'k' })).toMatchObject({ ok: false, error: { code: 'ledger.restore_other_log', data: { differs_at: 5 } } });
    expect(admin.tenants.get('default')).toBe(store);
    const { exit, error } = await runLedger(admin, 'ledger restore other.db --yes --other-log');
    expect({ exit, isOther: admin.tenants.get('default') === other }).toEqual({ exit: 0, isOther: true });
    expect(error).toContain('  The backup is of another log: nothing of the present one would be left.\n  5 entries in all would no longer be in the ledger; the present files are kept aside.\n');
  });

  it('takes a longer backup of the same log, and loses nothing by it', verifies('KEL-LEDGERCLI-18'), async () => {
    const { admin, store } = await backedUp();
    admin.files.set('whole.db', store);
    admin.tenants.set('default', asOf(store, 3));
    const { exit, error } = await runLedger(admin, 'ledger restore whole.db --yes');
    expect({ exit, lines: error.split('\n').length - 1 }).toEqual({ exit: 0, lines: 3 });
  });

  it('refuses a backup that does not verify, and one that is not there', verifies('KEL-LEDGERCLI-15'), async () => {
    const { admin, store } = await backedUp();
    admin.files.set('forged.db', tampered(store));
    expect(await runLedger(admin, 'ledger restore forged.db --yes')).toMatchObject({ exit: 1, out: '', error: expect.stringMatching(/forged\.db does not verify: one fault, .*\(ledger\.payload_changed\)\. The present ledger was left as it is\.\n.*\n +\[ledger\.backup_unsound\]\n$/) as unknown });
    expect(await runLedger(admin, 'ledger restore none.db --yes')).toMatchObject({ exit: 1, error: expect.stringContaining('[ledger.backup_missing]') as unknown });
    expect(admin.tenants.get('default')).toBe(store);
  });

  it('refuses when something was recorded since it was shown', verifies('KEL-LEDGERCLI-15'), async () => {
    const { admin, store, writer, older, other } = await backedUp();
    const client = clientOver(admin);
    const before = await headOf(store);
    const backup_head = await headOf(older);
    expect(await client.call(ledgerPreviewRestore, { file: 'a.db' })).toMatchObject({
      ok: true,
      value: { present: { state: 'readable', head: before }, backup: { head: backup_head }, history: 'same', loss: { entries: 2, counter_events: 0, erased_again: 0 } },
    });
    await writer.append({ key: 'k9', events: [message('s9', 'new')] });
    const after = await headOf(store);
    const restore = (present_head: typeof before | null, idempotencyKey?: string, from = backup_head) =>
      client.call(ledgerRestore, { file: 'a.db', present_head, backup_head: from }, idempotencyKey === undefined ? {} : { idempotencyKey });
    const outdated = { ok: false, error: { code: 'ledger.restore_outdated', data: { present_position: 6, backup_position: 3 } } };
    expect(await restore(before, 'a')).toMatchObject(outdated);
    expect(await restore(null, 'a')).toMatchObject(outdated);
    expect(await restore({ ...after, chain_hash: before.chain_hash }, 'a')).toMatchObject(outdated);
    expect(await restore(after, 'a', { ...backup_head, chain_hash: (await headOf(other)).chain_hash })).toMatchObject(outdated);
    expect(await restore(after)).toMatchObject({ ok: false, error: { code: 'operation.idempotency_key_missing' } });
    expect(admin.tenants.get('default')).toBe(store);
    expect(await restore(after, 'b')).toMatchObject({ ok: true, value: { head: { position: 3 }, kept_aside: '/data/default/replaced' } });
    // The same key again gives the first answer, although there is now another ledger to replace.
    expect(await restore(after, 'b')).toMatchObject({ ok: true, value: { head: { position: 3 }, kept_aside: '/data/default/replaced' } });
    expect(await restore(after, 'c')).toMatchObject({ ok: false, error: { code: 'ledger.restore_outdated' } });
  });

  it('looks once more when nobody else can write', verifies('KEL-LEDGERCLI-15'), async () => {
    const { admin, store, writer } = await backedUp();
    const racing: LedgersInMemory = {
      ...admin,
      async openBackup(file, tenant) {
        const backup = await admin.openBackup(file, tenant);
        return {
          ...backup,
          async putInPlace(key, replacing) {
            await writer.append({ key: 'late', events: [message('s9', 'just before the lock')] });
            return backup.putInPlace(key, replacing);
          },
        };
      },
    };
    expect(await runLedger(racing, 'ledger restore a.db --yes')).toMatchObject({ exit: 1, error: expect.stringContaining('[ledger.restore_outdated]') as unknown });
    expect(admin.tenants.get('default')).toBe(store);
  });

  it('stops at Ctrl-C before anything is replaced, and says so', verifies('KEL-LEDGERCLI-20'), async () => {
    const { admin, store, older } = await backedUp();
    const interruption = new AbortController();
    admin.files.set('a.db', {
      ...older,
      examine: async () => {
        interruption.abort();
        return older.examine();
      },
    });
    const { exit, error } = await runLedger(admin, 'ledger restore a.db --yes', { signal: interruption.signal });
    expect(exit).toBe(130);
    expect(error).toContain('keelson: The restore was stopped before anything was replaced; the ledger of tenant default is as it was.\n         Run it again when you like.\n         [ledger.restore_interrupted]\n');
    expect(admin.tenants.get('default')).toBe(store);
  });
});
