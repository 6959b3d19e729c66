import type { ModelTier, PriceEntry } from '../../contracts/index.ts';

const SEED = 'Model-agnostic harness specification, section 5, model routing (June 2026 costs)';
const ANTHROPIC = 'platform.claude.com/docs/about-claude/pricing, five-minute cache writes at 1.25 times the input';
const OPENAI = 'developers.openai.com/api/docs/pricing, standard tier, as several price lists quote it';

/**
 * What models cost, as far as somebody wrote it down. Only prices for tokens stand here; a newer price is a further entry,
 * never an edit, so that an old bill can be reckoned again. `since` is the day a price came into force where that is known,
 * else the day it was read. Discounts for cached input are entered only where the list itself names them.
 */
export const PRICE_TABLE: readonly PriceEntry[] = [
  { model: 'nvidia/nemotron-3-ultra-550b-a55b', prices: { input: 0.5, output: 2.2 }, since: '2026-06-01', source: SEED },
  { model: 'z-ai/glm-5.2', prices: { input: 0.98, output: 3.08 }, since: '2026-06-01', source: SEED },
  { model: 'moonshotai/kimi-k2.7-code', prices: { input: 0.68, output: 3.41 }, since: '2026-06-01', source: SEED },
  { model: 'openai/gpt-5.4-nano', prices: { input: 0.2, output: 1.25, cached_input: 0.02 }, since: '2026-03-30', source: OPENAI },
  { model: 'openai/gpt-5.4-mini', prices: { input: 0.75, output: 4.5, cached_input: 0.075 }, since: '2026-03-30', source: OPENAI },
  { model: 'anthropic/claude-haiku-4-5', prices: { input: 1, output: 5, cached_input: 0.1, cache_write: 1.25 }, since: '2025-11-25', source: ANTHROPIC },
  { model: 'anthropic/claude-sonnet-5-5', prices: { input: 2, output: 10, cache_write: 2.5 }, since: '2026-11-15', source: ANTHROPIC },
  { model: 'anthropic/claude-opus-5-5', prices: { input: 4, output: 20, cache_write: 5 }, since: '2026-11-15', source: ANTHROPIC },
  // Hardly sold any more; it stands here as the dearest that a frontier model without a price is likely to be.
  { model: 'anthropic/claude-opus-4-1', prices: { input: 15, output: 75, cached_input: 1.5, cache_write: 18.75 }, since: '2025-08-05', source: ANTHROPIC },
];

/** What the priced models are used for; a model of the same tier without a price is taken to cost as much as the dearest. */
export const TIERS_BY_PRICED_MODEL: Readonly<Record<string, readonly ModelTier[]>> = {
  'nvidia/nemotron-3-ultra-550b-a55b': ['frontier'],
  'z-ai/glm-5.2': ['frontier'],
  'moonshotai/kimi-k2.7-code': ['coding'],
  'openai/gpt-5.4-nano': ['nano'],
  'openai/gpt-5.4-mini': ['flash'],
  'anthropic/claude-haiku-4-5': ['nano', 'flash'],
  'anthropic/claude-sonnet-5-5': ['frontier', 'coding'],
  'anthropic/claude-opus-5-5': ['frontier', 'coding'],
  'anthropic/claude-opus-4-1': ['frontier', 'coding'],
};

/**
 * What a whole turn of a tier costs, roughly. Notes for people who compare tiers: a price for tokens cannot be told from
 * them, and no bill is reckoned by them.
 */
export const USD_PER_TURN_NOTES: readonly { readonly tier: ModelTier; readonly usdPerTurn: number; readonly models: readonly string[]; readonly source: string }[] = [
  { tier: 'nano', usdPerTurn: 0.0001, models: ['openai/gpt-5.4-nano'], source: SEED },
  { tier: 'flash', usdPerTurn: 0.001, models: ['google/gemini-3.5-flash', 'openai/gpt-5.4-mini'], source: SEED },
];
