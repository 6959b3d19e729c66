import { describe, expect, it } from 'vitest';
import { PriceEntry } from '../../contracts/index.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { entryFor, pricesFor, type PricedModel } from './find-prices.ts';
import { PRICE_TABLE, TIERS_BY_PRICED_MODEL, USD_PER_TURN_NOTES } from './price-table.ts';

const DAY = '2026-11-01';
const cloud = (model_id: string, rest: Partial<PricedModel['settings']> = {}): PricedModel => ({ settings: { model_id, name: model_id, tiers: ['frontier'], ...rest }, location: 'cloud' });

describe('the price table', () => {
  it('holds the prices of the specification for a million tokens, with day and source', verifies('MAH-5-M3', 'MAH-5-M4', 'KEL-MONEY-01'), () => {
    const listed = PRICE_TABLE.map(({ model, prices, since }) => [model, prices, since, TIERS_BY_PRICED_MODEL[model]]);
    expect(listed.slice(0, 3)).toEqual([
      ['nvidia/nemotron-3-ultra-550b-a55b', { input: 0.5, output: 2.2 }, '2026-06-01', ['frontier']],
      ['z-ai/glm-5.2', { input: 0.98, output: 3.08 }, '2026-06-01', ['frontier']],
      ['moonshotai/kimi-k2.7-code', { input: 0.68, output: 3.41 }, '2026-06-01', ['coding']],
    ]);
    expect(listed.slice(3)).toEqual([
      ['openai/gpt-5.4-nano', { input: 0.2, output: 1.25, cached_input: 0.02 }, '2026-03-30', ['nano']],
      ['openai/gpt-5.4-mini', { input: 0.75, output: 4.5, cached_input: 0.075 }, '2026-03-30', ['flash']],
      ['anthropic/claude-haiku-4-5', { input: 1, output: 5, cached_input: 0.1, cache_write: 1.25 }, '2025-11-25', ['nano', 'flash']],
      ['anthropic/claude-sonnet-5-5', { input: 2, output: 10, cache_write: 2.5 }, '2026-11-15', ['frontier', 'coding']],
      ['anthropic/claude-opus-5-5', { input: 4, output: 20, cache_write: 5 }, '2026-11-15', ['frontier', 'coding']],
      ['anthropic/claude-opus-4-1', { input: 15, output: 75, cached_input: 1.5, cache_write: 18.75 }, '2025-08-05', ['frontier', 'coding']],
    ]);
    expect(PRICE_TABLE.filter((entry) => !PriceEntry.safeParse(entry).success)).toEqual([]);
  });

  it('keeps what a turn costs as a note and makes no price of it', verifies('MAH-5-M1', 'MAH-5-M2', 'KEL-MONEY-01'), () => {
    expect(USD_PER_TURN_NOTES.map(({ tier, usdPerTurn }) => [tier, usdPerTurn])).toEqual([['nano', 0.0001], ['flash', 0.001]]);
    const noted = new Set(USD_PER_TURN_NOTES.flatMap(({ models }) => models));
    const noteSources = new Set(USD_PER_TURN_NOTES.map(({ source }) => source));
    expect([...noted]).toEqual(['openai/gpt-5.4-nano', 'google/gemini-3.5-flash', 'openai/gpt-5.4-mini']);
    expect(PRICE_TABLE.filter(({ model, source }) => noted.has(model) && noteSources.has(source))).toEqual([]);
  });
});

describe('the prices of a model', () => {
  const entry = (since: string, input: number): PriceEntry => ({ model: 'm', prices: { input, output: 1 }, since, source: 'test' });

  it('are those of the latest entry that held on the day', verifies('KEL-MONEY-01'), () => {
    const table = [entry('2026-03-01', 3), entry('2026-01-01', 1), entry('2026-02-01', 2)];
    const on = (day: string) => entryFor('m', day, table)?.prices.input;
    expect(['2025-12-31', '2026-01-01', '2026-02-15', '2026-03-01', '2027-01-01'].map(on)).toEqual([undefined, 1, 2, 3, 3]);
    expect(entryFor('other', '2027-01-01', table)).toBeUndefined();
  });

  it('are found by the name that the maker itself uses, and by no part of a name', verifies('KEL-MONEY-01'), () => {
    const asked = ['claude-opus-5-5', 'opus-5-5', 'other/claude-opus-5-5', 'anthropic/claude-opus-5-5'];
    expect(asked.map((model) => entryFor(model, '2026-12-01', PRICE_TABLE)?.prices.output)).toEqual([20, undefined, undefined, 20]);
  });

  it('come from the settings first, cost nothing when local, then from the table by either name', verifies('KEL-MONEY-01'), () => {
    const own = { input: 7, output: 8 };
    expect(pricesFor({ ...cloud('z-ai/glm-5.2', { prices: own }), location: 'local' }, DAY)).toEqual({ prices: own, basis: 'settings', assumptions: [] });
    expect(pricesFor({ ...cloud('z-ai/glm-5.2'), location: 'local' }, DAY)).toEqual({ prices: { input: 0, output: 0 }, basis: 'local', assumptions: ['A local model costs no money.'] });
    const listed = { prices: { input: 0.98, output: 3.08 }, basis: 'table', assumptions: ['List price since 2026-06-01: Model-agnostic harness specification, section 5, model routing (June 2026 costs).'] };
    expect(pricesFor(cloud('z-ai/glm-5.2', { name: 'glm' }), DAY)).toEqual(listed);
    expect(pricesFor(cloud('glm', { name: 'z-ai/glm-5.2' }), DAY)).toEqual(listed);
  });

  it('are the highest known of the tier when nobody wrote them down, and it is said', verifies('KEL-MONEY-02'), () => {
    const note = (scope: string) => [`No price is known for x; it is reckoned at the highest price known ${scope}, without any discount. Set its prices in the settings.`];
    expect(pricesFor(cloud('x'), DAY)).toEqual({ prices: { input: 18.75, output: 75 }, basis: 'assumed', assumptions: note('for tier frontier') });
    expect(pricesFor(cloud('x', { tiers: ['flash'] }), DAY)).toEqual({ prices: { input: 1.25, output: 5 }, basis: 'assumed', assumptions: note('for tier flash') });
    expect(pricesFor(cloud('x', { tiers: ['voice'] }), DAY)).toEqual({ prices: { input: 18.75, output: 75 }, basis: 'assumed', assumptions: note('at all') });
    const seedOnly = PRICE_TABLE.slice(0, 3);
    expect(pricesFor(cloud('x', { tiers: ['coding'] }), DAY, seedOnly)).toEqual({ prices: { input: 0.68, output: 3.41 }, basis: 'assumed', assumptions: note('for tier coding') });
    expect(pricesFor(cloud('x', { tiers: ['nano', 'coding'] }), DAY).assumptions).toEqual(note('for tier nano, coding'));
    expect(() => pricesFor(cloud('x'), DAY, [])).toThrow('the price table has an entry');
  });
});
