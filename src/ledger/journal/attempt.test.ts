import { describe, expect, it } from 'vitest';
import { held, manualTimer, quiet } from '../../../test/support/journal-fixture.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { attempt } from './attempt.ts';
import { abortReason, linkSignals } from './linked-signal.ts';

describe('an attempt', () => {
  it('waits as long as it takes while nobody stops it, and leaves no timer behind', verifies('KEL-JOURNAL-09'), async () => {
    const [answer, timer, stop] = [held<string>(), manualTimer(), new AbortController()];
    const attempted = attempt(() => answer.promise, { signal: stop.signal, timer, graceMs: 50 });
    await quiet();
    expect(timer.pending()).toEqual([]);
    answer.resolve('done');
    expect(await attempted).toEqual({ is: 'answered', result: 'done' });
    stop.abort();
    expect(timer.pending()).toEqual([]);
  });

  it('has a grace once it is stopped, and what it answers in it counts', verifies('KEL-JOURNAL-09'), async () => {
    const [answer, timer, stop] = [held<string>(), manualTimer(), new AbortController()];
    const attempted = attempt(() => answer.promise, { signal: stop.signal, timer, graceMs: 50 });
    stop.abort();
    expect(timer.pending()).toEqual([50]);
    const error = new RangeError('too far');
    answer.reject(error);
    expect(await attempted).toEqual({ is: 'failed', error });
    expect(timer.pending()).toEqual([]);
  });

  it('is silent when the grace is over, and its answer can still be heard', verifies('KEL-JOURNAL-09'), async () => {
    const [answer, timer] = [held<string>(), manualTimer()];
    const attempted = attempt(() => answer.promise, { signal: AbortSignal.abort(), timer, graceMs: 50 });
    timer.fire();
    const silent = await attempted;
    answer.resolve('late');
    expect(silent.is === 'silent' && (await silent.late)).toEqual({ is: 'answered', result: 'late' });
  });

  it('fails when it cannot even begin', async () => {
    const error = new RangeError('at once');
    const throwing = (): Promise<string> => {
      throw error;
    };
    expect(await attempt(throwing, { signal: new AbortController().signal, timer: manualTimer(), graceMs: 1 })).toEqual({ is: 'failed', error });
  });
});

describe('linked signals', () => {
  it('are raised by the first of their sources, for its reason, also when it was raised before', () => {
    const [one, two] = [new AbortController(), new AbortController()];
    const { signal } = linkSignals([one.signal, undefined, two.signal]);
    expect(signal.aborted).toBe(false);
    two.abort('second');
    one.abort('first');
    expect([signal.aborted, signal.reason]).toEqual([true, 'second']);
    expect(linkSignals([two.signal]).signal.reason).toBe('second');
  });

  it('stay quiet once they are let go', () => {
    const source = new AbortController();
    const { signal, unlink } = linkSignals([source.signal]);
    unlink();
    source.abort();
    expect(signal.aborted).toBe(false);
  });

  it('give their reason in words that fit', () => {
    const reasons = ['enough', new RangeError('too far'), new Error(''), 7, 'x'.repeat(501)].map((reason) => abortReason(AbortSignal.abort(reason)));
    expect(reasons).toEqual(['enough', 'too far', 'No reason was given.', 'No reason was given.', 'x'.repeat(500)]);
  });
});
