import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../test/requirements/verifies.ts';
import { held, JOURNAL_RUN, journalFixture, quiet, shout, type JournalFixture } from '../../../test/support/journal-fixture.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { canonicalHash, KeelsonError } from '../../kernel/index.ts';
import { createBlobs } from '../blobs/blobs.ts';
import { BLOB_GRACE_MS, CANCEL_GRACE_MS, IN_PIECES_BYTES_MAX, LEASE_TTL_MS_MAX } from '../limits.ts';
import type { Append } from '../log/log.ts';

const HI = { text: 'hi' };

const cancelled = (key: string, mayHaveHappened: boolean) => ({
  code: 'journal.cancelled',
  message: mayHaveHappened ? `The step "${key}" was stopped; it may have happened all the same.` : `The step "${key}" was stopped and did not happen.`,
  next_step: 'Resume the run to go on from here; nothing that was recorded before is done again.',
  data: { key, may_have_happened: mayHaveHappened },
});

function tooLarge(message: string, cause?: unknown): KeelsonError {
  return new KeelsonError('input.too_large', { message, nextStep: 'n', data: { limit: 1 }, cause });
}

/** An effect that gives up as soon as it is told to. */
const heeding = (_request: unknown, { signal }: { signal: AbortSignal }): Promise<string> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

