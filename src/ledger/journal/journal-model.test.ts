import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allEntries, logFaults } from '../../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { executionOf, ProcessDied, type CrashPlan } from '../../../test/support/journal-crashes.ts';
import { journalFixture, type JournalFixture } from '../../../test/support/journal-fixture.ts';
import { createWorld, expectedValue, PAYING_COUNTERS, programs, runProgram, sourcesOf, STEP_TOKENS, stepsOf, type Program, type World } from '../../../test/support/journal-programs.ts';
import { CounterState, type JsonValue, type SideEffect } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import { createCounterOperations } from '../counters/counter-operations.ts';
import { createCounters } from '../counters/counters.ts';

const crashes: fc.Arbitrary<CrashPlan[]> = fc.array(
  fc.record({ at: fc.nat({ max: 12 }), when: fc.constantFrom('before' as const, 'after' as const), how: fc.constantFrom('dies' as const, 'fails' as const, 'stops' as const) }),
  { maxLength: 6 },
);

type Interruption = CrashPlan['how'] | 'answered';

interface Finished {
  readonly value: JsonValue;
  readonly met: readonly string[];
  readonly appends: number;
}

/** One execution: it finishes, or it ends in a way from which the run can be resumed. */
async function execute(fixture: JournalFixture, world: World, program: Program, plan: CrashPlan | undefined): Promise<Finished | Interruption> {
  const execution = executionOf(fixture.writer, plan);
  const journal = await fixture.open({ writer: execution.writer, signal: execution.signal });
  const met: string[] = [];
  try {
    const value = await runProgram({ world, journal, operations: createCounterOperations(fixture.writer), checkAlive: execution.checkAlive, tick: () => fixture.clock.advance(7) }, program, 'p', met);
    return { value, met, appends: execution.appends() };
  } catch (error) {
    await journal.close();
    if (hasCode(error, 'journal.unresolved')) {
      await answer(fixture, world, program, error.data);
      return 'answered';
    }
    if (error instanceof ProcessDied) return 'dies';
    if (hasCode(error, 'ledger.storage_failed')) return 'fails';
    if (hasCode(error, 'journal.cancelled')) return 'stops';
    throw error;
  }
}

/** The person looks at the world, not at the log. */
async function answer(fixture: JournalFixture, world: World, program: Program, { key, attempt }: { key: string; attempt: number }): Promise<void> {
  const path = key.slice(key.lastIndexOf('/') + 1);
  const step = stepsOf(program, 'p').find(([at]) => at === path)?.[1];
  if (step === undefined) throw new Error(`there is no step ${key}`);
  const journal = await fixture.open();
  const said = { attempt, decidedBy: 'ada', reason: 'I looked.' };
  const didHappen = (world.deeds.get(path)?.changed ?? 0) > 0;
  await journal.resolve(key, didHappen ? { ...said, decision: 'did_happen', result: expectedValue(step, path) } : { ...said, decision: 'did_not_happen' });
}

async function paidFixture(): Promise<JournalFixture> {
  const fixture = await journalFixture();
  for (const counter of PAYING_COUNTERS) await createCounters(fixture.writer).open(`open-${counter}`, counter, { tokens: 1_000_000 });
  fixture.asked.length = 0;
  return fixture;
}

/** Of each counter, what was ever reserved on it, what was charged, and what is still reserved. */
async function accounts({ log, store }: JournalFixture): Promise<{ reserved: number; charged: number; open: number }[]> {
  return Promise.all(
    PAYING_COUNTERS.map(async (counter) => {
      const entries = await log.read({ aggregate: 'counter', id: counter }, { limit: 10_000 });
      const reserved = entries.filter(({ event }) => event.type === 'counter.reserved').length * STEP_TOKENS.reserved;
      const { spent, reserved: open } = CounterState.parse((await store.record({ space: 'document', key: `counter:${counter}` }))?.body);
      return { reserved, charged: spent['tokens'] ?? -1, open: open['tokens'] ?? -1 };
    }),
  );
}

