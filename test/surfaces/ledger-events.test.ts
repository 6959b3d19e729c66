import { describe, expect, it } from 'vitest';
import { memoryTerminal } from '../../src/cli/index.ts';
import type { Client } from '../../src/client/index.ts';
import { LogEntry, ShownEntry } from '../../src/contracts/index.ts';
import type { LedgerStore } from '../../src/ledger/index.ts';
import { message, runId, terminated } from '../contract-suites/ledger-samples.ts';
import { verifies } from '../requirements/verifies.ts';
import { recordedLedger, runLedger } from '../support/ledger-command-line.ts';
import { ledgerInMemory } from '../support/ledger-in-memory.ts';
import { ledgersInMemory, type LedgersInMemory } from '../support/ledgers-in-memory.ts';

describe('keelson ledger events', () => {
  const withoutTimes = (out: string): string => out.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');

  it('prints one line for each event, without payloads', verifies('KEL-LEDGERCLI-09'), async () => {
    const { admin } = await recordedLedger();
    const { exit, out, error } = await runLedger(admin, 'ledger events');
    expect({ exit, error }).toEqual({ exit: 0, error: '' });
    expect(withoutTimes(out)).toBe(
      [
        '1  TIME  session/s1#1  session.message_recorded  mother',
        '2  TIME  session/s2#1  session.message_recorded  mother  (payload erased)',
        '3  TIME  session/s1#2  session.message_recorded  mother',
        `4  TIME  run/${runId(1)}#1  run.terminated  mother`,
        '5  TIME  ledger/default#1  ledger.payload_erased  mother',
        '',
      ].join('\n'),
    );
  });

  it('takes what is asked for', verifies('KEL-LEDGERCLI-09'), async () => {
    const { admin } = await recordedLedger();
    const positions = async (options: string): Promise<number[]> => {
      const { out } = await runLedger(admin, `ledger events --json ${options}`);
      return out.trimEnd().split('\n').filter((line) => line !== '').map((line) => (JSON.parse(line) as { position: number }).position);
    };
    expect(await positions('--after 3')).toEqual([4, 5]);
    expect(await positions('--limit 2')).toEqual([1, 2]);
    expect(await positions('--stream session/s1')).toEqual([1, 3]);
    expect(await positions('--stream session/s1 --after 1')).toEqual([3]);
    expect(await positions('--type run.terminated')).toEqual([4]);
    expect(await positions('--type session.message_recorded --limit 2')).toEqual([1, 2]);
    expect(await runLedger(admin, 'ledger events --type run.started')).toEqual({ exit: 0, out: 'No event matches.\n', error: '' });
  });

  it('reads what runs did and asked for under one name, each with what it means', verifies('ACI-34', 'MH4-CHK-10'), async () => {
    const { admin } = await recordedLedger();
    const { exit, out } = await runLedger(admin, 'ledger events --stream activity:stream');
    expect([exit, withoutTimes(out)]).toEqual([0, `4  TIME  run/${runId(1)}#1  run.terminated  mother  run_ended: The run ended: success.\n`]);
    const { out: shown } = await runLedger(admin, 'ledger events --stream activity:stream --json');
    expect(ShownEntry.parse(JSON.parse(shown)).activity).toEqual({ kind: 'run_ended', says: 'The run ended: success.' });
    expect((await runLedger(admin, 'ledger events --stream activity:stream --after 4')).out).toBe('No event matches.\n');
  });

  it.each([
    ['--limit many', "error: option '--limit <number>' argument 'many' is invalid. Expected a whole number from 1 to 9007199254740991.\n"],
    ['--limit 0', "error: option '--limit <number>' argument '0' is invalid. Expected a whole number from 1 to 9007199254740991.\n"],
    ['--limit -5', "error: option '--limit <number>' argument '-5' is invalid. Expected a whole number from 1 to 9007199254740991.\n"],
    ['--after -1', "error: option '--after <number>' argument '-1' is invalid. Expected a whole number from 0 to 9007199254740991.\n"],
    ['--payload --raw', "error: option '--payload' cannot be used with option '--raw'\nkeelson ledger events --help says what it takes.\n"],
    [
      '--stream nothing',
      'keelson: "nothing" cannot be the name of a stream.\n         Write it as kind/id, such as run/run_01JFGWZ0000000000000000001; the kind is one of run, artifact, collection, metric, counter, session, ledger, read_model, externalization, model, tool, registry, sandbox, approval, hard_call, taint, conflict, context, task_replay, checkpoint, schedule, memory, calibration, api_key, response, function_call. What runs did and asked for is activity:stream.\n         [input.invalid]\n',
    ],
    ['--type session.began', 'keelson: There is no event type "session.began".\n         Types of "session" are: session.message_recorded, session.started, session.exchange_recorded.\n         [input.invalid]\n'],
    [
      '--type nothing',
      'keelson: There is no event type "nothing".\n         A type is kind.happened, such as run.started; the kind is one of run, artifact, collection, metric, counter, session, ledger, read_model, externalization, model, tool, registry, sandbox, approval, hard_call, taint, conflict, context, task_replay, checkpoint, schedule, memory, calibration, api_key, response, function_call.\n         [input.invalid]\n',
    ],
  ])('answers %s with 2 and what could be meant', verifies('KEL-LEDGERCLI-21'), async (options, error) => {
    const { admin } = await recordedLedger();
    expect(await runLedger(admin, `ledger events ${options}`)).toEqual({ exit: 2, out: '', error });
  });

  it('masks what is sensitive in payloads unless they are asked for as stored', verifies('KEL-LEDGERCLI-10'), async () => {
    const { admin, store } = await recordedLedger();
    expect((await runLedger(admin, 'ledger events --payload --limit 1')).out).toContain('\n    {"role":"person","session_id":"s1","text":"write to [EMAIL_1]"}\n');
    expect((await runLedger(admin, 'ledger events --raw --limit 1')).out).toContain('"text":"write to ada@example.com"');
    const lines = (await runLedger(admin, 'ledger events --json --raw')).out.trimEnd().split('\n');
    const entries = await store.entries({ after: 0, limit: 9 });
    expect(lines.map((line) => LogEntry.parse(JSON.parse(line)).event.payload)).toEqual(entries.map(({ payload }) => (payload === null ? null : JSON.parse(payload) as unknown)));
    const plain = (await runLedger(admin, 'ledger events --json')).out.trimEnd().split('\n').map((line) => (JSON.parse(line) as { event: object }).event);
    expect(plain.map((event) => 'payload' in event)).toEqual([false, true, false, false, false]);
  });

  it('masks the keys of appends too', verifies('KEL-LEDGERCLI-10'), async () => {
    const { admin, writer } = await recordedLedger();
    await writer.append({ key: 'mail:ada@example.com', events: [message('s9', 'hello')] });
    const keys = async (options: string): Promise<(string | undefined)[]> => {
      const lines = (await runLedger(admin, `ledger events --json ${options}`)).out.trimEnd().split('\n');
      return lines.map((line) => ShownEntry.parse(JSON.parse(line)).append?.key);
    };
    const before = ['k1', undefined, undefined, 'k2', 'k3'];
    expect(await keys('--type session.message_recorded')).toEqual(['k1', undefined, undefined, 'mail:[EMAIL_1]']);
    expect(await keys('--payload')).toEqual([...before, 'mail:[EMAIL_1]']);
    expect(await keys('--raw')).toEqual([...before, 'mail:ada@example.com']);
  });

  it('never hands a terminal a control character', verifies('KEL-LEDGERCLI-10'), async () => {
    const { admin, writer } = await recordedLedger();
    await writer.append({ key: 'k9', events: [message('s9', 'a\u001b[2Jb\u009b2Jc\u007fd é')] });
    expect((await runLedger(admin, 'ledger events --raw --after 5')).out).toContain('"text":"a\\u001b[2Jb\\u009b2Jc\\u007fd é"');
  });

  it('asks in pages', verifies('KEL-LEDGERCLI-09'), async () => {
    const admin = ledgersInMemory();
    const { store, writer } = await ledgerInMemory();
    await writer.append({ key: 'k1', events: Array.from({ length: 1_000 }, () => message('s1', 'x')) });
    const limits: number[] = [];
    admin.tenants.set('default', { ...store, entries: (query) => (limits.push(query.limit), store.entries(query)) });
    const { out } = await runLedger(admin, 'ledger events --limit 700');
    expect({ lines: out.split('\n').length - 1, limits }).toEqual({ lines: 700, limits: [500, 200] });
  });

  it('passes over many events of other types in several answers', verifies('KEL-LEDGERCLI-09'), async () => {
    const admin = ledgersInMemory();
    const { store, writer } = await ledgerInMemory();
    for (let at = 0; at < 6; at += 1) await writer.append({ key: `k${at}`, events: Array.from({ length: 1_000 }, () => message('s1', 'x')) });
    await writer.append({ key: 'last', events: [terminated(runId(1))] });
    admin.tenants.set('default', store);
    expect(withoutTimes((await runLedger(admin, 'ledger events --type run.terminated')).out)).toBe(`6001  TIME  run/${runId(1)}#1  run.terminated  mother\n`);
  });

  it('follows what is recorded until it is told to stop', verifies('KEL-LEDGERCLI-11'), async () => {
    const { admin, writer } = await recordedLedger();
    const interruption = new AbortController();
    const terminal = memoryTerminal();
    const seen: string[] = [];
    const follow = runLedger(admin, 'ledger events --follow --after 4', {
      signal: interruption.signal,
      terminal: {
        ...terminal,
        terminal: {
          ...terminal.terminal,
          async writeOut(text) {
            await terminal.terminal.writeOut(text);
            seen.push(text);
            if (seen.length === 1) setImmediate(() => void writer.append({ key: 'k9', events: [message('s9', 'new')] }));
            else interruption.abort();
          },
        },
      },
    });
    expect({ ...(await follow), out: withoutTimes(terminal.out()) }).toEqual({
      exit: 130,
      out: '5  TIME  ledger/default#1  ledger.payload_erased  mother\n6  TIME  session/s9#1  session.message_recorded  mother\n',
      error: '',
    });
  });

  it('waits for a ledger that is not there yet', verifies('KEL-LEDGERCLI-11'), async () => {
    const admin = ledgersInMemory();
    const { store, writer } = await ledgerInMemory();
    await writer.append({ key: 'k1', events: [message('s1', 'the first')] });
    const interruption = new AbortController();
    const terminal = memoryTerminal();
    let looked = 0;
    const appearing: LedgersInMemory = { ...admin, open: async (tenant) => ((looked += 1) < 3 ? undefined : (admin.tenants.set(tenant, store), store)) };
    const writeOut = async (text: string): Promise<void> => {
      await terminal.terminal.writeOut(text);
      interruption.abort();
    };
    const ended = await runLedger(appearing, 'ledger events --follow', { signal: interruption.signal, terminal: { ...terminal, terminal: { ...terminal.terminal, writeOut } } });
    expect({ ...ended, out: withoutTimes(ended.out), looked }).toEqual({ exit: 130, out: '1  TIME  session/s1#1  session.message_recorded  mother\n', error: '', looked: 3 });
  });

  it('says that there is nothing yet while it waits, once', verifies('KEL-LEDGERCLI-11'), async () => {
    const interruption = new AbortController();
    let asked = 0;
    const client: Client = {
      call: async () => {
        asked += 1;
        if (asked === 3) interruption.abort();
        return { ok: true, value: { state: 'absent', tenant: 'default', file: '/f' } as never };
      },
    };
    expect(await runLedger(ledgersInMemory(), 'ledger events --follow', { client, signal: interruption.signal })).toEqual({
      exit: 130,
      out: '',
      error: 'Nothing has been recorded yet for tenant default in /f.\n',
    });
  });

  it('says at Ctrl-C where to go on', verifies('KEL-LEDGERCLI-11'), async () => {
    const { admin, store } = await recordedLedger();
    const interruption = new AbortController();
    const interrupting: LedgerStore['entries'] = (query) => {
      interruption.abort();
      return store.entries(query);
    };
    admin.tenants.set('default', { ...store, entries: interrupting });
    expect(await runLedger(admin, 'ledger events', { signal: interruption.signal })).toMatchObject({ exit: 130, error: 'Interrupted: events shown: 5; go on with --after 5.\n' });
  });

  it('says that an entry is not of this version', verifies('KEL-LEDGERCLI-09'), async () => {
    const { admin, store } = await recordedLedger();
    admin.tenants.set('default', { ...store, entries: async (query) => (await store.entries(query)).map((row) => ({ ...row, header: row.header.replace('"aggregate":"run"', '"aggregate":"orbit"') })) });
    expect(await runLedger(admin, 'ledger events --after 3')).toMatchObject({ exit: 1, error: expect.stringContaining('Entry 4 (run.terminated) cannot be read by this version.') as unknown });
  });
});