describe('a step that is stopped', () => {
  it('before it began leaves no trace', verifies('KEL-JOURNAL-09'), async () => {
    const fixture = await journalFixture();
    const effect = shout('destructive');
    expect(await refusalOf((await fixture.open({ signal: AbortSignal.abort() })).step('a', effect, HI))).toEqual(cancelled('a', false));
    expect(await refusalOf((await fixture.open()).step('a', effect, HI, { signal: AbortSignal.abort() }))).toEqual(cancelled('a', false));
    expect([effect.performed.length, fixture.asked.length]).toEqual([0, 0]);
  });

  it('between its intent and its beginning did not happen, and may be done later without asking', verifies('KEL-JOURNAL-09'), async () => {
    const fixture = await journalFixture();
    const stop = new AbortController();
    const effect = shout('destructive');
    const writer = {
      ...fixture.writer,
      append(append: Parameters<typeof fixture.writer.append>[0]) {
        stop.abort('enough');
        return fixture.writer.append(append);
      },
    };
    expect(await refusalOf((await fixture.open({ writer, signal: stop.signal })).step('a', effect, HI))).toEqual(cancelled('a', false));
    expect((await fixture.events())[1]?.payload).toEqual({
      run_id: JOURNAL_RUN,
      cancellation: { key: 'a', request_hash: canonicalHash(HI), may_have_happened: false, reason: 'enough' },
    });
    expect(await (await fixture.open()).step('a', effect, HI)).toBe('HI');
    expect([await fixture.trail(), effect.performed.length]).toEqual([['intended a', 'cancelled a', 'intended a', 'completed a'], 1]);
  });

  it.each([
    ['read_only', false, ['cancelled a', 'completed a']],
    ['idempotent_write', true, ['intended a', 'cancelled a', 'completed a']],
  ] as const)('on the way, being %s, says what may have happened and is done again by a resumed run', verifies('KEL-JOURNAL-09'), async (sideEffect, mayHaveHappened, trail) => {
    const fixture = await journalFixture();
    const stop = new AbortController();
    const step = (await fixture.open({ signal: stop.signal })).step('a', shout(sideEffect, heeding), HI);
    await quiet();
    stop.abort(new Error('enough'));
    expect(await refusalOf(step)).toEqual(cancelled('a', mayHaveHappened));
    expect((await fixture.events()).at(-1)?.payload).toEqual({
      run_id: JOURNAL_RUN,
      cancellation: {
        key: 'a',
        request_hash: canonicalHash(HI),
        may_have_happened: mayHaveHappened,
        reason: 'enough',
        ...(sideEffect === 'read_only' && { intent: expect.objectContaining({ key: 'a', effect: 'test.read_only', request: { value: HI } }) }),
      },
    });
    expect(await (await fixture.open()).step('a', shout(sideEffect), HI)).toBe('HI');
    expect(await fixture.trail()).toEqual(trail);
  });

  it('on the way, being destructive, is for a person to resolve', verifies('KEL-JOURNAL-09'), async () => {
    const fixture = await journalFixture();
    const stop = new AbortController();
    const step = (await fixture.open()).step('a', shout('destructive', heeding), HI, { signal: stop.signal });
    await quiet();
    stop.abort();
    expect(await refusalOf(step)).toEqual(cancelled('a', true));
    expect(await refusalOf((await fixture.open()).step('a', shout('destructive'), HI))).toMatchObject({ code: 'journal.unresolved' });
    expect(await refusalOf((await fixture.open({ signal: AbortSignal.abort() })).step('a', shout('destructive'), HI))).toMatchObject({ code: 'journal.unresolved' });
  });

  it('a second time is recorded a second time', verifies('KEL-JOURNAL-09'), async () => {
    const fixture = await journalFixture();
    for (const reason of ['first', 'second']) {
      const stop = new AbortController();
      const step = (await fixture.open({ signal: stop.signal })).step('a', shout('idempotent_write', heeding), HI);
      await quiet();
      stop.abort(reason);
      await refusalOf(step);
    }
    expect(await fixture.trail()).toEqual(['intended a', 'cancelled a', 'cancelled a']);
    expect(fixture.asked.map(({ key }) => key)).toEqual(['intent.1', 'cancelled.1', 'cancelled.2'].map((part) => `${JOURNAL_RUN}:a:${part}`));
    const stopped = await fixture.open({ signal: AbortSignal.abort() });
    expect(await refusalOf(stopped.step('a', shout('idempotent_write'), HI))).toEqual(cancelled('a', true));
  });

  it('keeps a large request with the first record of it', verifies('KEL-JOURNAL-09'), async () => {
    const fixture = await journalFixture();
    for (const sideEffect of ['read_only', 'idempotent_write'] as const) {
      const stop = new AbortController();
      const step = (await fixture.open({ signal: stop.signal })).step(sideEffect, shout(sideEffect, heeding), { text: 'x'.repeat(20_000) });
      await quiet();
      stop.abort();
      await refusalOf(step);
    }
    expect(fixture.asked.map(({ operations }) => operations?.length)).toEqual([1, 1, 0]);
  });

  it('but answers within the grace has its result', verifies('KEL-JOURNAL-09'), async () => {
    const fixture = await journalFixture();
    const [stop, answer] = [new AbortController(), held<string>()];
    const step = (await fixture.open({ signal: stop.signal })).step('a', shout('destructive', () => answer.promise), HI);
    await quiet();
    stop.abort();
    expect(fixture.timer.pending()).toEqual([CANCEL_GRACE_MS]);
    answer.resolve('done');
    expect(await step).toBe('done');
    expect([await fixture.trail(), fixture.timer.pending()]).toEqual([['intended a', 'completed a'], []]);
  });

  it('and never answers is not waited for; an answer that comes after all is recorded', verifies('KEL-JOURNAL-09'), async () => {
    const fixture = await journalFixture();
    const [stop, answer] = [new AbortController(), held<string>()];
    const step = (await fixture.open({ signal: stop.signal, cancelGraceMs: 70 })).step('a', shout('destructive', () => answer.promise), HI);
    await quiet();
    stop.abort('enough');
    expect(fixture.timer.pending()).toEqual([70]);
    fixture.timer.fire();
    expect(await refusalOf(step)).toEqual(cancelled('a', true));
    expect(await fixture.trail()).toEqual(['intended a', 'cancelled a']);
    answer.resolve('late');
    await quiet();
    expect(await fixture.trail()).toEqual(['intended a', 'cancelled a', 'completed a']);
    expect(await (await fixture.open()).step('a', shout('destructive'), HI)).toBe('late');
  });

  it('and fails after the grace changes nothing any more', verifies('KEL-JOURNAL-09'), async () => {
    const fixture = await journalFixture();
    const [stop, answer] = [new AbortController(), held<string>()];
    const step = (await fixture.open({ signal: stop.signal })).step('a', shout('destructive', () => answer.promise), HI);
    await quiet();
    stop.abort('enough');
    fixture.timer.fire();
    await refusalOf(step);
    answer.reject(new KeelsonError('input.too_large', { message: 'm', nextStep: 'n', data: { limit: 1 } }));
    await quiet();
    expect(await fixture.trail()).toEqual(['intended a', 'cancelled a']);
  });
});

