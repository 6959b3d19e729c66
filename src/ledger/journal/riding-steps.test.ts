import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../test/requirements/verifies.ts';
import { executionOf, ProcessDied } from '../../../test/support/journal-crashes.ts';
import { journalFixture } from '../../../test/support/journal-fixture.ts';
import type { EffectDefinition, RunJournal } from './journal.ts';

const Nothing = z.strictObject({});
type Nothing = z.infer<typeof Nothing>;

/** Reads a number that is another each time. */
function reading(): EffectDefinition<Nothing, number> & { readonly times: () => number } {
  let times = 0;
  return { name: 'test.read', sideEffect: 'read_only', request: Nothing, result: z.number(), perform: async () => (times += 1), times: () => times };
}

const doing: EffectDefinition<{ saw: number }, string> = { name: 'test.do', sideEffect: 'idempotent_write', request: z.strictObject({ saw: z.number() }), result: z.string(), perform: async ({ saw }) => `did ${saw}` };

const rides = { rides: () => true };

/** Reads twice without a record of its own, and does something with what it read. */
async function turn(journal: RunJournal, read: EffectDefinition<Nothing, number>, name = 'turn'): Promise<string> {
  const one = await journal.step(`${name}/one`, read, {}, rides);
  const two = await journal.step(`${name}/two`, read, {}, rides);
  return journal.step(`${name}/do`, doing, { saw: one + two });
}

describe('what is only read', () => {
  it('is recorded in the same append as what is done with it', verifies('KEL-PINS-11'), async () => {
    const fixture = await journalFixture();
    const journal = await fixture.open();
    expect(await turn(journal, reading())).toBe('did 3');
    expect(fixture.asked.map(({ events = [] }) => events.map(({ type }) => type))).toEqual([['run.step_completed', 'run.step_completed', 'run.step_intended'], ['run.step_completed']]);
    expect(await fixture.trail()).toEqual(['completed turn/one', 'completed turn/two', 'intended turn/do', 'completed turn/do']);
  });

  it('is met again by a run that is gone on with', verifies('KEL-PINS-11'), async () => {
    const fixture = await journalFixture();
    const before = await fixture.open();
    await turn(before, reading());
    await before.close();
    const read = reading();
    expect([await turn(await fixture.open(), read), read.times()]).toEqual(['did 3', 0]);
  });

  it('is recorded before something else is told, and when the journal is closed', verifies('KEL-PINS-11'), async () => {
    const fixture = await journalFixture();
    const journal = await fixture.open();
    await journal.step('one', reading(), {}, rides);
    expect(await fixture.trail()).toEqual([]);
    await journal.flush();
    expect(await fixture.trail()).toEqual(['completed one']);
    await journal.flush();
    await journal.step('two', reading(), {}, rides);
    await journal.close();
    expect([await fixture.trail(), fixture.asked.length]).toEqual([['completed one', 'completed two'], 2]);
  });

  it('is recorded once when several who work at the same time have it recorded at the same moment', verifies('KEL-PINS-11'), async () => {
    const fixture = await journalFixture();
    const journal = await fixture.open();
    const read = reading();
    const member = async (name: string): Promise<string[]> => {
      const did: string[] = [];
      for (const at of [1, 2, 3, 4]) {
        await journal.step(`${name}/${at}/look`, read, {}, rides);
        await Promise.all([journal.flush(), journal.flush()]);
        did.push(await turn(journal, read, `${name}/${at}`));
        await journal.flush();
      }
      return did;
    };
    const did = await Promise.all(['a', 'b', 'c'].map(member));
    const trail = await fixture.trail();
    expect([did.flat().length, trail.length, new Set(trail).size]).toEqual([12, 60, 60]);
    await journal.close();
  });

  it('has a record of its own when it says so, changes something, or is too large to travel', verifies('KEL-PINS-11'), async () => {
    const fixture = await journalFixture();
    const journal = await fixture.open();
    await journal.step('not-now', reading(), {}, { rides: (result) => result > 1 });
    await journal.step('large', { name: 'test.read', sideEffect: 'read_only', request: Nothing, result: z.string(), perform: async () => 'x'.repeat(20_000) }, {}, rides);
    await journal.step('changes', doing, { saw: 1 }, rides);
    expect([await fixture.trail(), fixture.asked.length]).toEqual([['completed not-now', 'completed large', 'intended changes', 'completed changes'], 4]);
  });

  it('is read again, and what was done is done once, wherever the process dies', verifies('KEL-PINS-11', 'KEL-PINS-09'), async () => {
    for (const when of ['before', 'after'] as const) {
      for (let at = 0; at < 2; at += 1) {
        const fixture = await journalFixture();
        const { writer } = executionOf(fixture.writer, { at, when, how: 'dies' });
        await expect(turn(await fixture.open({ writer }), reading())).rejects.toBeInstanceOf(ProcessDied);
        const read = reading();
        const again = await turn(await fixture.open(), read);
        // Before its intent was there nothing had been read as far as anybody can tell; after that nothing is read again.
        expect([again, read.times()]).toEqual(['did 3', at === 0 && when === 'before' ? 2 : 0]);
        expect((await fixture.trail()).filter((one) => one.startsWith('completed'))).toEqual(['completed turn/one', 'completed turn/two', 'completed turn/do']);
      }
    }
  });

  it('of one branch is never written after what that branch did, however many work side by side', verifies('KEL-PINS-11'), async () => {
    const fixture = await journalFixture();
    const journal = await fixture.open();
    await Promise.all(Array.from({ length: 20 }, (_, at) => turn(journal, reading(), `branch-${at}`)));
    const trail = await fixture.trail();
    expect(trail).toHaveLength(80);
    expect(new Set(trail).size).toBe(80);
    for (let at = 0; at < 20; at += 1) expect(trail.filter((one) => one.includes(` branch-${at}/`))).toEqual([`completed branch-${at}/one`, `completed branch-${at}/two`, `intended branch-${at}/do`, `completed branch-${at}/do`]);
  });

  it('is not lost when what it travels with is refused', verifies('KEL-PINS-11'), async () => {
    const fixture = await journalFixture();
    const journal = await fixture.open();
    await journal.step('read', reading(), {}, rides);
    const reserve = (): never[] => [{ kind: 'counter.reserve', counter: 'no-such-counter', reservation: 'r', amounts: { tokens: 1 } } as never];
    await expect(journal.step('refused', doing, { saw: 1 }, { reserve })).rejects.toMatchObject({ code: expect.stringMatching(/^counter\./) as unknown });
    expect((await fixture.trail())[0]).toBe('completed read');
  });
});
