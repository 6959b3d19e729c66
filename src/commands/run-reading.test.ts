import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { verifies } from '../../test/requirements/verifies.ts';
import { runId as runNumber } from '../../test/contract-suites/ledger-samples.ts';
import { ledgerInMemory, refusalOf } from '../../test/support/ledger-in-memory.ts';
import { forkAnswers } from '../../test/support/replay-samples.ts';
import { left, ended, planned, PREPARED, started, stated } from '../../test/support/run-history.ts';
import { DEFAULT_TENANT, documentKey, RunDirectory, runFind, runList, runShow, sessionShow, sessionStart, type Operation, type RunId, type SessionId, type TerminationReason } from '../contracts/index.ts';
import { createIds, fixedClock, seededRandom } from '../kernel/index.ts';
import { BUILTIN_SETUP, createDocuments, createLeases, createLog, rulesOf, DIRECTORY_RUNS_MAX, type LogWriter, type NewEvent } from '../ledger/index.ts';
import { createDispatcher } from './dispatcher.ts';
import { findRun } from './run-find.ts';
import { runReadingBindings } from './run-reading.ts';
import { sessionBindings } from './sessions.ts';
import type { ToolsPorts } from './tools-ports.ts';

const OWNER = { actor: 'owner', governance: { tenant: 'default', data_class: 'internal', taint_class: 'owner_typed', privileged: false } } as const;
const [ONE, TWO, THREE] = [runNumber(100_001), runNumber(200_002), runNumber(300_003)] as const;
const SESSION = 'ses_01JFGWZ0000000000000000ABC' as SessionId;

/** A ledger with the operations over it, as a surface calls them. */
async function rig() {
  const { store, writer } = await ledgerInMemory();
  const clock = fixedClock(1_800_000_000_000);
  const ids = createIds({ clock, random: seededRandom(5) });
  const log = createLog({ store, catalogue: rulesOf(BUILTIN_SETUP).catalogue, clock, ids });
  const ledger = { store, log, documents: createDocuments(store, BUILTIN_SETUP.projections) };
  const runs = { ledger, owner: log.writerFor(OWNER) };
  const ports = { ids, clock, userId: 'owner', existingLedger: async (tenant: string) => (tenant === DEFAULT_TENANT ? runs : undefined), ledger: async () => runs } as unknown as ToolsPorts;
  const dispatcher = createDispatcher([...runReadingBindings(async () => ports), ...sessionBindings(async () => ports)]);
  const call = async <Request extends z.ZodType, Response extends z.ZodType>({ entry, response }: Operation<Request, Response>, request: object, idempotencyKey?: string): Promise<z.output<Response>> =>
    response.parse(await dispatcher.dispatch(entry.kind, entry.operation_id, request, { idempotencyKey, signal: new AbortController().signal }));
  const leases = createLeases({ transact: store.transact, pause: (_durationMs, signal) => new Promise((resolve) => void signal.addEventListener('abort', () => resolve(), { once: true })) });
  return { writer, ledger, leases, call, write: (key: string, ...events: NewEvent[]) => writer.append({ key, events }) };
}

const begin = (writer: LogWriter, runId: RunId, request = 'mend it'): Promise<unknown> => writer.append({ key: `run.start:${runId}`, events: [stated('run.started', started(runId, request), runId), stated('run.prepared', { ...PREPARED, run_id: runId }, runId)] });
const end = (writer: LogWriter, runId: RunId, reason: TerminationReason = 'success'): Promise<unknown> => writer.append({ key: `${runId}:terminated`, events: [stated('run.terminated', ended(reason, runId), runId)] });

describe('a fork', () => {
  it('names the run that it rests on, and up to where', verifies('KEL-FORK-10'), async () => {
    const { call, writer, write } = await rig();
    for (const runId of [ONE, TWO]) await begin(writer, runId);
    const { 'checkpoint.create': checkpoint, 'task_replay.create_fork': made } = forkAnswers(ONE, '2026-11-16T08:00:00.000Z') as { 'checkpoint.create': object; 'task_replay.create_fork': { fork: object } };
    await write('forked', stated('checkpoint.created', { checkpoint, kept: [] }, ONE), stated('task_replay.fork_created', { fork: { ...made.fork, new_run_id: TWO }, event_seq: 13, parent_workspace: '/home/ada/work', workspace: '/home/ada/copy' }, TWO));
    expect([(await call(runShow, { run: TWO })).forked_from, (await call(runShow, { run: ONE })).forked_from]).toEqual([{ run_id: ONE, event_seq: 13 }, undefined]);
  });
});