describe('steps inside a step', () => {
  it('survive when the outer one has to be done again', verifies('KEL-JOURNAL-01'), async () => {
    const fixture = await journalFixture();
    const inner = shout('destructive');
    const outer = (isBroken: boolean) =>
      shout('idempotent_write', async (request, { journal }) => {
        const said = await journal.step('inner', inner, request);
        if (isBroken) throw new TypeError('crash');
        return `${said}!`;
      });
    await expect((await fixture.open()).step('outer', outer(true), HI)).rejects.toThrow('crash');
    expect(await (await fixture.open()).step('outer', outer(false), HI)).toBe('HI!');
    expect([inner.performed.length, await fixture.trail()]).toEqual([1, ['intended outer', 'intended outer/inner', 'completed outer/inner', 'completed outer']]);
  });

  it.each<[string, (step: Promise<string>) => Promise<string>]>([
    ['gives another answer', (step) => step.catch(() => 'fallback')],
    ['calls it something else', (step) => step.catch((error: Error) => Promise.reject(tooLarge(`wrapped: ${error.message}`)))],
    ['calls it something else and says why', (step) => step.catch((cause: unknown) => Promise.reject(tooLarge('wrapped', new Error('between', { cause }))))],
    ['does not even wait for it', (step) => Promise.race([step, Promise.resolve('fallback')])],
  ])('that need a person are no outcome of the step around them, which %s', verifies('KEL-JOURNAL-07'), async (_name, around) => {
    const fixture = await journalFixture();
    const broken = shout('destructive', () => Promise.reject(new TypeError('crash')));
    const wrapping = (inner: typeof broken) => shout('read_only', (request, { journal }) => around(journal.step('inner', inner, request)));
    await expect((await fixture.open()).step('outer', wrapping(broken), HI)).rejects.toThrow('crash');
    expect(await refusalOf((await fixture.open()).step('outer', wrapping(shout('destructive')), HI))).toMatchObject({ code: 'journal.unresolved', data: { key: 'outer/inner' } });
    expect(await fixture.trail()).toEqual(['intended outer/inner']);
    const journal = await fixture.open();
    await journal.resolve('outer/inner', { attempt: 1, decision: 'did_happen', result: 'DONE', decidedBy: 'ada', reason: 'I looked.' });
    await journal.step('outer', wrapping(shout('destructive')), HI);
    expect(await fixture.trail()).toEqual(['intended outer/inner', 'resolved outer/inner', 'completed outer/inner', 'completed outer']);
  });

  it('that diverge end the journal, even if the step around them gives another answer', verifies('KEL-JOURNAL-06', 'KEL-JOURNAL-07'), async () => {
    const fixture = await journalFixture();
    const broken = shout('read_only', async (request, { journal }) => {
      await journal.step('inner', shout('read_only'), request);
      throw new TypeError('crash');
    });
    await expect((await fixture.open()).step('outer', broken, HI)).rejects.toThrow('crash');
    const journal = await fixture.open();
    const swallowing = shout('read_only', (_request, { journal: inner }) => inner.step('inner', shout('read_only'), { text: 'other' }).catch(() => 'fallback'));
    const [next, diverged] = [shout('destructive'), { code: 'journal.diverged', data: { key: 'outer/inner' } }];
    expect([await refusalOf(journal.step('outer', swallowing, HI)), await refusalOf(journal.step('next', next, HI))]).toMatchObject([diverged, diverged]);
    expect([next.performed.length, await fixture.trail()]).toEqual([0, ['completed outer/inner', 'diverged outer/inner']]);
  });

  it('may be stopped by their own signal, and the step around them goes on without', verifies('KEL-JOURNAL-09'), async () => {
    const fixture = await journalFixture();
    const hedge = new AbortController();
    const outer = shout('read_only', async (request, { journal }) => {
      const slow = journal.step('slow', shout('read_only', heeding), request, { signal: hedge.signal }).catch(() => 'stopped');
      const quick = await journal.step('quick', shout('read_only'), request);
      hedge.abort('the other was quicker');
      return `${quick} ${await slow}`;
    });
    for (const _again of [1, 2]) expect(await (await fixture.open()).step('outer', outer, HI)).toBe('HI stopped');
    expect(await fixture.trail()).toEqual(['completed outer/quick', 'cancelled outer/slow', 'completed outer']);
  });

  it('are told to stop when the step around them has failed for good', verifies('KEL-JOURNAL-09'), async () => {
    const fixture = await journalFixture();
    const outer = shout('read_only', (request, { journal }) => {
      journal.step('endless', shout('read_only', heeding), request).catch(() => undefined);
      return quiet().then(() => Promise.reject(new TypeError('bug')));
    });
    await expect((await fixture.open()).step('outer', outer, HI)).rejects.toThrow('bug');
    expect(await fixture.trail()).toEqual(['cancelled outer/endless']);
  });

  it('that ended badly leave nothing to record when the step around them answers late', verifies('KEL-JOURNAL-07'), async () => {
    const fixture = await journalFixture();
    const [stop, answer] = [new AbortController(), held<string>()];
    const outer = shout('destructive', async (request, { journal }) => {
      await journal.step('inner', shout('destructive', heeding), request).catch(() => undefined);
      return answer.promise;
    });
    const step = (await fixture.open({ signal: stop.signal })).step('outer', outer, HI);
    await quiet();
    stop.abort('enough');
    await quiet();
    fixture.timer.fire();
    await refusalOf(step);
    answer.resolve('late');
    await quiet();
    expect(await fixture.trail()).toEqual(['intended outer', 'intended outer/inner', 'cancelled outer/inner', 'cancelled outer']);
  });

  it('that fail as expected may be the failure of the step around them', verifies('KEL-JOURNAL-07'), async () => {
    const fixture = await journalFixture();
    const failing = shout('read_only', () => Promise.reject(new KeelsonError('input.too_large', { message: 'm', nextStep: 'n', data: { limit: 1 } })));
    const outer = shout('read_only', (request, { journal }) => journal.step('inner', failing, request));
    for (const _round of [1, 2]) expect(await refusalOf((await fixture.open()).step('outer', outer, HI))).toMatchObject({ code: 'input.too_large' });
    expect(await fixture.trail()).toEqual(['completed outer/inner', 'completed outer']);
  });

  it('are finished before the outer outcome is written, and none begins after it', verifies('KEL-JOURNAL-02'), async () => {
    const fixture = await journalFixture();
    const [slow, stray] = [held<string>(), held<void>()];
    const late: Promise<unknown>[] = [];
    const failing = shout('read_only', () => Promise.reject(new KeelsonError('input.too_large', { message: 'm', nextStep: 'n', data: { limit: 1 } })));
    const outer = shout('read_only', async (request, { journal }) => {
      late.push(stray.promise.then(() => journal.step('stray', shout('destructive'), request)));
      const both = await Promise.all([journal.step('slow', shout('destructive', () => slow.promise), request), journal.step('failing', failing, request)]);
      return both.join();
    });
    const step = (await fixture.open()).step('outer', outer, HI);
    await quiet();
    expect(await fixture.trail()).toEqual(['intended outer/slow', 'completed outer/failing']);
    stray.resolve();
    expect(await refusalOf(Promise.all(late))).toEqual(cancelled('outer/stray', false));
    slow.resolve('slow');
    expect(await refusalOf(step)).toMatchObject({ code: 'input.too_large' });
    expect(await fixture.trail()).toEqual(['intended outer/slow', 'completed outer/failing', 'completed outer/slow', 'completed outer']);
  });

  it('are stopped with the step around them', verifies('KEL-JOURNAL-09'), async () => {
    const fixture = await journalFixture();
    const stop = new AbortController();
    const outer = shout('idempotent_write', (request, { journal }) => journal.step('inner', shout('destructive', heeding), request));
    const step = (await fixture.open()).step('outer', outer, HI, { signal: stop.signal });
    await quiet();
    stop.abort('enough');
    expect(await refusalOf(step)).toEqual(cancelled('outer', true));
    expect(await fixture.trail()).toEqual(['intended outer', 'intended outer/inner', 'cancelled outer/inner', 'cancelled outer']);
  });
});

