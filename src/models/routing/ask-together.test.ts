import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { ParallelQuorum } from '../../contracts/index.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { askTogether, firstValid, type Attempt, type Judge } from './ask-together.ts';

/** Attempts that a test answers in whatever order it likes. */
function controlled(count: number) {
  const held = Array.from({ length: count }, () => Promise.withResolvers<string>());
  const cancelled: number[] = [];
  const attempts = held.map(({ promise, reject }, index): Attempt<string> => (signal) => {
    signal.addEventListener('abort', () => {
      cancelled.push(index);
      reject(signal.reason);
    });
    return promise;
  });
  return { attempts, cancelled, answer: (index: number, text: string) => held[index]?.resolve(text) };
}

const judge: Judge<string> = (answer) => (answer.startsWith('{') ? { isValid: true, output: JSON.parse(answer) as unknown } : { isValid: false, why: `"${answer}" is no object` });
const never = new AbortController().signal;
/** Lets what was answered arrive. */
const arrive = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

async function vote(rule: ParallelQuorum, count: number, arrivals: readonly (readonly [index: number, text: string])[]) {
  const { attempts, cancelled, answer } = controlled(count);
  const asked = askTogether({ attempts, rule, judge, signal: never });
  for (const [index, text] of arrivals) {
    answer(index, text);
    await arrive();
  }
  const { losers, ...outcome } = await asked;
  await losers;
  return { outcome, cancelled: cancelled.toSorted() };
}

describe('the first valid answer', () => {
  it('counts, and all that are still under way are cancelled', verifies('ROLES-23', 'KEL-ROUTING-09'), async () => {
    const { attempts, cancelled, answer } = controlled(3);
    const asked = firstValid(attempts, (text) => text !== 'bad', never);
    answer(1, 'bad');
    await arrive();
    expect(cancelled).toEqual([]);
    answer(2, 'good');
    const { losers, ...outcome } = await asked;
    expect(outcome).toEqual({ kind: 'agreed', answer: 'good', index: 2 });
    await losers;
    expect(cancelled).toContain(0);
  });

  it('gives every reason when there is none', verifies('KEL-ROUTING-09'), async () => {
    const boom = new Error('refused');
    const attempts: Attempt<string>[] = [
      () => Promise.resolve('bad'),
      () => Promise.reject(boom),
      () => {
        throw boom;
      },
      () => Promise.reject('text'),
    ];
    const { losers, ...outcome } = await firstValid(attempts, () => false, never);
    await losers;
    expect(outcome).toEqual({
      kind: 'none',
      reasons: [
        { index: 0, why: 'the answer is not valid' },
        { index: 1, why: 'refused', error: boom },
        { index: 2, why: 'refused', error: boom },
        { index: 3, why: 'text', error: 'text' },
      ],
    });
  });

  it('stops at once when the caller stops, and asks nobody when it already had', verifies('KEL-ROUTING-09'), async () => {
    const stopping = new AbortController();
    const { attempts, cancelled } = controlled(2);
    const asked = firstValid(attempts, () => true, stopping.signal);
    stopping.abort('enough');
    await expect(asked).rejects.toBe('enough');
    expect(cancelled).toEqual([0, 1]);
    const later = controlled(1);
    expect(() => firstValid(later.attempts, () => true, stopping.signal)).toThrow('enough');
    expect(later.cancelled).toEqual([]);
  });

  it('is judged by a judge that may not break', verifies('KEL-ROUTING-09'), async () => {
    const { attempts, cancelled, answer } = controlled(2);
    const asked = firstValid(
      attempts,
      () => {
        throw new Error('a defect');
      },
      never,
    );
    answer(0, 'x');
    await expect(asked).rejects.toThrow('a defect');
    expect(cancelled).toContain(1);
  });

  it('tells the others why they are cancelled, and leaves nothing on the signal of the caller', verifies('KEL-ROUTING-09'), async () => {
    const caller = new AbortController();
    const reasons: unknown[] = [];
    const waiting: Attempt<string> = (signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(reasons.push(signal.reason))));
    const listeners = (): number => getEventListeners(caller.signal, 'abort').length;
    await firstValid([waiting, () => Promise.resolve('x')], () => true, caller.signal);
    expect(reasons).toMatchObject([{ name: 'AbortError', message: 'Another answer settled the matter.' }]);
    expect(listeners()).toBe(0);
    const broken = firstValid([waiting, () => Promise.resolve('x')], () => JSON.parse('{') as boolean, caller.signal);
    await expect(broken).rejects.toThrow(SyntaxError);
    expect(listeners()).toBe(0);
    const stopped = firstValid([waiting], () => true, caller.signal);
    expect(listeners()).toBe(1);
    caller.abort();
    await expect(stopped).rejects.toThrow('aborted');
    expect(listeners()).toBe(0);
  });

  it('asks at least one model and at most eight', verifies('KEL-ROUTING-09'), async () => {
    expect(await firstValid([() => Promise.resolve('x')], () => true, never)).toMatchObject({ kind: 'agreed', answer: 'x' });
    expect(() => firstValid([], () => true, never)).toThrow('between 1 and 8');
    expect(() => firstValid(controlled(9).attempts, () => true, never)).toThrow('between 1 and 8');
  });
});