describe('the list of runs', () => {
  it('is empty where nothing was started', verifies('MH4-1-05'), async () => {
    const { call } = await rig();
    expect(await call(runList, {})).toEqual({ runs: [], by_reason: {}, total: 0 });
  });

  it('has the latest first, each as it stands, and counts by reason what has ended', verifies('MH4-1-05', 'MH4-CHK-11', 'KEL-RUNUI-08'), async () => {
    const { call, writer, leases, write } = await rig();
    for (const [runId, words] of [[ONE, 'one'], [TWO, 'two'], [THREE, 'three']] as const) await begin(writer, runId, words);
    await end(writer, ONE);
    await write('left', stated('run.phase_exited', { ...left('plan', 'execute'), run_id: TWO, gate: { ...(left('plan', 'execute') as { gate: object }).gate, run_id: TWO } }, TWO));
    const item = (run_id: RunId, request: string, rest: object) => ({ run_id, request, engine: 'model', phase: 'plan', reason: null, started_at: expect.any(String), ended_at: null, total_tokens: 0, cost_usd: 0, standing: 'interrupted', ...rest });
    const listed = () => call(runList, {});
    await leases.hold(`run:${THREE}`, THREE, { signal: new AbortController().signal }, async () => {
      expect(await listed()).toEqual({
        runs: [item(THREE, 'three', { standing: 'running' }), item(TWO, 'two', { phase: 'execute' }), item(ONE, 'one', { phase: 'terminate', reason: 'success', standing: 'ended', ended_at: '2026-11-15T09:01:12.000Z' })],
        by_reason: { success: 1 },
        total: 3,
      });
      await write('waits', stated('run.suspended', { run_id: THREE, suspension: { waiting_for: 'input', since: '2026-11-15T09:01:12.000Z', questions: ['Which?'] }, why: 'It asks.' }, THREE));
      expect((await listed()).runs[0]?.standing).toBe('waiting');
    });
    expect((await listed()).runs[0]?.standing).toBe('interrupted');
    await end(writer, TWO, 'timeout');
    await end(writer, THREE, 'timeout');
    expect((await call(runList, { reason: 'timeout' })).runs.map(({ run_id }) => run_id)).toEqual([THREE, TWO]);
    expect((await call(runList, { limit: 1, standing: 'ended' })).runs.map(({ run_id }) => run_id)).toEqual([THREE]);
    expect((await call(runList, { reason: 'blocked' }))).toEqual({ runs: [], by_reason: { success: 1, timeout: 2 }, total: 3 });
  });

  it('has only those of the days, of the cost and of the memory that were asked for', verifies('KEL-WEB-40'), async () => {
    const { call, writer, write } = await rig();
    for (const runId of [ONE, TWO]) await begin(writer, runId);
    const day = ((await call(runList, {})).runs[0]?.started_at ?? '').slice(0, 10);
    const [before, after] = ['2000-01-01', '2999-12-31'];
    const listed = async (asked: object) => (await call(runList, asked)).runs.map(({ run_id }) => run_id);
    expect([await listed({ since: day, until: day }), await listed({ since: after }), await listed({ until: before })]).toEqual([[TWO, ONE], [], []]);
    expect([await listed({ cost_usd_min: 0 }), await listed({ cost_usd_min: 0.01 })]).toEqual([[TWO, ONE], []]);
    await write('planned', stated('run.plan_made', { ...planned(1), run_id: ONE, calibration: [{ space: 'tool:shell', entity: 'env:local', action: 'avoid', reason: 'It got stuck.' }] }, ONE));
    expect([await listed({ is_recalled: true }), await listed({ is_recalled: false })]).toEqual([[ONE], [TWO]]);
  });

  it('is counted day by day, and names a bounded number of runs', verifies('MH4-1-05', 'MH4-CHK-11'), async () => {
    const { ledger, writer } = await rig();
    for (let at = 1; at <= DIRECTORY_RUNS_MAX + 1; at += 1) await begin(writer, runNumber(at));
    await end(writer, runNumber(1));
    await end(writer, runNumber(2), 'blocked');
    const { total, latest, by_reason, by_day } = RunDirectory.parse((await ledger.documents.get(documentKey.runDirectory()))?.body);
    expect({ total, first: latest[0], length: latest.length, by_reason, by_day }).toEqual({ total: DIRECTORY_RUNS_MAX + 1, first: runNumber(2), length: DIRECTORY_RUNS_MAX, by_reason: { success: { count: 1, latest: [runNumber(1)] }, blocked: { count: 1, latest: [runNumber(2)] } }, by_day: { '2026-11-15': { success: 1, blocked: 1 } } });
    expect(await findRun(runNumber(1).slice(-8), ledger.documents)).toBe(runNumber(1));
  });
});

