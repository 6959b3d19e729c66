import { describe, expect, it } from 'vitest';
import { memoryTerminal } from '../../src/cli/index.ts';
import { ledgerPreviewRestore, ledgerRestore } from '../../src/contracts/index.ts';
import { KeelsonError } from '../../src/kernel/index.ts';
import type { LedgerStore } from '../../src/ledger/index.ts';
import { message } from '../contract-suites/ledger-samples.ts';
import { verifies } from '../requirements/verifies.ts';
import { clientOver, recordedLedger, runLedger, tampered } from '../support/ledger-command-line.ts';
import { ledgerInMemory } from '../support/ledger-in-memory.ts';
import type { LedgersInMemory } from '../support/ledgers-in-memory.ts';

describe('keelson ledger backup', () => {
  it('says what was written and how to restore it', verifies('KEL-LEDGERCLI-12'), async () => {
    const { admin, store } = await recordedLedger();
    const { chainHash } = await store.head();
    expect(await runLedger(admin, 'ledger backup /copies/a.db')).toEqual({
      exit: 0,
      out: `Wrote /copies/a.db: tenant default up to entry 5, 4.1 kB.\nHead ${chainHash}\nTo restore it: keelson ledger restore /copies/a.db\n`,
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
  async function backedUp() {
    const { admin, store, writer } = await recordedLedger();
    const { store: older, writer: olderWriter } = await ledgerInMemory();
    await olderWriter.append({ key: 'k1', events: [message('s1', 'one')] });
    admin.files.set('a.db', older);
    return { admin, store, writer, older };
  }

  it('shows what would be replaced and does nothing without a yes', verifies('KEL-LEDGERCLI-14'), async () => {
    const { admin, store, older } = await backedUp();
    const short = async (one: LedgerStore): Promise<string> => `${(await one.head()).chainHash.slice(0, 12)}…`;
    const preview = [
      'Tenant default, /data/default/ledger.db',
      `  now:    entry 5, head ${await short(store)}`,
      `  backup: entry 1, head ${await short(older)}, a.db`,
      '  4 entries after the backup would no longer be in the ledger; the present files are kept aside.',
      '',
    ].join('\n');
    const refused = 'Nothing was changed. Add --yes to restore without being asked.\n';
    expect(await runLedger(admin, 'ledger restore a.db')).toEqual({ exit: 1, out: '', error: `${preview}${refused}` });
    for (const typed of ['no\n', '', 'y\n']) {
      const terminal = memoryTerminal(typed, { isInteractive: true });
      expect(await runLedger(admin, 'ledger restore a.db', { terminal })).toEqual({ exit: 1, out: '', error: `${preview}Replace it? Type yes to go on: ${refused}` });
    }
    expect(admin.tenants.get('default')).toBe(store);
  });

  it('replaces the ledger when a person says so, and says where the old files are', verifies('KEL-LEDGERCLI-14'), async () => {
    const { admin, older } = await backedUp();
    const { chainHash } = await older.head();
    const terminal = memoryTerminal('yes\n', { isInteractive: true });
    expect(await runLedger(admin, 'ledger restore a.db', { terminal })).toMatchObject({
      exit: 0,
      out: `Restored tenant default to entry 1 in /data/default/ledger.db.\nHead ${chainHash}\nWhat was there is kept as /data/default/replaced.\n`,
    });
    expect(await admin.tenants.get('default')?.head()).toMatchObject({ position: 1 });
    const json = await runLedger(admin, 'ledger restore a.db --yes --json --tenant fresh');
    expect(json.error).toContain('  now:    nothing has been recorded yet\n');
    expect(JSON.parse(json.out)).toEqual({ tenant: 'fresh', file: '/data/fresh/ledger.db', head: { position: 1, chain_hash: chainHash }, kept_aside: null });
  });

  it('replaces a ledger that can no longer be opened', verifies('KEL-LEDGERCLI-14'), async () => {
    const { admin } = await backedUp();
    let isDamaged = true;
    const broken: LedgersInMemory = {
      ...admin,
      async open(tenant) {
        if (isDamaged) throw new KeelsonError('ledger.corrupt', { message: 'ledger.db is damaged: page 2.', nextStep: 'Restore.', data: { file: 'f', detail: 'd' } });
        return admin.open(tenant);
      },
      async replace(tenant, file, key) {
        isDamaged = false;
        return admin.replace(tenant, file, key);
      },
    };
    const { exit, error } = await runLedger(broken, 'ledger restore a.db --yes');
    expect(exit).toBe(0);
    expect(error).toContain('  now:    cannot be read: ledger.db is damaged: page 2. [ledger.corrupt]\n');
  });

  it('refuses a backup that does not verify, and one that is not there', verifies('KEL-LEDGERCLI-15'), async () => {
    const { admin, store } = await backedUp();
    admin.files.set('forged.db', tampered((await recordedLedger()).store));
    expect(await runLedger(admin, 'ledger restore forged.db --yes')).toMatchObject({ exit: 1, out: '', error: expect.stringMatching(/forged\.db does not verify: one fault, .*\(ledger\.payload_changed\)\. Nothing was changed\.\n.*\n +\[ledger\.backup_unsound\]\n$/) as unknown });
    expect(await runLedger(admin, 'ledger restore none.db --yes')).toMatchObject({ exit: 1, error: expect.stringContaining('[ledger.backup_missing]') as unknown });
    expect(admin.tenants.get('default')).toBe(store);
  });

  it('refuses when something was recorded since it was shown', verifies('KEL-LEDGERCLI-15'), async () => {
    const { admin, store, writer } = await backedUp();
    const client = clientOver(admin);
    const preview = await client.call(ledgerPreviewRestore, { file: 'a.db' });
    expect(preview).toMatchObject({ ok: true, value: { present: { state: 'readable', head: { position: 5 } }, backup: { head: { position: 1 } } } });
    await writer.append({ key: 'k9', events: [message('s9', 'new')] });
    const restore = (present_position: number | null, idempotencyKey?: string) =>
      client.call(ledgerRestore, { file: 'a.db', present_position, backup_position: 1 }, idempotencyKey === undefined ? {} : { idempotencyKey });
    expect(await restore(5, 'a')).toMatchObject({ ok: false, error: { code: 'ledger.restore_outdated', data: { present_position: 6, backup_position: 1 } } });
    expect(await restore(6)).toMatchObject({ ok: false, error: { code: 'operation.idempotency_key_missing' } });
    expect(admin.tenants.get('default')).toBe(store);
    expect(await restore(6, 'b')).toMatchObject({ ok: true, value: { head: { position: 1 }, kept_aside: '/data/default/replaced' } });
    // The same key again gives the first answer, although there is now another ledger to replace.
    expect(await restore(6, 'b')).toMatchObject({ ok: true, value: { head: { position: 1 }, kept_aside: '/data/default/replaced' } });
    expect(await restore(6, 'c')).toMatchObject({ ok: false, error: { code: 'ledger.restore_outdated' } });
  });
});
