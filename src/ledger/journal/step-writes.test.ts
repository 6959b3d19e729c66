import { describe, expect, it } from 'vitest';
import { message } from '../../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { executionOf } from '../../../test/support/journal-crashes.ts';
import { held, journalFixture, quiet, shout, type JournalFixture } from '../../../test/support/journal-fixture.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { CounterState, type SideEffect } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { createCounters, type Counters } from '../counters/counters.ts';
import type { Append } from '../log/log.ts';
import type { LedgerOperation } from '../request.ts';
import type { AttemptEnd, Settlement, StepOptions } from './journal.ts';

const HI = { text: 'hi' };

interface Budget {
  readonly fixture: JournalFixture;
  readonly counters: Counters;
  /** Reserves ten tokens and settles with what the end of the attempt tells. */
  readonly options: StepOptions<string>;
  spent(counter?: string): Promise<unknown>;
}

async function budget(tokens: number): Promise<Budget> {
  const fixture = await journalFixture();
  const counters = createCounters(fixture.writer);
  await counters.open('open', 'budget', { tokens });
  fixture.asked.length = 0;
  const { reserve, commit, release } = counters.operations;
  const moved = (end: AttemptEnd<string>, id: string): LedgerOperation => {
    if ('stopped' in end) return end.hasBegun ? commit('budget', id, {}) : release('budget', id);
    return end.ok ? commit('budget', id, { tokens: end.result.length }) : release('budget', id);
  };
  const options: StepOptions<string> = {
    reserve: (attempt) => [reserve('budget', `a.${attempt}`, { tokens: 10 })],
    settle: (end, attempt) => ({
      events: 'stopped' in end ? [] : [message('talk', end.ok ? end.result : end.error.message)],
      operations: [moved(end, `a.${attempt}`)],
    }),
  };
  const spent = async (counter = 'budget'): Promise<unknown> => {
    const { spent: used, reserved } = CounterState.parse((await fixture.store.record({ space: 'document', key: `counter:${counter}` }))?.body);
    return { spent: used, reserved };
  };
  return { fixture, counters, options, spent };
}

