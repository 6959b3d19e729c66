import { describe, expect, it } from 'vitest';
import { memoryTerminal } from '../../src/cli/index.ts';
import { ErrorBody, ledgerVerify } from '../../src/contracts/index.ts';
import { fixedClock } from '../../src/kernel/index.ts';
import type { LedgerStore } from '../../src/ledger/index.ts';
import { runId } from '../contract-suites/ledger-samples.ts';
import { verifies } from '../requirements/verifies.ts';
import { clientOver, recordedLedger, runLedger, slowClock, tampered } from '../support/ledger-command-line.ts';
import { ledgersInMemory, type LedgersInMemory } from '../support/ledgers-in-memory.ts';

describe('a tenant without a ledger', () => {
  it('is told so plainly, and nothing is created', verifies('KEL-LEDGERCLI-05'), async () => {
    const admin = ledgersInMemory();
    for (const command of ['stats', 'events']) {
      expect(await runLedger(admin, `ledger ${command}`)).toEqual({ exit: 0, out: 'Nothing has been recorded yet for tenant default in /data/default/ledger.db.\n', error: '' });
    }
    expect(await runLedger(admin, 'ledger stats --json --tenant acme')).toEqual({ exit: 0, out: '{"state":"absent","tenant":"acme","file":"/data/acme/ledger.db"}\n', error: '' });
    expect(await runLedger(admin, 'ledger events --json --tenant acme')).toEqual({ exit: 0, out: '', error: '' });
    expect(admin.tenants.size).toBe(0);
  });

  it.each([
    ['verify', 'verify'],
    ['rebuild', 'fold'],
    ['backup copy.db', 'back up'],
    ['accept-loss --yes', 'accept'],
  ])('gives no success to %s', verifies('KEL-LEDGERCLI-05'), async (command, consequence) => {
    const admin = ledgersInMemory();
    const error = {
      code: 'ledger.absent',
      message: `Nothing has been recorded yet for tenant default (/data/default/ledger.db), so there is nothing to ${consequence}.`,
      next_step: 'Is the tenant right, and KEELSON_HOME?',
      data: { tenant: 'default', file: '/data/default/ledger.db' },
    };
    expect(await runLedger(admin, `ledger ${command}`)).toEqual({ exit: 1, out: '', error: `keelson: ${error.message}\n         ${error.next_step}\n         [ledger.absent]\n` });
    const json = await runLedger(admin, `ledger ${command} --json`);
    expect({ ...json, out: JSON.parse(json.out) as unknown }).toEqual({ exit: 1, out: { error }, error: '' });
    expect(admin.files.size).toBe(0);
  });

  it('must have a name that cannot lead elsewhere', verifies('KEL-LEDGERCLI-05', 'KEL-LEDGERCLI-21'), async () => {
    for (const command of ['verify', 'stats', 'events', 'rebuild', 'backup a.db', 'restore a.db', 'accept-loss']) {
      expect(await runLedger(ledgersInMemory(), `ledger ${command} --tenant ../other`)).toEqual({
        exit: 2,
        out: '',
        error: 'keelson: "../other" cannot be the name of a tenant.\n         A name has letters, digits, dot, dash and underscore, and begins with a letter or digit.\n         [input.invalid]\n',
      });
    }
    const { exit, out } = await runLedger(ledgersInMemory(), 'ledger stats --json --tenant ../other');
    expect({ exit, code: ErrorBody.parse((JSON.parse(out) as { error: unknown }).error).code }).toEqual({ exit: 2, code: 'input.invalid' });
  });
});

