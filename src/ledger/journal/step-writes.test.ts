import { describe, expect, it } from 'vitest';
import { message } from '../../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { journalFixture, shout, type JournalFixture } from '../../../test/support/journal-fixture.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { CounterState } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { createCounters, type Counters } from '../counters/counters.ts';
import type { StepOptions } from './journal.ts';

const HI = { text: 'hi' };

interface Budget {
  readonly fixture: JournalFixture;
  readonly counters: Counters;
  /** Reserves ten tokens and settles with what the outcome tells. */
  readonly options: StepOptions<string>;
  spent(): Promise<unknown>;
}

async function budget(tokens: number): Promise<Budget> {
  const fixture = await journalFixture();
  const counters = createCounters(fixture.writer);
  await counters.open('open', 'budget', { tokens });
  fixture.asked.length = 0;
  const options: StepOptions<string> = {
    reserve: [counters.operations.reserve('budget', 'a', { tokens: 10 })],
    settle: (outcome) => ({
      events: [message('talk', outcome.ok ? outcome.result : outcome.error.message)],
      operations: [outcome.ok ? counters.operations.commit('budget', 'a', { tokens: outcome.result.length }) : counters.operations.release('budget', 'a')],
    }),
  };
  const spent = async (): Promise<unknown> => {
    const document = (await fixture.store.records({ space: 'document', prefix: '', after: '', limit: 100 })).find(({ key }) => key.includes('budget'));
    const { spent: used, reserved } = CounterState.parse(document?.body);
    return { spent: used, reserved };
  };
  return { fixture, counters, options, spent };
}

const kindsOf = ({ asked }: JournalFixture): unknown => asked.map(({ events, operations = [] }) => [...events.map(({ type }) => type), ...operations.map(({ kind }) => kind)]);

describe('what a step reserves', () => {
  it('is durable before it begins, and settled together with its result', verifies('KEL-JOURNAL-14'), async () => {
    const { fixture, options, spent } = await budget(100);
    const effect = shout('read_only', async () => JSON.stringify(await spent()));
    expect(await (await fixture.open()).step('a', effect, HI, options)).toBe('{"spent":{"tokens":0},"reserved":{"tokens":10}}');
    expect(kindsOf(fixture)).toEqual([['run.step_intended', 'counter.reserve'], ['run.step_completed', 'session.message_recorded', 'counter.commit']]);
    expect(await spent()).toEqual({ spent: { tokens: 47 }, reserved: { tokens: 0 } });
  });

  it('is settled together with its failure', verifies('KEL-JOURNAL-14'), async () => {
    const { fixture, options, spent } = await budget(100);
    const effect = shout('read_only', () => Promise.reject(new KeelsonError('input.too_large', { message: 'too much', nextStep: 'n', data: { limit: 1 } })));
    await refusalOf((await fixture.open()).step('a', effect, HI, options));
    expect(kindsOf(fixture)).toEqual([['run.step_intended', 'counter.reserve'], ['run.step_completed', 'session.message_recorded', 'counter.release']]);
    expect(await spent()).toEqual({ spent: { tokens: 0 }, reserved: { tokens: 0 } });
  });

  it('is not reserved again when the step is', verifies('KEL-JOURNAL-14'), async () => {
    const { fixture, options, spent } = await budget(100);
    await expect((await fixture.open()).step('a', shout('destructive', () => Promise.reject(new TypeError('crash'))), HI, options)).rejects.toThrow('crash');
    const journal = await fixture.open();
    await journal.resolve('a', { decision: 'did_not_happen', decidedBy: 'ada', reason: 'I looked.' });
    expect(await journal.step('a', shout('destructive'), HI, options)).toBe('HI');
    expect(kindsOf(fixture)).toEqual([
      ['run.step_intended', 'counter.reserve'],
      ['run.step_resolved'],
      ['run.step_intended'],
      ['run.step_completed', 'session.message_recorded', 'counter.commit'],
    ]);
    expect(await spent()).toEqual({ spent: { tokens: 2 }, reserved: { tokens: 0 } });
  });

  it('may be refused: the step never begins, and a resumed run is refused in the same words', verifies('KEL-JOURNAL-10', 'KEL-JOURNAL-14'), async () => {
    const { fixture, counters, options } = await budget(9);
    const effect = shout('destructive');
    const journal = await fixture.open();
    const refusal = await refusalOf(journal.step('a', effect, HI, options));
    expect(refusal).toMatchObject({ code: 'counter.exhausted', data: { counter: 'budget', unit: 'tokens', asked: 10, available: 9 } });
    expect(await journal.step('b', shout('read_only'), HI)).toBe('HI');
    await counters.raise('raise', 'budget', { tokens: 100 }, 'More is needed.');
    expect(await refusalOf((await fixture.open()).step('a', effect, HI, options))).toEqual(refusal);
    expect([effect.performed.length, await fixture.trail()]).toEqual([0, ['completed a', 'completed b']]);
  });

  it('is lost with a counter that was closed meanwhile, but the result is not', verifies('KEL-JOURNAL-14'), async () => {
    const { fixture, counters, options } = await budget(100);
    const effect = shout('destructive', async ({ text }) => {
      await counters.close('close', 'budget');
      return text;
    });
    const advancing: StepOptions<string> = {
      ...options,
      settle: (outcome) => ({ ...options.settle?.(outcome), operations: [...(options.settle?.(outcome).operations ?? []), { kind: 'cursor.advance', name: 'reader', position: 1 }] }),
    };
    expect(await (await fixture.open()).step('a', effect, HI, advancing)).toBe('hi');
    expect([await fixture.trail(), kindsOf(fixture)]).toEqual([
      ['intended a', 'completed a'],
      [
        ['run.step_intended', 'counter.reserve'],
        ['counter.close'],
        ['run.step_completed', 'session.message_recorded', 'counter.commit', 'cursor.advance'],
        ['run.step_completed', 'session.message_recorded', 'cursor.advance'],
      ],
    ]);
  });

  it('must exist to be settled', verifies('KEL-JOURNAL-14'), async () => {
    const { fixture, options } = await budget(100);
    const settle = options.settle?.bind(options);
    const unreserved: StepOptions<string> = settle === undefined ? {} : { settle };
    const journal = await fixture.open();
    expect(await refusalOf(journal.step('a', shout('idempotent_write'), HI, unreserved))).toMatchObject({ code: 'counter.reservation_unknown' });
    expect(await refusalOf(journal.now('b'))).toMatchObject({ code: 'counter.reservation_unknown' });
    expect(await fixture.trail()).toEqual(['intended a']);
  });
});
