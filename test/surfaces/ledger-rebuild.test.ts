import { describe, expect, it } from 'vitest';
import { memoryTerminal } from '../../src/cli/index.ts';
import { ledgerRebuild, OPERATIONS } from '../../src/contracts/index.ts';
import { KeelsonError } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, createDocuments, PAGE_ENTRIES, type LedgerStore, type ProjectionState } from '../../src/ledger/index.ts';
import { message, runId } from '../contract-suites/ledger-samples.ts';
import { verifies } from '../requirements/verifies.ts';
import { clientOver, recordedLedger, runLedger, slowClock, tampered } from '../support/ledger-command-line.ts';

const RUN = `termination:${runId(1)}`;
const NAMES = BUILTIN_SETUP.projections.map(({ name }) => name);
const ALL = NAMES.map((name) => `"${name}"`).join(', ');
const ANNOUNCED = `Tenant default: verifying the log up to entry 5, then folding the documents of ${ALL} anew; they are not handed out meanwhile.\n`;

/** Folds the termination of a run as a defect would: the log says something else. */
async function misfold(store: LedgerStore, key: string, body: unknown): Promise<void> {
  const transact = async (operation: object): Promise<ProjectionState> =>
    (await store.transact({ append: null, fences: [], expected: [], events: [], operations: [operation as never] })).results[0] as ProjectionState;
  const at = await transact({ kind: 'projection.start', name: 'termination', version: 1, types: ['run.terminated'], again: true });
  const record = { space: 'document', key, body, dueMs: null, position: 4, source: 'termination@1' };
  await transact({ kind: 'projection.advance', name: 'termination', at, to: (await store.head()).position, records: [record] });
}

const documentsOf = (store: LedgerStore) => createDocuments(store, BUILTIN_SETUP.projections).list('');
const standOf = async (store: LedgerStore, key: string): Promise<unknown> => (await store.record({ space: 'projection', key }))?.body;