describe('a command line about the ledger that cannot be meant', () => {
  it('ends with 2 when the name of the file is empty', verifies('KEL-LEDGERCLI-21'), async () => {
    for (const command of ['backup ', 'restore ', 'verify --file ']) {
      expect(await runLedger(ledgersInMemory(), `ledger ${command}`)).toMatchObject({ exit: 2, out: '', error: 'keelson: The name of the file is empty.\n         Name a file.\n         [input.invalid]\n' });
    }
  });

  it('is helped where it was begun', verifies('KEL-LEDGERCLI-21'), async () => {
    const help = await runLedger(ledgersInMemory(), 'help ledger');
    expect(help).toMatchObject({ exit: 0, out: expect.stringContaining('accept-loss') as unknown });
    expect(await runLedger(ledgersInMemory(), 'ledger help')).toEqual(help);
    expect(await runLedger(ledgersInMemory(), 'ledger help restore')).toEqual(await runLedger(ledgersInMemory(), 'ledger restore --help'));
  });
});

describe('keelson ledger verify', () => {
  it('says what it checked and that nothing is wrong', verifies('KEL-LEDGERCLI-06'), async () => {
    const { admin, store } = await recordedLedger();
    const { chainHash } = await store.head();
    expect(await runLedger(admin, 'ledger verify')).toEqual({
      exit: 0,
      out: `Tenant default: 5 entries (1 of them erased), 5 documents and 0 blobs checked.\nHead 5, ${chainHash}\nNo fault was found.\n`,
      error: '',
    });
  });

  it('gives each fault with what it means and what to do, and ends with 1', verifies('KEL-LEDGERCLI-06'), async () => {
    const { admin, store } = await recordedLedger();
    admin.tenants.set('default', tampered(store));
    const { exit, out } = await runLedger(admin, 'ledger verify');
    expect(exit).toBe(1);
    expect(out).toContain(
      [
        'ledger.payload_changed at entry 3 (session/s1#2): session.message_recorded: the payload does not have the hash it was written with',
        '    The content of this event is not what was recorded.',
        '    Keep the file as it is for study and restore the last sound backup with',
        '    `keelson ledger restore FILE`.',
        '',
        'Tenant default: 5 entries',
      ].join('\n'),
    );
    expect(out).toMatch(/One fault was found\.\n$/);
    const json = await runLedger(admin, 'ledger verify --json');
    expect(json.exit).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject({ state: 'done', tenant: 'default', entries: 5, is_whole: true, faults: [{ code: 'ledger.payload_changed', position: 3 }] });
  });

  it('checks a backup by its name, and says what not to do with a bad one', verifies('KEL-LEDGERCLI-22'), async () => {
    const { admin, store } = await recordedLedger();
    const { chainHash } = await store.head();
    admin.files.set('a.db', store);
    admin.tenants.clear();
    expect(await runLedger(admin, 'ledger verify --file a.db')).toEqual({
      exit: 0,
      out: `Backup a.db: 5 entries (1 of them erased), 5 documents and 0 blobs checked.\nHead 5, ${chainHash}\nNo fault was found.\n`,
      error: '',
    });
    expect(JSON.parse((await runLedger(admin, 'ledger verify --file a.db --json')).out)).toMatchObject({ state: 'done', tenant: null, file: 'a.db', faults: [] });
    admin.files.set('a.db', tampered(store));
    const { exit, out } = await runLedger(admin, 'ledger verify --file a.db');
    expect(exit).toBe(1);
    expect(out).toContain('    Do not rely on this backup; use another one, or write a new one with\n    `keelson ledger backup`.\n');
    expect(await runLedger(admin, 'ledger verify --file none.db')).toMatchObject({ exit: 1, error: expect.stringContaining('[ledger.backup_missing]') as unknown });
  });

  it('explains faults of the storage too, and names what was not compared', verifies('KEL-LEDGERCLI-06'), async () => {
    const { admin, store, erase } = await recordedLedger();
    await erase('k4', { aggregate: 'run', id: runId(1) });
    admin.tenants.set('default', { ...store, examine: async () => [{ code: 'sqlite.page', detail: 'page 7 is torn' }, { code: 'sqlite.page', detail: 'page 8 is torn' }] });
    const { out } = await runLedger(admin, 'ledger verify');
    expect(out).toContain('sqlite.page (storage): page 7 is torn\n    The storage below the log is damaged.\n');
    expect(out).toContain('Not compared: the documents of "termination", which are not folded up to the head; `keelson ledger rebuild termination` folds them.\n');
    expect(out).toContain('2 faults were found.\n');
  });

  it('shows a person how far it is, and wipes that away', verifies('KEL-LEDGERCLI-07'), async () => {
    const { admin } = await recordedLedger();
    const { exit, out, error } = await runLedger(admin, 'ledger verify', { client: clientOver(admin, slowClock()), terminal: memoryTerminal('', { isInteractive: true }) });
    expect({ exit, error }).toEqual({ exit: 0, error: 'Verifying: 5 of 5 entries\r\u001b[K' });
    expect(out).toMatch(/No fault was found\.\n$/);
    expect(await runLedger(admin, 'ledger verify', { client: clientOver(admin, slowClock()) })).toMatchObject({ exit: 0, error: '' });
  });

  it('stops at Ctrl-C and says how far it came', verifies('KEL-LEDGERCLI-07'), async () => {
    const { admin, store } = await recordedLedger();
    const interruption = new AbortController();
    admin.tenants.set('default', {
      ...store,
      entries: (query) => {
        interruption.abort();
        return store.entries(query);
      },
    });
    expect(await runLedger(admin, 'ledger verify', { signal: interruption.signal })).toEqual({
      exit: 130,
      out: '',
      error: 'Interrupted: Verifying had come to 5 of 5 entries; nothing was changed.\n',
    });
  });

  it('does not go on with work that is not under way', verifies('KEL-LEDGERCLI-07'), async () => {
    const { admin } = await recordedLedger();
    const client = clientOver(admin, slowClock());
    const first = await client.call(ledgerVerify, {});
    const resume = first.ok && first.value.state === 'running' ? first.value.resume : '';
    admin.tenants.set('acme', (await recordedLedger()).store);
    expect(await client.call(ledgerVerify, { tenant: 'acme', resume })).toMatchObject({ ok: false, error: { code: 'operation.resume_unknown' } });
    expect(await client.call(ledgerVerify, { resume })).toMatchObject({ ok: true, value: { state: 'done' } });
    expect(await client.call(ledgerVerify, { resume })).toMatchObject({ ok: false, error: { code: 'operation.resume_unknown' } });
  });

  it('gives up the longest waiting of too much unfinished work', verifies('KEL-LEDGERCLI-07'), async () => {
    const { admin } = await recordedLedger();
    const client = clientOver(admin, slowClock());
    const names: string[] = [];
    for (let at = 0; at < 5; at += 1) {
      const begun = await client.call(ledgerVerify, {});
      if (begun.ok && begun.value.state === 'running') names.push(begun.value.resume);
    }
    const outcomes = await Promise.all(names.map((resume) => client.call(ledgerVerify, { resume })));
    expect(outcomes.map(({ ok }) => ok)).toEqual([false, true, true, true, true]);
  });

  it('lets go of the copy of a backup when its work is done or given up', verifies('KEL-LEDGERCLI-22'), async () => {
    const { admin, store } = await recordedLedger();
    admin.files.set('a.db', store);
    let held = 0;
    const counting: LedgersInMemory = {
      ...admin,
      async openBackup(file, tenant) {
        held += 1;
        return { ...(await admin.openBackup(file, tenant)), close: async () => void (held -= 1) };
      },
    };
    const client = clientOver(counting, slowClock());
    for (let at = 0; at < 6; at += 1) await client.call(ledgerVerify, { file: 'a.db' });
    expect(held).toBe(4);
    await runLedger(counting, 'ledger verify --file a.db');
    expect(held).toBe(4);
  });
});

