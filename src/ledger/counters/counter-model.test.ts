import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CounterState } from '../../contracts/index.ts';
import { hasCode, KeelsonError } from '../../kernel/index.ts';
import { ledgerInMemory, type LedgerInMemory } from '../../../test/support/ledger-in-memory.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { foldAgain } from '../projections/rebuild.ts';
import { BUILTIN_SETUP, rulesOf } from '../setup.ts';
import { createCounters, type Counters } from './counters.ts';

const UNITS = ['tokens', 'constructor'];
type Amounts = Record<string, number>;

/** The reference: one plain object per counter, and each rule as a sentence of its own. */
interface Model {
  limits: Amounts;
  spent: Amounts;
  open: Map<string, Amounts>;
  parent?: string;
  isClosed: boolean;
  steps: number;
  hasOverrun: boolean;
}

const get = (amounts: Amounts, unit: string): number => (Object.hasOwn(amounts, unit) ? Number(amounts[unit]) : 0);
const sum = (all: Iterable<Amounts>, unit: string): number => [...all].reduce((total, amounts) => total + get(amounts, unit), 0);

const amount = fc.oneof({ weight: 8, arbitrary: fc.nat(3) }, { weight: 8, arbitrary: fc.nat(60) }, { weight: 1, arbitrary: fc.constantFrom(-1, 0.5, Number.MAX_SAFE_INTEGER + 1) });
const amounts = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom<Amounts>({ tokens: 1 }, { constructor: 1 }, { tokens: 0 }) },
  { weight: 3, arbitrary: fc.dictionary(fc.constantFrom(...UNITS, 'tokens'), amount, { minKeys: 0, maxKeys: 2, noNullPrototype: true }) },
);
const use = fc.oneof({ weight: 4, arbitrary: fc.nat(5) }, { weight: 2, arbitrary: fc.nat(80) }, { weight: 2, arbitrary: fc.constantFrom(101, 250, 5_000, 5_000) }, fc.constantFrom(-3, 0.25, 7.5, 5_000, 1e300, Number.NaN, Number.POSITIVE_INFINITY, '12', null, undefined));
const used = fc.dictionary(fc.constantFrom(...UNITS, 'other'), use, { noNullPrototype: true });
const counter = fc.constantFrom('run', 'run', 'run', 'task-1', 'task-1', 'task-2', 'leaf');
const reservation = fc.constantFrom('r1', 'r1', 'r1', 'r2', 'r2', 'constructor', 'child/task-1');
const parent = fc.option(counter, { nil: undefined, freq: 3 });

const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('open' as const), counter, amounts, parent }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('raise' as const), counter, amounts }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('reserve' as const), counter, reservation, amounts }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('commit' as const), counter, reservation, used }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('release' as const), counter, reservation }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), counter, parent }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'close' as const, counter: 'task-1', parent: 'run' }) },
);
type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never;

/** Half of the sequences begin with a counter and a child of it that is at work, so that they come further than to refusals. */
const limits = (most: readonly number[]) => fc.record({ tokens: fc.constantFrom(...most), constructor: fc.constantFrom(...most) });
const sequences = fc
  .tuple(fc.boolean(), limits([0, 40, 40, 400, 100_000]), limits([0, 0, 1, 5]), fc.array(command, { minLength: 1, maxLength: 50, size: 'max' }))
  .map(([isBare, run, child, commands]): Command[] => {
    const opening: Command[] = [
      { kind: 'open', counter: 'run', amounts: run, parent: undefined },
      { kind: 'open', counter: 'task-1', amounts: child, parent: 'run' },
      { kind: 'reserve', counter: 'task-1', reservation: 'r1', amounts: { tokens: 0 } },
      { kind: 'reserve', counter: 'task-1', reservation: 'r2', amounts: { constructor: 0 } },
    ];
    return isBare ? commands : [...opening, ...commands];
  });

/** Which of the finer rules a sequence came to. */
const met = new Set<string>();

function isFit(asked: Amounts): boolean {
  const values = Object.values(asked);
  return values.length > 0 && values.every((value) => Number.isSafeInteger(value) && value >= 0);
}

