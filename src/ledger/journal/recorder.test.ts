import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { executionOf } from '../../../test/support/journal-crashes.ts';
import { held, JOURNAL_RUN, journalFixture, manualTimer, quiet, shout, type JournalFixture } from '../../../test/support/journal-fixture.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { canonicalHash } from '../../kernel/index.ts';
import type { Fence } from '../request.ts';
import { createRecorder, type RecorderPorts } from './recorder.ts';
import type { StepFact } from './step-facts.ts';

const HI = { text: 'hi' };

async function acquire({ store }: JournalFixture, token: number): Promise<Fence> {
  await store.transact({ append: null, fences: [], expected: [], events: [], operations: [{ kind: 'lease.acquire', lease: 'run', owner: `owner-${token}`, ttlMs: 1_000 }] });
  return { lease: 'run', token };
}

describe('the owner of a run', () => {
  it('shows its fence with every append', verifies('KEL-JOURNAL-10'), async () => {
    const fixture = await journalFixture();
    const fence = await acquire(fixture, 1);
    const journal = await fixture.open({ fence });
    await journal.step('a', shout('destructive'), HI);
    expect(fixture.asked.map(({ key, fences }) => ({ key, fences }))).toEqual([
      { key: `${JOURNAL_RUN}:a:intent.1`, fences: [fence] },
      { key: `${JOURNAL_RUN}:a:result`, fences: [fence] },
    ]);
    // What was written is known at once: the result does not repeat the intent.
    const [, completed] = await fixture.events();
    expect(completed?.payload).toEqual({ run_id: JOURNAL_RUN, result: { key: 'a', effect: 'test.destructive', request_hash: canonicalHash(HI), outcome: { ok: true, result: { value: 'HI' } } } });
  });

  it('that lost its lease ends at once: what is under way is stopped and nothing more begins', verifies('KEL-JOURNAL-10', 'KEL-PINS-11'), async () => {
    const fixture = await journalFixture();
    const fence = await acquire(fixture, 1);
    const journal = await fixture.open({ fence });
    const running = shout('destructive', (_request, { signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))));
    const step = journal.step('running', running, HI);
    await quiet();
    fixture.time.pass(1_001);
    await acquire(fixture, 2);
    const lost = { code: 'lease.lost', data: { lease: 'run', token: 1 } };
    expect(await refusalOf(journal.step('a', shout('destructive'), HI))).toMatchObject(lost);
    expect(await refusalOf(step)).toMatchObject(lost);
    const asked = fixture.asked.length;
    const effect = shout('read_only');
    expect(await refusalOf(journal.step('b', effect, HI))).toMatchObject(lost);
    expect([effect.performed.length, fixture.asked.length - asked, await fixture.trail()]).toEqual([0, 0, ['intended running']]);
    expect(await refusalOf((await fixture.open({ fence: { lease: 'run', token: 2 } })).step('running', shout('destructive'), HI))).toMatchObject({ code: 'journal.unresolved' });
  });

  it('is not disturbed by the loss of a lease that is not its own', verifies('KEL-JOURNAL-10', 'KEL-PINS-11'), async () => {
    const fixture = await journalFixture();
    const journal = await fixture.open({ fence: await acquire(fixture, 1) });
    const answer = held<string>();
    const running = shout('read_only', () => answer.promise);
    const step = journal.step('running', running, HI);
    const reserve = () => [{ kind: 'lease.renew', lease: 'other', token: 9, ttlMs: 1 } as const];
    expect(await refusalOf(journal.step('a', shout('read_only'), HI, { reserve }))).toMatchObject({ code: 'lease.lost', data: { lease: 'other' } });
    expect(running.performed[0]?.signal.aborted).toBe(false);
    answer.resolve('done');
    expect(await step).toBe('done');
  });
});