describe('a ledger whose head was not there to compare with', () => {
  const told = [
    'Noticed at 2026-11-15T09:00:00.000Z: The file that says how far the log had come',
    '(its head) was missing and was made anew. The log ended at entry 4 then; whether',
    'it had gone further before cannot be told. What was recorded since is watched',
    'over. [ledger.head_rebuilt]',
    'Compare it with your last backup: `keelson ledger verify --file FILE` says how',
    'far that one goes. If it goes further than entry 4, restore it. When you are',
    'satisfied, remove /data/default/note, and this is no longer said.',
  ];

  it('is told by verify, without being a fault, and by stats', verifies('KEL-LEDGERCLI-30'), async () => {
    const { admin } = await recordedLedger();
    admin.unproven.set('default', { code: 'ledger.head_rebuilt', noticedAt: '2026-11-15T09:00:00.000Z', position: 4, record: '/data/default/note' });
    const verified = await runLedger(admin, 'ledger verify');
    expect(verified).toMatchObject({ exit: 0, error: '' });
    expect(verified.out).toContain(`\n${told.join('\n')}\nNo fault was found.\n`);
    expect((await runLedger(admin, 'ledger stats')).out.replaceAll(/\s+/g, ' ')).toContain(` ${told.join(' ')} stream kind`);
    const expected = {
      code: 'ledger.head_rebuilt',
      noticed_at: '2026-11-15T09:00:00.000Z',
      position: 4,
      record: '/data/default/note',
      means: expect.stringMatching(/^The file that says .* is watched over\.$/) as unknown,
      what_to_do: expect.stringMatching(/^Compare it with your last backup: .* no longer said\.$/) as unknown,
    };
    for (const command of ['verify', 'stats']) expect(JSON.parse((await runLedger(admin, `ledger ${command} --json`)).out)).toMatchObject({ end_unproven: expected });
  });

  it('is told otherwise where none could be made', verifies('KEL-LEDGERCLI-30'), async () => {
    const { admin, store } = await recordedLedger();
    admin.unproven.set('default', { code: 'ledger.head_missing', noticedAt: '2026-11-15T09:00:00.000Z', position: 5, record: null });
    const { out } = await runLedger(admin, 'ledger stats', { terminal: memoryTerminal('', { columns: 500 }) });
    expect(out).toContain(
      '  Noticed at 2026-11-15T09:00:00.000Z: The file that says how far the log had come (its head) is missing beside it. The log ends at entry 5; whether it had gone further cannot be told. [ledger.head_missing]\n' +
        '  Compare it with your last backup: `keelson ledger verify --file FILE` says how far that one goes. If it goes further than entry 5, restore it.\n\n',
    );
    admin.files.set('a.db', store);
    expect(JSON.parse((await runLedger(admin, 'ledger verify --file a.db --json')).out)).toMatchObject({ end_unproven: null });
    expect((await runLedger(admin, 'ledger verify --file a.db')).out.split('\n')).toHaveLength(4);
  });
});