/** What the model answers: nothing when it did as it was told, else why not. */
function answer(models: Map<string, Model>, asked: Command): string | undefined {
  const own = models.get(asked.counter);
  const missing = own === undefined ? 'counter.unknown' : own.isClosed ? 'counter.closed' : undefined;
  switch (asked.kind) {
    case 'open': {
      if (!isFit(asked.amounts)) return 'counter.invalid';
      if (own !== undefined) return 'counter.exists';
      if (asked.parent !== undefined) {
        const refused = take(models.get(asked.parent), `child/${asked.counter}`, asked.amounts);
        if (refused !== undefined) return refused;
      }
      models.set(asked.counter, { limits: { ...asked.amounts }, spent: {}, open: new Map(), isClosed: false, steps: 1, hasOverrun: false, ...(asked.parent !== undefined && { parent: asked.parent }) });
      return undefined;
    }
    case 'raise':
      if (!isFit(asked.amounts)) return 'counter.invalid';
      if (own === undefined || missing !== undefined) return missing;
      if (own.parent !== undefined || UNITS.some((unit) => Object.hasOwn(asked.amounts, unit) && get(asked.amounts, unit) < get(own.limits, unit))) return 'counter.invalid';
      Object.assign(own.limits, asked.amounts);
      own.steps += 1;
      return undefined;
    case 'reserve':
      if (asked.reservation.startsWith('child/') || !isFit(asked.amounts)) return 'counter.invalid';
      return take(own, asked.reservation, asked.amounts);
    case 'commit':
      if (own === undefined || missing !== undefined) return missing;
      if (asked.reservation.startsWith('child/')) return 'counter.invalid';
      return charge(own, asked.reservation, asked.used);
    case 'release':
      if (own === undefined || missing !== undefined) return missing;
      if (asked.reservation.startsWith('child/')) return 'counter.invalid';
      if (!own.open.delete(asked.reservation)) return 'counter.reservation_unknown';
      own.steps += 1;
      return undefined;
    case 'close': {
      if (own === undefined || missing !== undefined) return missing;
      if (asked.parent !== own.parent) return 'counter.invalid';
      const payer = own.parent === undefined ? undefined : models.get(own.parent);
      if (payer?.isClosed === true) return 'counter.closed';
      const total = Object.fromEntries(UNITS.map((unit) => [unit, get(own.spent, unit) + sum(own.open.values(), unit)]));
      Object.assign(own, { spent: total, open: new Map(), isClosed: true, steps: own.steps + 1 });
      return payer === undefined ? undefined : chargeChild(payer, `child/${asked.counter}`, total);
    }
  }
}

function take(model: Model | undefined, id: string, asked: Amounts): string | undefined {
  if (model === undefined) return 'counter.unknown';
  if (model.isClosed) return 'counter.closed';
  if (model.open.has(id)) return 'counter.reservation_exists';
  const isOverspent = Object.keys(model.limits).some((unit) => get(model.spent, unit) > get(model.limits, unit));
  const lacks = Object.keys(asked).some((unit) => !Object.hasOwn(model.limits, unit) || get(model.spent, unit) + sum(model.open.values(), unit) + get(asked, unit) > get(model.limits, unit));
  if (isOverspent && !lacks) met.add('nothing of one unit while another is overspent');
  if (lacks || isOverspent) return 'counter.exhausted';
  model.open.set(id, { ...asked });
  model.steps += 1;
  return undefined;
}

function charge(model: Model, id: string, told: Record<string, unknown>): string | undefined {
  const held = model.open.get(id);
  if (held === undefined) return 'counter.reservation_unknown';
  const reported = Object.keys(told).filter((unit) => told[unit] !== undefined && Object.hasOwn(model.limits, unit));
  return settle(model, id, Object.fromEntries([...new Set([...Object.keys(held), ...reported])].map((unit) => [unit, costOf(model, held, unit, Object.hasOwn(told, unit) ? told[unit] : undefined)])));
}

/** A child has counted honestly, so its parent pays whatever it says. */
function chargeChild(model: Model, id: string, total: Amounts): string | undefined {
  if (Object.entries(total).some(([unit, spent]) => spent > 100 * (get(model.open.get(id) ?? {}, unit) || get(model.limits, unit)) && get(model.limits, unit) > 0)) met.add('a child that spent beyond belief');
  return settle(model, id, Object.fromEntries(Object.entries(total).filter(([unit]) => Object.hasOwn(model.open.get(id) ?? {}, unit))));
}

function settle(model: Model, id: string, costs: Amounts): string | undefined {
  for (const [unit, cost] of Object.entries(costs)) {
    if (cost > get(model.open.get(id) ?? {}, unit)) model.hasOverrun = true;
    model.spent[unit] = get(model.spent, unit) + cost;
  }
  model.open.delete(id);
  model.steps += 1;
  return undefined;
}

function costOf(model: Model, held: Amounts, unit: string, value: unknown): number {
  const [reserved, limit] = [get(held, unit), get(model.limits, unit)];
  if (typeof value !== 'number' || Number.isNaN(value) || value < 0) return reserved;
  const others = get(model.spent, unit) + sum(model.open.values(), unit) - reserved;
  const most = Number.MAX_SAFE_INTEGER - others;
  // What is not allowed at all is charged as it is; all else is believed a hundred times.
  if (reserved === 0 && limit === 0) {
    if (value > 0) met.add('use of what is not allowed');
    return Math.min(most, Math.ceil(value));
  }
  const believable = 100 * (reserved > 0 ? reserved : limit);
  if (Math.ceil(value) <= believable) return Math.ceil(value);
  met.add(limit - others > believable ? 'absurd use that takes all that is left' : 'absurd use that takes the most believable');
  return Math.max(believable, limit - others);
}