const crashing = (sideEffect: SideEffect) => shout(sideEffect, () => Promise.reject(new TypeError('crash')));

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

  it('is charged even if a person says that it did not happen, and reserved anew', verifies('KEL-JOURNAL-17'), async () => {
    const { fixture, options, spent } = await budget(100);
    await expect((await fixture.open()).step('a', crashing('destructive'), HI, options)).rejects.toThrow('crash');
    const journal = await fixture.open();
    await journal.resolve('a', { attempt: 1, decision: 'did_not_happen', decidedBy: 'ada', reason: 'I looked.' });
    expect(await journal.step('a', shout('destructive'), HI, options)).toBe('HI');
    expect(kindsOf(fixture)).toEqual([
      ['run.step_intended', 'counter.reserve'],
      ['run.step_resolved'],
      ['run.step_intended', 'counter.commit', 'counter.reserve'],
      ['run.step_completed', 'session.message_recorded', 'counter.commit'],
    ]);
    expect(await spent()).toEqual({ spent: { tokens: 12 }, reserved: { tokens: 0 } });
  });

  it('is settled by the word of a person who vouches for the result', verifies('KEL-JOURNAL-14'), async () => {
    const { fixture, options, spent } = await budget(100);
    await expect((await fixture.open()).step('a', crashing('destructive'), HI, options)).rejects.toThrow('crash');
    const journal = await fixture.open();
    await journal.resolve('a', { attempt: 1, decision: 'did_happen', result: 'yes', decidedBy: 'ada', reason: 'I looked.' });
    expect([await journal.step('a', shout('destructive'), HI, options), await spent(), journal.refusedSettlements()]).toEqual(['yes', { spent: { tokens: 3 }, reserved: { tokens: 0 } }, []]);
  });

  it.each(['read_only', 'idempotent_write'] as const)('is charged in full for each attempt at a step, being %s, that came to nothing', verifies('KEL-JOURNAL-17'), async (sideEffect) => {
    const { fixture, options, spent } = await budget(100);
    for (const _crash of [1, 2, 3]) await expect((await fixture.open()).step('a', crashing(sideEffect), HI, options)).rejects.toThrow('crash');
    expect(await spent()).toEqual({ spent: { tokens: 20 }, reserved: { tokens: 10 } });
    expect(await (await fixture.open()).step('a', shout(sideEffect), HI, options)).toBe('HI');
    expect([await spent(), fixture.asked.map(({ key }) => key.slice(key.indexOf(':') + 1))]).toEqual([{ spent: { tokens: 32 }, reserved: { tokens: 0 } }, ['a:intent.1', 'a:intent.2', 'a:intent.3', 'a:intent.4', 'a:result']]);
  });

  it('ends a step that crashes again and again when nothing is left, and settles the last attempt', verifies('KEL-JOURNAL-17'), async () => {
    const { fixture, options, spent } = await budget(25);
    for (const _crash of [1, 2]) await expect((await fixture.open()).step('a', crashing('read_only'), HI, options)).rejects.toThrow('crash');
    const effect = shout('read_only');
    for (const _again of [1, 2]) expect(await refusalOf((await fixture.open()).step('a', effect, HI, options))).toMatchObject({ code: 'counter.exhausted', data: { asked: 10, available: 5 } });
    expect([effect.performed.length, await spent()]).toEqual([0, { spent: { tokens: 20 }, reserved: { tokens: 0 } }]);
  });

  it('is given back in the same append when the step is stopped before it began, and reserved again by the next attempt', verifies('KEL-JOURNAL-17'), async () => {
    const { fixture, options, spent } = await budget(15);
    const stop = new AbortController();
    const writer = { ...fixture.writer, append: (append: Append) => fixture.writer.append(append).finally(() => stop.abort('enough')) };
    expect(await refusalOf((await fixture.open({ writer })).step('a', shout('destructive'), HI, { ...options, signal: stop.signal }))).toMatchObject({ code: 'journal.cancelled' });
    expect([await spent(), kindsOf(fixture)]).toEqual([{ spent: { tokens: 0 }, reserved: { tokens: 0 } }, [['run.step_intended', 'counter.reserve'], ['run.step_cancelled', 'counter.release']]]);
    const journal = await fixture.open();
    expect([await journal.step('a', shout('destructive'), HI, options), await spent(), journal.refusedSettlements()]).toEqual(['HI', { spent: { tokens: 2 }, reserved: { tokens: 0 } }, []]);
  });

  it('is charged when a step that only reads is stopped on its way, and not a second time when it answers late', verifies('KEL-JOURNAL-17'), async () => {
    const { fixture, options, spent } = await budget(100);
    const [stop, answer] = [new AbortController(), held<string>()];
    const journal = await fixture.open({ signal: stop.signal });
    const step = journal.step('a', shout('read_only', () => answer.promise), HI, options);
    await quiet();
    stop.abort('enough');
    fixture.timer.fire();
    expect(await refusalOf(step)).toMatchObject({ code: 'journal.cancelled', data: { may_have_happened: false } });
    expect(await spent()).toEqual({ spent: { tokens: 10 }, reserved: { tokens: 0 } });
    answer.resolve('late');
    await quiet();
    expect([await fixture.trail(), kindsOf(fixture), journal.refusedSettlements()]).toEqual([
      ['intended a', 'cancelled a', 'completed a'],
      [['run.step_intended', 'counter.reserve'], ['run.step_cancelled', 'counter.commit'], ['run.step_completed', 'session.message_recorded']],
      [],
    ]);
  });

  it('stays reserved while the result of a stopped write may still come, and is settled with it', verifies('KEL-JOURNAL-17'), async () => {
    const { fixture, options, spent } = await budget(100);
    const [stop, answer] = [new AbortController(), held<string>()];
    const step = (await fixture.open({ signal: stop.signal })).step('a', shout('idempotent_write', () => answer.promise), HI, options);
    await quiet();
    stop.abort('enough');
    fixture.timer.fire();
    await refusalOf(step);
    expect(await spent()).toEqual({ spent: { tokens: 0 }, reserved: { tokens: 10 } });
    answer.resolve('late');
    await quiet();
    expect(await spent()).toEqual({ spent: { tokens: 4 }, reserved: { tokens: 0 } });
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

  it('is lost with each counter that was closed meanwhile; the result and what is settled elsewhere are not', verifies('KEL-JOURNAL-14'), async () => {
    const { fixture, counters, spent } = await budget(100);
    const { reserve, commit, close } = counters.operations;
    const names = ['budget', 'tenant', 'team'];
    for (const name of names.slice(1)) await counters.open(`open-${name}`, name, { tokens: 100 });
    await counters.open('open-child', 'child', { tokens: 5 }, { parent: 'team' });
    fixture.asked.length = 0;
    const effect = shout('destructive', async ({ text }) => {
      for (const name of ['budget', 'team']) await counters.close(`close-${name}`, name);
      return text;
    });
    const options: StepOptions<string> = {
      reserve: () => names.map((name) => reserve(name, 'a', { tokens: 10 })),
      settle: () => ({
        events: [message('talk', 'done')],
        operations: [...names.map((name) => commit(name, 'a', { tokens: 50 })), close('child', { parent: 'team' }), { kind: 'cursor.advance', name: 'reader', position: 1 }],
      }),
    };
    const journal = await fixture.open();
    expect(await journal.step('a', effect, HI, options)).toBe('hi');
    expect([await fixture.trail(), fixture.asked.slice(-3).map(({ operations = [] }) => operations.map((operation) => ('counter' in operation ? operation.counter : operation.kind)))]).toEqual([
      ['intended a', 'completed a'],
      [
        ['budget', 'tenant', 'team', 'child', 'cursor.advance'],
        ['tenant', 'team', 'child', 'cursor.advance'],
        ['tenant', 'cursor.advance'],
      ],
    ]);
    expect([await spent('tenant'), journal.refusedSettlements()]).toEqual([{ spent: { tokens: 50 }, reserved: { tokens: 0 } }, []]);
  });

  it.each<[string, string, () => Settlement]>([
    ['counters that it never reserved from', 'counter.unknown', () => ({ operations: [{ kind: 'counter.release', counter: 'nobody', reservationId: 'r', stamps: [] }] })],
    ['a receipt that is not valid', 'ledger.event_invalid', () => ({ events: [{ type: 'session.message_recorded', streamId: 'talk', payload: {} }] })],
    ['a receipt that cannot be written down', 'ledger.event_invalid', () => ({ events: [{ type: 'no.such_event', streamId: 'talk', payload: {} }] })],
    ['code that fails', 'journal.settlement_failed', () => { throw new TypeError('oops'); }],
  ])('may fail on %s: the result is recorded and says so, and everybody is told', verifies('KEL-JOURNAL-18'), async (_name, code, settle) => {
    const { fixture } = await budget(100);
    const journal = await fixture.open();
    expect(await journal.step('a', shout('destructive'), HI, { settle })).toBe('HI');
    const told = [{ key: 'a', error: expect.objectContaining({ code }) }];
    expect([journal.refusedSettlements(), (await fixture.events())[1]?.payload]).toEqual([told, expect.objectContaining({ result: expect.objectContaining({ settlement_refused: told[0]?.error }) })]);
    const again = await fixture.open();
    expect([again.refusedSettlements(), await again.step('a', shout('destructive'), HI, { settle }), await again.step('b', shout('read_only'), HI)]).toEqual([told, 'HI', 'HI']);
  });

  it('that was settled by somebody else is told, wherever the journal meets it', verifies('KEL-JOURNAL-18'), async () => {
    const { fixture, counters, options } = await budget(100);
    await expect((await fixture.open()).step('a', crashing('read_only'), HI, options)).rejects.toThrow('crash');
    await counters.release('by-hand', 'budget', 'a.1');
    const stop = new AbortController();
    const stopping = shout('read_only', async () => {
      await counters.release('by-hand-too', 'budget', 'a.2');
      stop.abort('enough');
      throw new TypeError('told to stop');
    });
    await refusalOf((await fixture.open({ signal: stop.signal })).step('a', stopping, HI, options));
    const journal = await fixture.open();
    expect(await journal.step('a', shout('read_only'), HI, options)).toBe('HI');
    const unknown = (id: string) => ({ key: 'a', error: { code: 'counter.reservation_unknown', data: { counter: 'budget', reservation_id: id } } });
    expect([journal.refusedSettlements(), await fixture.trail()]).toMatchObject([[unknown('a.1'), unknown('a.2')], ['intended a', 'intended a', 'cancelled a', 'intended a', 'completed a']]);
  });

  it('does not excuse a result that the log itself refuses', verifies('KEL-JOURNAL-18'), async () => {
    const { fixture, options } = await budget(100);
    const { writer } = executionOf(fixture.writer, { at: 1, when: 'before', how: 'fails' });
    const journal = await fixture.open({ writer });
    expect(await refusalOf(journal.step('a', shout('idempotent_write'), HI, options))).toMatchObject({ code: 'ledger.storage_failed' });
    expect([await refusalOf(journal.now('b')), await fixture.trail(), journal.refusedSettlements()]).toMatchObject([{ code: 'ledger.storage_failed' }, ['intended a'], []]);
  });
});
