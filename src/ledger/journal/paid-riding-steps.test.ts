import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../test/requirements/verifies.ts';
import { executionOf, ProcessDied } from '../../../test/support/journal-crashes.ts';
import { journalFixture, quiet, type JournalFixture } from '../../../test/support/journal-fixture.ts';
import { CounterState } from '../../contracts/index.ts';
import { createCounters, type Counters } from '../counters/counters.ts';
import type { EffectDefinition, RunJournal, StepOptions } from './journal.ts';

const Nothing = z.strictObject({});
type Nothing = z.infer<typeof Nothing>;

/** Reads a number that is another each time, for ten tokens. */
function reading(): EffectDefinition<Nothing, number> & { readonly times: () => number } {
  let times = 0;
  return { name: 'test.read', sideEffect: 'read_only', request: Nothing, result: z.number(), perform: async () => (times += 1), times: () => times };
}

const doing: EffectDefinition<{ saw: number }, string> = { name: 'test.do', sideEffect: 'idempotent_write', request: z.strictObject({ saw: z.number() }), result: z.string(), perform: async ({ saw }) => `did ${saw}` };

interface Budget {
  readonly fixture: JournalFixture;
  readonly counters: Counters;
  paid(id: string): StepOptions<number>;
  spent(): Promise<unknown>;
}

async function budget(): Promise<Budget> {
  const fixture = await journalFixture();
  const counters = createCounters(fixture.writer);
  await counters.open('open', 'budget', { tokens: 100 });
  const { reserve, commit } = counters.operations;
  return {
    fixture,
    counters,
    paid: (id) => ({ reserve: (attempt) => [reserve('budget', `${id}.${attempt}`, { tokens: 10 })], settle: (_end, attempt) => ({ operations: [commit('budget', `${id}.${attempt}`, { tokens: 7 })] }), rides: () => true }),
    async spent() {
      const { spent, reserved } = CounterState.parse((await fixture.store.record({ space: 'document', key: 'counter:budget' }))?.body);
      return { spent: spent['tokens'], reserved: reserved['tokens'] };
    },
  };
}

async function turn(journal: RunJournal, read: EffectDefinition<Nothing, number>, { paid }: Budget): Promise<string> {
  const saw = await journal.step('read', read, {}, paid('read'));
  return journal.step('do', doing, { saw });
}

const kindsOf = ({ asked }: JournalFixture): string[][] => asked.map(({ events = [], operations = [] }) => [...events, ...operations].map((one) => ('type' in one ? one.type : one.kind)));

describe('what was paid for and only read', () => {
  it('is recorded and settled in the same append as what is done with it', verifies('KEL-SPEED-01'), async () => {
    const rig = await budget();
    expect(await turn(await rig.fixture.open(), reading(), rig)).toBe('did 1');
    expect(kindsOf(rig.fixture).slice(1)).toEqual([['run.step_intended', 'counter.reserve'], ['run.step_completed', 'run.step_intended', 'counter.commit'], ['run.step_completed']]);
    expect([await rig.fixture.trail(), await rig.spent()]).toEqual([['intended read', 'completed read', 'intended do', 'completed do'], { spent: 7, reserved: 0 }]);
  });

  it('is recorded after a moment when nothing follows, and when the journal is closed', verifies('KEL-SPEED-01'), async () => {
    const rig = await budget();
    const journal = await rig.fixture.open();
    await journal.step('a', reading(), {}, rig.paid('a'));
    expect(await rig.spent()).toEqual({ spent: 0, reserved: 10 });
    rig.fixture.timer.fire();
    await quiet();
    expect(await rig.spent()).toEqual({ spent: 7, reserved: 0 });
    await journal.step('b', reading(), {}, rig.paid('b'));
    await journal.close();
    expect([await rig.fixture.trail(), await rig.spent(), rig.fixture.timer.pending()]).toEqual([['intended a', 'completed a', 'intended b', 'completed b'], { spent: 14, reserved: 0 }, []]);
  });

  it('is charged once for each time that it was read, wherever the process dies', verifies('KEL-SPEED-01'), async () => {
    for (const when of ['before', 'after'] as const) {
      for (let at = 0; at < 3; at += 1) {
        const rig = await budget();
        const { writer } = executionOf(rig.fixture.writer, { at, when, how: 'dies' });
        const first = reading();
        await expect(turn(await rig.fixture.open({ writer }), first, rig)).rejects.toBeInstanceOf(ProcessDied);
        const again = reading();
        expect(await turn(await rig.fixture.open(), again, rig)).toBe('did 1');
        // What an attempt cost that nobody knows the end of is charged as whoever settles it says.
        const attempts = (await rig.fixture.trail()).filter((one) => one === 'intended read').length;
        expect(await rig.spent()).toEqual({ spent: 7 * attempts, reserved: 0 });
        expect(again.times()).toBe((at === 1 && when === 'before') || at === 0 ? 1 : 0);
      }
    }
  });

  it('is recorded with the refusal of its settlement, and what is done with it is recorded as well', verifies('KEL-SPEED-01', 'KEL-JOURNAL-14'), async () => {
    const rig = await budget();
    const journal = await rig.fixture.open();
    await journal.step('free', { ...reading(), perform: async () => 5 }, {}, { rides: () => true });
    const saw = await journal.step('read', reading(), {}, rig.paid('read'));
    await rig.counters.release('by-hand', 'budget', 'read.1');
    expect(await journal.step('do', doing, { saw })).toBe('did 1');
    expect(await rig.fixture.trail()).toEqual(['completed free', 'intended read', 'completed read', 'intended do', 'completed do']);
    expect(journal.refusedSettlements()).toMatchObject([{ key: 'read', error: { code: 'counter.reservation_unknown' } }]);
    expect((await rig.fixture.open()).refusedSettlements()).toHaveLength(1);
  });

  it('is recorded before a refusal of what is done with it', verifies('KEL-SPEED-01'), async () => {
    const rig = await budget();
    const journal = await rig.fixture.open();
    const saw = await journal.step('read', reading(), {}, rig.paid('read'));
    const tooMuch = { reserve: () => [rig.counters.operations.reserve('budget', 'do.1', { tokens: 1_000 })] };
    await expect(journal.step('do', doing, { saw }, tooMuch)).rejects.toMatchObject({ code: 'counter.exhausted' });
    expect([await rig.fixture.trail(), await rig.spent()]).toEqual([['intended read', 'completed read', 'completed do'], { spent: 7, reserved: 0 }]);
  });
});