describe('a run that a person names', () => {
  it('is found by its id, the end of it in whatever case, or as the last', verifies('KEL-RUNUI-08'), async () => {
    const { call, writer } = await rig();
    for (const runId of [ONE, TWO, THREE]) await begin(writer, runId);
    const found = async (run: string) => (await call(runFind, { run })).run_id;
    expect([await found(ONE), await found(ONE.toLowerCase()), await found('100001'), await found('…200002'), await found('...200002'), await found(' last ')]).toEqual([ONE, ONE, ONE, TWO, TWO, THREE]);
    expect((await call(runShow, { run: '300003' })).run_id).toBe(THREE);
  });

  it('is refused when it is none, more than one, or named too briefly', verifies('KEL-RUNUI-08'), async () => {
    const { call, writer } = await rig();
    const refused = (run: string) => refusalOf(call(runFind, { run }));
    expect(await refused('last')).toMatchObject({ code: 'run.unknown', message: 'There is no run here yet.' });
    await begin(writer, runNumber(15_555));
    await begin(writer, runNumber(25_555));
    expect(await refused('5555')).toMatchObject({ code: 'input.invalid', message: `5555 may be any of ${runNumber(15_555)}, ${runNumber(25_555)}.` });
    expect(await refused('555')).toMatchObject({ code: 'input.invalid', message: '"555" is too short to tell one id from another.' });
    expect(await refused('9999')).toMatchObject({ code: 'run.unknown', message: 'There is no run 9999 here.' });
    expect(await refusalOf(call(runShow, { run: ONE }))).toMatchObject({ code: 'run.unknown' });
  });
});

describe('a conversation', () => {
  const exchange = (at: number): NewEvent => stated('session.exchange_recorded', { session_id: SESSION, run_id: runNumber(at), input: `ask ${at}`, summary: `done ${at}` }, SESSION);

  it('is opened once for a key and remembers the last five exchanges', verifies('KEL-RUNUI-09'), async () => {
    const { call, write } = await rig();
    const open = async (key: string) => (await call(sessionStart, {}, key)).session_id;
    const first = await open('a');
    expect([await open('a'), await open('b') === first]).toEqual([first, false]);
    expect(await call(sessionShow, { session: first })).toEqual({ session_id: first, started_at: expect.any(String), exchanges: 0, latest: [] });
    for (let at = 1; at <= 6; at += 1) await write(`exchange-${at}`, exchange(at));
    const shown = await call(sessionShow, { session: 'last' });
    expect(shown).toMatchObject({ session_id: SESSION, exchanges: 6 });
    expect(shown.latest.map(({ input, summary }) => [input, summary])).toEqual([2, 3, 4, 5, 6].map((at) => [`ask ${at}`, `done ${at}`]));
    expect((await call(sessionShow, { session: SESSION.slice(-6).toLowerCase() })).session_id).toBe(SESSION);
  });

  it('that is not there is refused', verifies('KEL-RUNUI-09'), async () => {
    const { call } = await rig();
    for (const session of ['last', SESSION, 'XXXX9']) expect(await refusalOf(call(sessionShow, { session }))).toMatchObject({ code: 'session.unknown' });
  });
});