describe('keelson ledger rebuild', () => {
  it('is what verify advises where a document disagrees with the log, and mends it', verifies('KEL-LEDGERCLI-31'), async () => {
    const { admin, store } = await recordedLedger();
    const before = await documentsOf(store);
    const { chainHash } = await store.head();
    await misfold(store, RUN, { details: 'forged' });
    const { exit, out } = await runLedger(admin, 'ledger verify');
    expect(exit).toBe(1);
    expect(out).toContain(
      [
        `ledger.document_differs at entry 4 (${RUN}): what is stored is not what the log gives`,
        '    This document does not say what the events say.',
        '    Unless other faults are named, the log itself is whole: fold its documents',
        '    anew from it with `keelson ledger rebuild`, and please report it, since',
        '    documents are written together with their events.',
        '',
      ].join('\n'),
    );
    expect(await runLedger(admin, 'ledger rebuild')).toEqual({
      exit: 0,
      out: `Tenant default: folded the documents of ${ALL} anew, up to entry 5.\n1 document had not agreed with the log; now all do.\nHead ${chainHash}\n`,
      error: ANNOUNCED,
    });
    expect(await documentsOf(store)).toEqual(before);
    expect((await runLedger(admin, 'ledger verify')).exit).toBe(0);
    expect((await runLedger(admin, 'ledger rebuild')).out).toContain('\nNone had been found to disagree with the log.\n');
  });

  it.each([
    ['is missing', null],
    ['differs', { details: 'forged' }],
  ])('mends a document that %s', verifies('KEL-LEDGERCLI-31'), async (_what, body) => {
    const { admin, store } = await recordedLedger();
    const before = await documentsOf(store);
    await misfold(store, RUN, body);
    expect(JSON.parse((await runLedger(admin, 'ledger rebuild --json')).out)).toMatchObject({ disagreed: 1 });
    expect(await documentsOf(store)).toEqual(before);
  });

  it('removes a document that no event gives', verifies('KEL-LEDGERCLI-31'), async () => {
    const { admin, store } = await recordedLedger();
    const before = await documentsOf(store);
    await misfold(store, 'termination:nobody', { details: 'forged' });
    expect(JSON.parse((await runLedger(admin, 'ledger rebuild --json')).out)).toMatchObject({ disagreed: 1 });
    expect(await documentsOf(store)).toEqual(before);
  });

  it('folds only what is named, and says what could be', verifies('KEL-LEDGERCLI-31'), async () => {
    const { admin, store } = await recordedLedger();
    const { chainHash } = await store.head();
    const { out, error } = await runLedger(admin, 'ledger rebuild artifact --json');
    expect(JSON.parse(out)).toEqual({
      state: 'done',
      tenant: 'default',
      file: '/data/default/ledger.db',
      head: { position: 5, chain_hash: chainHash },
      projections: [{ name: 'artifact', version: 2, stored_version: 2, folded_to: 5 }],
      disagreed: 0,
    });
    expect(error).toContain('folding the documents of "artifact" anew');
    expect(await Promise.all(['termination', 'artifact'].map((name) => standOf(store, name)))).toEqual([1, 2].map((number) => ({ version: number, rebuilt_to: null, generation: number })));
    expect(await runLedger(admin, 'ledger rebuild money')).toEqual({
      exit: 2,
      out: '',
      error: `keelson: There is no projection "money".\n         Name one of: ${NAMES.join(', ')}; or none, to fold all of them.\n         [input.invalid]\n`,
    });
    expect(JSON.parse((await runLedger(admin, 'ledger rebuild money --json')).out)).toMatchObject({ error: { data: { issues: [{ path: 'projection', message: 'There is no projection "money".' }] } } });
    expect(await runLedger(admin, 'ledger rebuild ')).toEqual({
      exit: 2,
      out: '',
      error: 'keelson: The name of the projection is empty.\n         Name one that `keelson ledger stats` lists, or none to fold all of them.\n         [input.invalid]\n',
    });
  });

  it('folds nothing from a log that does not verify', verifies('KEL-LEDGERCLI-33'), async () => {
    const { admin, store } = await recordedLedger();
    const stood = await standOf(store, 'termination');
    admin.tenants.set('default', tampered(store));
    const detail = 'session.message_recorded: the payload does not have the hash it was written with (ledger.payload_changed)';
    expect(await runLedger(admin, 'ledger rebuild')).toEqual({
      exit: 1,
      out: '',
      error:
        `${ANNOUNCED}keelson: /data/default/ledger.db does not verify: one fault, first ${detail}. Documents folded from it could be wrong, so nothing was changed.\n` +
        '         See with `keelson ledger verify` what is wrong and what to do about it, then fold.\n         [ledger.log_unsound]\n',
    });
    admin.tenants.set('default', { ...tampered(store), examine: async () => [{ code: 'ledger.corrupt', detail: 'page 7 is torn' }] });
    const { error } = JSON.parse((await runLedger(admin, 'ledger rebuild --json')).out) as { error: { message: string; data: unknown } };
    expect(error.message).toContain('does not verify: 2 faults, first page 7 is torn (ledger.corrupt).');
    expect(error.data).toEqual({ tenant: 'default', file: '/data/default/ledger.db', faults: 2, first: 'ledger.corrupt' });
    expect(await standOf(store, 'termination')).toEqual(stood);
  });

  it('folds although a blob is not there: documents are made of events', verifies('KEL-LEDGERCLI-33'), async () => {
    const { admin, store } = await recordedLedger();
    admin.tenants.set('default', { ...store, examine: async () => [{ code: 'blob.missing', detail: '2 parts are missing' }] });
    expect((await runLedger(admin, 'ledger rebuild')).exit).toBe(0);
  });

  it('leaves the documents of a newer Keelson alone', verifies('KEL-LEDGERCLI-33'), async () => {
    const { admin, store } = await recordedLedger();
    const newer: LedgerStore['record'] = async (key) => {
      const record = await store.record(key);
      return key.key === 'artifact' && record !== undefined ? { ...record, body: { version: 3, rebuilt_to: null, generation: 1 } } : record;
    };
    admin.tenants.set('default', { ...store, record: newer });
    expect(await runLedger(admin, 'ledger rebuild artifact')).toMatchObject({ exit: 1, error: expect.stringContaining('[ledger.projection_newer]') as unknown });
  });

  it('shows how far it is, stops at Ctrl-C, keeps what is folded and goes on from there', verifies('KEL-LEDGERCLI-32'), async () => {
    const { admin, writer } = await recordedLedger();
    for (const key of ['a', 'b']) await writer.append({ key, events: Array.from({ length: PAGE_ENTRIES }, () => message('s1', 'x')) });
    const interruption = new AbortController();
    const terminal = memoryTerminal('', { isInteractive: true });
    const writeError = async (text: string): Promise<void> => {
      await terminal.terminal.writeError(text);
      if (text.startsWith('Folding: 2,053 of')) interruption.abort();
    };
    const ended = await runLedger(admin, 'ledger rebuild termination', { client: clientOver(admin, slowClock()), signal: interruption.signal, terminal: { ...terminal, terminal: { ...terminal.terminal, writeError } } });
    const shown = ['512', '1,024', '1,029', '1,541', '2,053'].map((soFar) => `Folding: ${soFar} of 2,058 entries`).join('\r\u001b[K');
    expect(ended.exit).toBe(130);
    expect(ended.error).toContain(shown);
    expect(ended.error).toMatch(
      /Interrupted: Folding had come to 2,05\d of 2,058 entries; the log is untouched, what is folded is kept, and `keelson ledger rebuild` goes on from there; documents that wait for it are not handed out until then\.\n$/,
    );
  });

  it('says where it goes on', verifies('KEL-LEDGERCLI-32'), async () => {
    const { admin, store, writer } = await recordedLedger();
    for (const key of ['a', 'b']) await writer.append({ key, events: Array.from({ length: PAGE_ENTRIES }, () => message('s1', 'x')) });
    const client = clientOver(admin, slowClock());
    let resume: string | undefined;
    for (let part = 0; part < 4; part += 1) {
      const answer = await client.call(ledgerRebuild, { projection: 'termination', ...(resume !== undefined && { resume }) }, { idempotencyKey: 'k' });
      resume = answer.ok && answer.value.state === 'running' ? answer.value.resume : undefined;
    }
    expect(await standOf(store, 'termination')).toEqual({ version: 1, rebuilt_to: PAGE_ENTRIES, generation: 2 });
    await expect(documentsOf(store)).rejects.toMatchObject({ code: 'ledger.projection_stale' });
    expect((await runLedger(admin, 'ledger verify')).out).toContain('Not compared: the documents of "termination", which are not folded up to the head; `keelson ledger rebuild termination` folds them.\n');
    const again = await runLedger(admin, 'ledger rebuild');
    expect(again).toMatchObject({
      exit: 0,
      error: `Tenant default: verifying the log up to entry 1,029, then folding the documents of ${ALL} anew; they are not handed out meanwhile.\n  "termination" stands at entry 512 and goes on from there.\n`,
    });
    expect(await standOf(store, 'termination')).toEqual({ version: 1, rebuilt_to: null, generation: 2 });
    expect(await documentsOf(store)).toHaveLength(5);
  });

  it('is a command that writes, and one piece of work is not resumed by another', verifies('KEL-LEDGERCLI-32'), async () => {
    const { admin } = await recordedLedger();
    const client = clientOver(admin, slowClock());
    expect(OPERATIONS.find(({ entry }) => entry.operation_id === 'ledger.rebuild')?.entry).toMatchObject({ kind: 'command', durable_write: 'required', idempotency_key_required: true });
    expect(await client.call(ledgerRebuild, {})).toMatchObject({ ok: false, error: { code: 'operation.idempotency_key_missing' } });
    const begun = await client.call(ledgerRebuild, {}, { idempotencyKey: 'k' });
    const resume = begun.ok && begun.value.state === 'running' ? begun.value.resume : '';
    for (const other of [{ tenant: 'default', projection: 'counter' }, { tenant: 'acme' }]) {
      admin.tenants.set('acme', (await recordedLedger()).store);
      expect(await client.call(ledgerRebuild, { ...other, resume }, { idempotencyKey: 'k' })).toMatchObject({ ok: false, error: { code: 'operation.resume_unknown' } });
    }
    expect(await client.call(ledgerRebuild, { resume }, { idempotencyKey: 'k' })).toMatchObject({ ok: true, value: { state: 'running', checked: 10, total: 5 + 5 * NAMES.length } });
  });

  it('says in words what the storage refuses', verifies('KEL-LEDGERCLI-33'), async () => {
    const { admin, store } = await recordedLedger();
    const refusing: LedgerStore['transact'] = async () => {
      throw new KeelsonError('ledger.read_only', { message: 'm', nextStep: 'n', data: { file: '/data/default/ledger.db' } });
    };
    admin.tenants.set('default', { ...store, transact: refusing });
    expect(await runLedger(admin, 'ledger rebuild')).toMatchObject({ exit: 1, error: expect.stringContaining('/data/default/ledger.db or its folder cannot be written by this user.') as unknown });
  });
});