/** Every projection, in its order. */
const FOLDED: readonly (readonly [name: string, version: number])[] = [
  ['termination', 1],
  ['replay_bundle', 1],
  ['artifact', 2],
  ['counter', 1],
  ['budget', 2],
  ['model_calibration', 1],
  ['model_reliability', 1],
  ['tool_stats', 1],
  ['tool_registry', 1],
  ['tool_pin', 1],
  ['made_tools', 1],
  ['sandbox_decision', 1],
  ['function_call', 1],
  ['function_call_settlement', 1],
  ['hard_call', 1],
  ['hard_call_resolution', 1],
  ['attention', 3],
  ['attention_notices', 1],
  ['executed_effects', 1],
  ['approval', 1],
  ['approval_resolution', 1],
  ['approval_use', 1],
  ['approval_grant', 1],
  ['workspace_taint', 1],
  ['run_state', 2],
  ['run_index', 1],
  ['run_directory', 1],
  ['session', 2],
  ['session_directory', 1],
  ['role_registry', 1],
  ['role_contract', 1],
  ['artifact_meta', 2],
  ['archived_artifact', 1],
  ['schedule', 1],
  ['gc_report', 1],
  ['context_summary', 1],
  ['context_packets', 1],
  ['todos', 1],
  ['open_children', 1],
  ['conflict', 1],
  ['run_checkpoints', 1],
  ['fork', 1],
  ['memory_place', 1],
  ['memory_space', 2],
  ['dreamer', 1],
  ['graph_node', 1],
  ['preferences', 1],
  ['run_course', 1],
  ['calibration', 1],
  ['api_keys', 1],
  ['response', 1],
];