describe('a log that fails', () => {
  it.each(['before', 'after'] as const)('lets no further step begin (%s the append was durable), and a resumed run meets the intent', verifies('KEL-JOURNAL-10'), async (when) => {
    const fixture = await journalFixture();
    const { writer } = executionOf(fixture.writer, { at: 1, when, how: 'fails' });
    const journal = await fixture.open({ writer });
    const [effect, next] = [shout('idempotent_write'), shout('read_only')];
    const failed = { code: 'ledger.storage_failed' };
    expect(await refusalOf(journal.step('a', effect, HI))).toMatchObject(failed);
    expect(await refusalOf(journal.step('b', next, HI))).toMatchObject(failed);
    expect(next.performed).toEqual([]);
    expect(await (await fixture.open()).step('a', effect, HI)).toBe('HI');
    expect([effect.performed.length, await fixture.trail()]).toEqual([when === 'before' ? 2 : 1, ['intended a', 'completed a']]);
    expect(new Set(effect.performed.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  it('ends the run also where only a divergence was to be written', verifies('KEL-JOURNAL-10', 'KEL-PINS-11'), async () => {
    const fixture = await journalFixture();
    await (await fixture.open()).step('a', shout('read_only'), HI);
    const journal = await fixture.open({ writer: executionOf(fixture.writer, { at: 0, when: 'before', how: 'fails' }).writer });
    expect(await refusalOf(journal.step('a', shout('read_only'), { text: 'ho' }))).toMatchObject({ code: 'ledger.storage_failed' });
    expect(await refusalOf(journal.now('b'))).toMatchObject({ code: 'ledger.storage_failed' });
  });

  it('still takes what is under way when it can', verifies('KEL-JOURNAL-10', 'KEL-PINS-11'), async () => {
    const fixture = await journalFixture();
    const { writer } = executionOf(fixture.writer, { at: 1, when: 'before', how: 'fails' });
    const journal = await fixture.open({ writer });
    const answer = held<string>();
    const step = journal.step('a', shout('destructive', () => answer.promise), HI);
    await quiet();
    expect(await refusalOf(journal.step('b', shout('read_only'), HI))).toMatchObject({ code: 'ledger.storage_failed' });
    answer.resolve('done');
    expect([await step, await fixture.trail()]).toEqual(['done', ['intended a', 'completed a']]);
  });
});

describe('two executions of one run', () => {
  it('cannot both begin a destructive step, even without a lease and in the same millisecond', verifies('KEL-JOURNAL-02'), async () => {
    const fixture = await journalFixture();
    const [one, two] = [await fixture.open(), await fixture.open()];
    const effect = shout('destructive');
    const outcomes = await Promise.allSettled([one.step('a', effect, HI), two.step('a', effect, HI)]);
    expect(outcomes).toMatchObject([{ status: 'fulfilled', value: 'HI' }, { status: 'rejected', reason: { code: 'ledger.key_reused' } }]);
    expect(effect.performed.length).toBe(1);
  });
});

describe('what is written or held', () => {
  const told = { key: 'k', request_hash: 'a'.repeat(64) };
  const intent = { ...told, effect: 'file.write', side_effect: 'destructive', request: { value: 1 }, idempotency_key: 'i', execution: '0'.repeat(32), started_at: '2026-11-15T09:00:00.000Z' } as const;
  const intended: StepFact = { kind: 'intended', intent };
  const completed: StepFact = { kind: 'completed', result: { ...told, effect: 'file.write', outcome: { ok: true, result: { value: 7 } } } };
  const readOnly: StepFact = { kind: 'completed', result: { ...told, key: 'r', effect: 'file.read', outcome: { ok: true, result: { value: 1 } }, intent: { ...intent, key: 'r', effect: 'file.read', side_effect: 'read_only' } } };

  it('is known to the steps of the run at once, and what is refused is not', verifies('KEL-PINS-11'), async () => {
    const steps: RecorderPorts['steps'] = new Map();
    const appended: string[][] = [];
    let error: Error | undefined;
    const writer = { append: ({ events = [] }: { readonly events?: readonly { readonly type: string }[] }) => (error === undefined ? Promise.resolve(void appended.push(events.map(({ type }) => type))) : Promise.reject(error)) } as unknown as RecorderPorts['writer'];
    const recorder = createRecorder({ runId: JOURNAL_RUN, writer, fence: undefined, timer: manualTimer(), steps, refusedSettlements: [] });
    const standing = (): unknown => [...steps].map(([key, { standing: { is } }]) => `${key} ${is}`);
    recorder.hold(readOnly, {});
    expect([standing(), appended]).toEqual([['r completed'], []]);
    await recorder.write('intent', intended);
    expect([standing(), appended]).toEqual([['r completed', 'k under_way'], [['run.step_completed', 'run.step_intended']]]);
    error = new Error('refused');
    await expect(recorder.write('result', completed, {}, () => true)).rejects.toThrow('refused');
    expect([standing(), recorder.ended()]).toEqual([['r completed', 'k under_way'], undefined]);
    error = undefined;
    await recorder.write('result', completed);
    expect([standing(), appended.length]).toEqual([['r completed', 'k completed'], 2]);
    error = new Error('gone');
    await expect(recorder.write('again', completed)).rejects.toThrow('gone');
    expect(recorder.ended()).toEqual({ error });
  });
});