async function ask(counters: Counters, key: string, asked: Command): Promise<string | undefined> {
  try {
    await carryOut(counters, key, asked);
    return undefined;
  } catch (error) {
    if (error instanceof KeelsonError && !hasCode(error, 'invariant.broken')) return error.code;
    throw error;
  }
}

function carryOut(counters: Counters, key: string, asked: Command): Promise<unknown> {
  const options = 'parent' in asked && asked.parent !== undefined ? { parent: asked.parent } : {};
  switch (asked.kind) {
    case 'open':
      return counters.open(key, asked.counter, asked.amounts, options);
    case 'raise':
      return counters.raise(key, asked.counter, asked.amounts, 'a person said so');
    case 'reserve':
      return counters.reserve(key, asked.counter, asked.reservation, asked.amounts);
    case 'commit':
      return counters.commit(key, asked.counter, asked.reservation, asked.used);
    case 'release':
      return counters.release(key, asked.counter, asked.reservation);
    case 'close':
      return counters.close(key, asked.counter, options);
  }
}

/** What the document must be, every field of it. */
function expected(model: Model): CounterState {
  const units = Object.keys(model.limits);
  const each = (of: (unit: string) => number): Amounts => Object.fromEntries(units.map((unit) => [unit, of(unit)]));
  return {
    limits: model.limits,
    spent: each((unit) => get(model.spent, unit)),
    reserved: each((unit) => sum(model.open.values(), unit)),
    reservations: Object.fromEntries(model.open),
    is_closed: model.isClosed,
    operations: model.steps,
  };
}

async function checkInvariants({ store }: LedgerInMemory, models: Map<string, Model>): Promise<void> {
  for (const [name, model] of models) {
    const state = CounterState.parse((await store.record({ space: 'document', key: `counter:${name}` }))?.body);
    const { parent: stated, ...rest } = state;
    expect(rest).toEqual(expected(model));
    expect(stated?.counter).toBe(model.parent);
    for (const unit of Object.keys(state.limits)) {
      const [limit, spent, held] = [get(state.limits, unit), get(state.spent, unit), get(state.reserved, unit)];
      expect(Math.min(limit, spent, held)).toBeGreaterThanOrEqual(0);
      if (!model.hasOverrun) expect(spent + held).toBeLessThanOrEqual(limit);
      const children = [...models].filter(([child, { parent: payer, isClosed }]) => payer === name && !isClosed && model.open.has(`child/${child}`));
      expect(sum(children.map(([, { limits }]) => limits), unit)).toBeLessThanOrEqual(held);
    }
  }
}

describe('counters against a reference', () => {
  it('give the same answers and states for any sequence of commands, and again from the log', verifies('KEL-COUNTER-15'), async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(sequences, async (commands) => {
        const ledger = await ledgerInMemory();
        const counters = createCounters(ledger.writer);
        const models = new Map<string, Model>();
        for (const [at, asked] of commands.entries()) {
          const answered = await ask(counters, `key-${at}`, asked);
          expect({ asked, answered }).toEqual({ asked, answered: answer(models, asked) });
          seen.add(`${asked.kind} ${answered ?? 'done'}`);
          await checkInvariants(ledger, models);
        }
        await recount(ledger);
        await checkInvariants(ledger, models);
      }),
      { numRuns: 600, seed: 20_261_115 },
    );
    // The sequences are worth something only if they come to every rule.
    expect([...met].sort()).toEqual([
      'a child that spent beyond belief', 'absurd use that takes all that is left', 'absurd use that takes the most believable', 'nothing of one unit while another is overspent', 'use of what is not allowed',
    ]);
    expect([...seen].sort()).toEqual([
      'close counter.closed', 'close counter.invalid', 'close counter.unknown', 'close done',
      'commit counter.closed', 'commit counter.invalid', 'commit counter.reservation_unknown', 'commit counter.unknown', 'commit done',
      'open counter.closed', 'open counter.exhausted', 'open counter.exists', 'open counter.invalid', 'open counter.unknown', 'open done',
      'raise counter.closed', 'raise counter.invalid', 'raise counter.unknown', 'raise done',
      'release counter.closed', 'release counter.invalid', 'release counter.reservation_unknown', 'release counter.unknown', 'release done',
      'reserve counter.closed', 'reserve counter.exhausted', 'reserve counter.invalid', 'reserve counter.reservation_exists', 'reserve counter.unknown', 'reserve done',
    ]);
  });
});

/** Forgets every document and folds the log anew. */
async function recount({ store }: LedgerInMemory): Promise<void> {
  for await (const _step of foldAgain({ store, catalogue: rulesOf(BUILTIN_SETUP).catalogue, projections: BUILTIN_SETUP.projections }));
}