const NAME_CHARS = Math.max(...FOLDED.map(([name]) => name.length));

/** How far projections are, as a table of columns as wide as what stands in them. */
function foldedTo(rows: readonly (readonly [name: string, version: string, foldedTo: number])[]): string[] {
  const versionChars = Math.max('version'.length, ...rows.map(([, version]) => version.length));
  const all: (readonly [string, string, string | number])[] = [['projection', 'version', 'folded to'], ...rows];
  return all.map(([name, version, to]) => `  ${name.padEnd(NAME_CHARS)}  ${version.padStart(versionChars)}  ${String(to).padStart('folded to'.length)}`);
}

describe('keelson ledger stats', () => {
  it('counts what is there', verifies('KEL-LEDGERCLI-08'), async () => {
    const { admin, store } = await recordedLedger();
    const { chainHash } = await store.head();
    const [first] = await store.entries({ after: 0, limit: 1 });
    const at = (JSON.parse(first?.header ?? '{}') as { recorded_at: string }).recorded_at;
    const { bytes } = await store.counts();
    const { exit, out, error } = await runLedger(admin, 'ledger stats');
    expect({ exit, error }).toEqual({ exit: 0, error: '' });
    expect(out.replaceAll(/\d+ bytes|\d+\.\d kB/g, '…')).toBe(
      [
        'Tenant default in /data/default/ledger.db',
        `  5 events in 4 streams, 5 documents, 0 blobs, …`,
        '  1 payload erased',
        `  from ${at} to ${at}`,
        `  head ${chainHash}`,
        '',
        '  stream kind  streams  events',
        '  session            2       3',
        '  ledger             1       1',
        '  run                1       1',
        '',
        '  event type                events  erased   payloads',
        '  session.message_recorded       3       1  …',
        '  ledger.payload_erased          1       0  …',
        '  run.terminated                 1       0  …',
        '',
        ...foldedTo(FOLDED.map(([name, version]) => [name, `${version}`, 5])),
        '',
      ].join('\n'),
    );
    const json = JSON.parse((await runLedger(admin, 'ledger stats --json')).out) as { types: { payload_bytes: number }[] };
    const payloads = (await store.entries({ after: 0, limit: 9 })).map(({ payload }) => payload);
    expect(json).toMatchObject({ bytes, clock: null, head: { position: 5, chain_hash: chainHash } });
    expect(json.types.reduce((sum, { payload_bytes }) => sum + payload_bytes, 0)).toBe(Buffer.byteLength(payloads.join('')));
  });

  it('says how far projections are that are behind', verifies('KEL-LEDGERCLI-08'), async () => {
    const { admin, store, erase } = await recordedLedger();
    await erase('k4', { aggregate: 'run', id: runId(1) });
    const stale = async (key: Parameters<LedgerStore['record']>[0]) => {
      const record = await store.record(key);
      if (key.key === 'artifact') return undefined;
      return key.key === 'counter' && record !== undefined ? { ...record, body: { version: 2, rebuilt_to: null } } : record;
    };
    admin.tenants.set('default', { ...store, record: stale });
    expect((await runLedger(admin, 'ledger stats')).out).toContain(
      foldedTo([['termination', '1', 0], ['replay_bundle', '1', 6], ['artifact', '2, never folded', 0], ['counter', '1, stored 2', 6]]).join('\n'),
    );
  });

  it('warns when the clock stands before the last event', verifies('KEL-LEDGERCLI-08'), async () => {
    const { admin } = await recordedLedger();
    const { exit, out } = await runLedger(admin, 'ledger stats', { client: clientOver(admin, fixedClock(1_700_000_000_000)) });
    expect(exit).toBe(0);
    expect(out).toMatch(/The clock of this machine \(2023-11-14T22:13:20\.000Z\) is 100,000,00\d s behind the last event .* \[ledger\.clock_behind\]\n/);
  });
});