describe('a quorum', () => {
  const [one, same, other] = ['{"a":1,"b":2}', '{ "b": 2, "a": 1 }', '{"a":3}'];
  const none = (...whys: string[]) => ({ kind: 'none', reasons: whys.map((why, index) => ({ index, why })) });
  const disagreed = 'was valid, but too few others agreed';
  const tooLate = 'was cancelled: the others could no longer agree';

  it('of any takes the model listed first, however late it is', verifies('KEL-ROUTING-10'), async () => {
    expect((await vote('any', 3, [[2, other], [1, one], [0, same]])).outcome).toEqual({ kind: 'agreed', answer: same, index: 0 });
    expect(await vote('any', 3, [[1, one], [0, 'bad']])).toMatchObject({ outcome: { kind: 'agreed', answer: one, index: 1 }, cancelled: expect.arrayContaining([2]) });
    expect((await vote('any', 2, [[1, 'bad'], [0, 'worse']])).outcome).toEqual(none('"worse" is no object', '"bad" is no object'));
  });

  it('of the first valid one takes whichever comes first', verifies('KEL-ROUTING-10'), async () => {
    expect((await vote('first_valid', 3, [[2, 'bad'], [1, one]])).outcome).toEqual({ kind: 'agreed', answer: one, index: 1 });
    expect((await vote('first_valid', 2, [[0, 'bad'], [1, one]])).outcome).toEqual({ kind: 'agreed', answer: one, index: 1 });
    expect((await vote('first_valid', 1, [[0, 'bad']])).outcome).toEqual(none('"bad" is no object'));
  });

  it('of the majority needs more than half to mean the same, however they spell it', verifies('KEL-ROUTING-09', 'KEL-ROUTING-10'), async () => {
    expect((await vote('majority', 3, [[0, other], [1, one], [2, same]])).outcome).toEqual({ kind: 'agreed', answer: one, index: 1 });
    expect(await vote('majority', 3, [[2, one], [0, same]])).toMatchObject({ outcome: { kind: 'agreed', answer: one, index: 2 }, cancelled: expect.arrayContaining([1]) });
    expect((await vote('majority', 4, [[0, one], [1, same], [2, other], [3, 'bad']])).outcome).toEqual(none(disagreed, disagreed, disagreed, '"bad" is no object'));
    expect(await vote('majority', 3, [[0, 'bad'], [1, 'bad']])).toMatchObject({ outcome: none('"bad" is no object', '"bad" is no object', tooLate), cancelled: expect.arrayContaining([2]) });
    expect((await vote('majority', 1, [[0, one]])).outcome).toEqual({ kind: 'agreed', answer: one, index: 0 });
  });

  it('of all is lost with the first that fails or differs', verifies('KEL-ROUTING-10'), async () => {
    expect((await vote('all', 2, [[1, same], [0, one]])).outcome).toEqual({ kind: 'agreed', answer: same, index: 1 });
    expect((await vote('all', 3, [[0, one], [1, other]])).outcome).toEqual(none(disagreed, disagreed, tooLate));
    expect((await vote('all', 2, [[1, 'bad']])).outcome).toEqual(none(tooLate, '"bad" is no object'));
  });
});
