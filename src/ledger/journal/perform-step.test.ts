import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { held, JOURNAL_RUN, journalFixture, quiet, shout } from '../../../test/support/journal-fixture.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { canonicalHash, KeelsonError } from '../../kernel/index.ts';
import { CANCEL_GRACE_MS } from '../limits.ts';

const HI = { text: 'hi' };

const cancelled = (key: string, mayHaveHappened: boolean) => ({
  code: 'journal.cancelled',
  message: mayHaveHappened ? `The step "${key}" was stopped; it may have happened all the same.` : `The step "${key}" was stopped and did not happen.`,
  next_step: 'Resume the run to go on from here; nothing that was recorded before is done again.',
  data: { key, may_have_happened: mayHaveHappened },
});

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

  it('that need a person are not an outcome of the step around them, whatever it calls them', verifies('KEL-JOURNAL-07'), async () => {
    const fixture = await journalFixture();
    const broken = shout('destructive', () => Promise.reject(new TypeError('crash')));
    const wrapping = (inner: typeof broken) =>
      shout('read_only', async (request, { journal }) => {
        try {
          return await journal.step('inner', inner, request);
        } catch (cause) {
          throw new KeelsonError('input.too_large', { message: 'wrapped', nextStep: 'n', data: { limit: 1 }, cause: new Error('between', { cause }) });
        }
      });
    expect(await refusalOf((await fixture.open()).step('outer', wrapping(broken), HI))).toMatchObject({ message: 'wrapped' });
    expect(await refusalOf((await fixture.open()).step('outer', wrapping(shout('destructive')), HI))).toMatchObject({ message: 'wrapped' });
    expect(await fixture.trail()).toEqual(['intended outer/inner']);
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