describe('a step at the edge of its store', () => {
  const busy = (): KeelsonError => new KeelsonError('ledger.busy', { message: 'busy', nextStep: 'n', data: { file: 'f', attempts: 15 } });

  it('does not begin when the journal ended while its intent was written, and says so', verifies('KEL-JOURNAL-10'), async () => {
    const fixture = await journalFixture();
    const gate = held<void>();
    const writer = {
      ...fixture.writer,
      async append(append: Append) {
        if (append.key.includes(':a:')) throw new KeelsonError('ledger.storage_failed', { message: 'm', nextStep: 'n', data: { file: 'f', detail: 'd' } });
        if (append.key.includes(':b:intent')) await gate.promise;
        return fixture.writer.append(append);
      },
    };
    const journal = await fixture.open({ writer });
    const effect = shout('destructive');
    const step = journal.step('b', effect, HI);
    await quiet();
    const failed = { code: 'ledger.storage_failed' };
    expect(await refusalOf(journal.step('a', shout('read_only'), HI))).toMatchObject(failed);
    gate.resolve();
    expect([await refusalOf(step), effect.performed.length, await fixture.trail()]).toMatchObject([failed, 0, ['intended b', 'cancelled b']]);
    expect((await fixture.events())[1]?.payload).toMatchObject({ cancellation: { may_have_happened: false, reason: 'The journal ended before this step began.' } });
    expect(await (await fixture.open()).step('b', effect, HI)).toBe('HI');
  });

  it('keeps its result in hand while the store is busy', verifies('KEL-JOURNAL-10'), async () => {
    const fixture = await journalFixture();
    const [blobs, tries] = [createBlobs(fixture.store), { blob: 0, append: 0 }];
    const writer = { ...fixture.writer, append: (append: Append) => (append.key.endsWith(':result') && (tries.append += 1) < 5 ? Promise.reject(busy()) : fixture.writer.append(append)) };
    const prepare: typeof blobs.prepare = (content) => ((tries.blob += 1) < 5 ? Promise.reject(busy()) : blobs.prepare(content));
    const step = (await fixture.open({ writer, blobs: { ...blobs, prepare } })).step('a', shout('destructive', async () => 'x'.repeat(20_000)), HI);
    for (let pause = 0; pause < 8; pause += 1) {
      await quiet();
      expect(fixture.timer.pending()).toEqual([1_000]);
      fixture.timer.fire();
    }
    expect([await step, tries, await fixture.trail()]).toEqual(['x'.repeat(20_000), { blob: 5, append: 5 }, ['intended a', 'completed a']]);
  });

  it('ends the journal when its result cannot be kept', verifies('KEL-JOURNAL-10'), async () => {
    const fixture = await journalFixture();
    const [blobs, next] = [createBlobs(fixture.store), shout('destructive')];
    const journal = await fixture.open({ blobs: { ...blobs, prepare: () => Promise.reject(busy()) } });
    const step = refusalOf(journal.step('a', shout('destructive', async () => 'x'.repeat(20_000)), HI));
    for (let pause = 0; pause < 4; pause += 1) {
      await quiet();
      fixture.timer.fire();
    }
    const refused = { code: 'ledger.busy' };
    expect([await step, await refusalOf(journal.step('b', next, HI)), next.performed.length]).toMatchObject([refused, refused, 0]);
  });

  it('that was asked for with a large request still has it after a long time', verifies('KEL-JOURNAL-08'), async () => {
    const fixture = await journalFixture();
    const request = { text: 'x'.repeat(IN_PIECES_BYTES_MAX) };
    const long = shout('read_only', async () => {
      fixture.time.pass(BLOB_GRACE_MS - 1);
      await renewed(fixture);
      fixture.time.pass(BLOB_GRACE_MS - 1);
      await createBlobs(fixture.store).sweep();
      return 'answer';
    });
    for (const _again of [1, 2]) expect(await (await fixture.open()).step('a', long, request)).toBe('answer');
    expect([long.performed.length, await fixture.trail()]).toEqual([1, ['intended a', 'completed a']]);
  });

  it('is done with what was recorded, whatever becomes of the object it was asked for with', verifies('KEL-JOURNAL-08'), async () => {
    const fixture = await journalFixture();
    const words = { text: 'one' };
    const effect = { ...shout('idempotent_write'), request: z.looseObject({ words: z.object({ text: z.string() }) }), perform: async ({ words: said }: { words: { text: string } }) => said.text };
    const step = (await fixture.open()).step('a', effect, { words });
    words.text = 'two';
    expect(await step).toBe('one');
  });
});

async function renewed({ store, fence: { lease, token } }: JournalFixture): Promise<void> {
  await store.transact({ append: null, fences: [], expected: [], events: [], operations: [{ kind: 'lease.renew', lease, token, ttlMs: LEASE_TTL_MS_MAX }] });
}