async function finish(fixture: JournalFixture, world: World, program: Program, plans: readonly CrashPlan[], seen?: Record<Interruption, number>): Promise<Finished> {
  const left = [...plans];
  // Each round ends one crash, answers one question or finishes; a program has far fewer steps than this.
  for (let round = 0; round < 60; round += 1) {
    const outcome = await execute(fixture, world, program, left.shift());
    if (typeof outcome !== 'string') return outcome;
    if (seen !== undefined) seen[outcome] += 1;
  }
  throw new Error('the run never finished');
}

const doing = (sideEffect: SideEffect, fails: boolean, inside: Program[] = [], bytes = 3): Program => ({ is: 'step', sideEffect, fails, bytes, turns: 0, heeds: false, inTrouble: 'throws', isPaid: false, inside });

/** Two branches in doubt side by side, with doubts inside them: asked about one after the other, they once never ended. */
const TWO_IN_DOUBT: [Program, CrashPlan[]] = [
  {
    is: 'parallel',
    parts: [
      { is: 'sequence', parts: [doing('destructive', false, [doing('destructive', false)]), doing('read_only', false)] },
      { is: 'sequence', parts: [doing('destructive', false, [doing('destructive', false), doing('read_only', true)], 20_000), doing('read_only', true)] },
      doing('read_only', false),
    ],
  },
  [{ at: 2, when: 'after', how: 'dies' }],
];

describe('a run under the journal', () => {
  it('ends as if nothing had happened, however often it crashes', verifies('KEL-JOURNAL-01', 'KEL-JOURNAL-02', 'KEL-JOURNAL-03'), async () => {
    const seen = { dies: 0, fails: 0, stops: 0, answered: 0 };
    await fc.assert(
      fc.asyncProperty(programs, crashes, async (program, plans) => {
        const fixture = await paidFixture();
        const world = createWorld();
        const finished = await finish(fixture, world, program, plans, seen);
        const steps = stepsOf(program, 'p');

        expect(finished.value).toEqual(expectedValue(program, 'p'));
        expect(logFaults(await allEntries(fixture.store))).toEqual([]);
        for (const [path, { sideEffect, fails }] of steps) {
          const deed = world.deeds.get(path);
          if (sideEffect === 'destructive') expect({ path, changed: deed?.changed }).toEqual({ path, changed: fails ? 0 : 1 });
          expect({ path, idempotencyKeys: deed?.idempotencyKeys.size }).toEqual({ path, idempotencyKeys: 1 });
        }
        const completed = (await fixture.trail()).filter((line) => line.startsWith('completed'));
        expect(new Set(completed).size).toBe(completed.length);
        expect(completed).toHaveLength(steps.length + sourcesOf(program));

        for (const { reserved, charged, open } of await accounts(fixture)) {
          // Nothing is left open, nothing was done for nothing, and nothing was paid twice.
          expect({ open, isPaid: charged >= world.costs, isFair: charged <= reserved }).toEqual({ open: 0, isPaid: true, isFair: true });
        }
        expect((await fixture.open()).refusedSettlements()).toEqual([]);

        // Once more from the record alone: the same time and chance, and not a word written.
        const before = fixture.asked.length;
        const again: string[] = [];
        const journal = await fixture.open({ mode: 'recorded' });
        const value = await runProgram({ world: createWorld(), journal, checkAlive: () => {}, tick: () => {} }, program, 'p', again);
        expect({ value, met: again, appends: fixture.asked.length - before }).toEqual({ value: finished.value, met: finished.met, appends: 0 });
      }),
      { numRuns: 200, examples: [TWO_IN_DOUBT] },
    );
    // Nothing above would mean anything if the programs had seldom been interrupted.
    expect(Object.entries(seen).filter(([, times]) => times < 3)).toEqual([]);
  });

  it('takes one append for each step that only reads and costs nothing, and two for each other', verifies('KEL-JOURNAL-04'), async () => {
    await fc.assert(
      fc.asyncProperty(programs, async (program) => {
        const fixture = await paidFixture();
        const { appends } = await finish(fixture, createWorld(), program, []);
        const writes = stepsOf(program, 'p').filter(([, { sideEffect, isPaid }]) => sideEffect !== 'read_only' || isPaid).length;
        const reads = stepsOf(program, 'p').length - writes + sourcesOf(program);
        expect(appends).toBe(reads + 2 * writes);
      }),
      { numRuns: 30 },
    );
  });
});
