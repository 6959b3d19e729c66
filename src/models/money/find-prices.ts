import type { ModelLocation, ModelSettings, PriceEntry, TokenPrices } from '../../contracts/index.ts';
import { invariant } from '../../kernel/index.ts';
import { PRICE_TABLE, TIERS_BY_PRICED_MODEL } from './price-table.ts';

/** Prices to reckon with, and what was taken for granted to have them. */
export interface ModelPrices {
  readonly prices: TokenPrices;
  readonly basis: 'settings' | 'table' | 'local' | 'assumed';
  readonly assumptions: readonly string[];
}

export interface PricedModel {
  readonly settings: Pick<ModelSettings, 'model_id' | 'name' | 'tiers' | 'prices'>;
  readonly location: ModelLocation;
}

export const NO_COST: TokenPrices = { input: 0, output: 0 };

/**
 * What a model costs on a day (`2026-06-01`): as its settings say, nothing when it is local, or as the table says. A model
 * in the cloud without a price is never free: it is reckoned at the highest price known for its tier, and says so.
 */
export function pricesFor({ settings, location }: PricedModel, day: string, table: readonly PriceEntry[] = PRICE_TABLE): ModelPrices {
  if (settings.prices !== undefined) return { prices: settings.prices, basis: 'settings', assumptions: [] };
  if (location === 'local') return { prices: NO_COST, basis: 'local', assumptions: ['A local model costs no money.'] };
  const entry = entryFor(settings.model_id, day, table) ?? entryFor(settings.name, day, table);
  if (entry !== undefined) return { prices: entry.prices, basis: 'table', assumptions: [`List price since ${entry.since}: ${entry.source}.`] };
  return assumedPrices(settings, table);
}

/** The latest entry that held on that day. A maker's own interface names its models without the maker. */
export function entryFor(model: string, day: string, table: readonly PriceEntry[]): PriceEntry | undefined {
  const held = table.filter((entry) => (entry.model === model || entry.model.endsWith(`/${model}`)) && entry.since <= day);
  return held.reduce<PriceEntry | undefined>((latest, entry) => (latest === undefined || entry.since > latest.since ? entry : latest), undefined);
}

function assumedPrices({ model_id, tiers }: PricedModel['settings'], table: readonly PriceEntry[]): ModelPrices {
  const ofTier = table.filter(({ model }) => tiers.some((tier) => TIERS_BY_PRICED_MODEL[model]?.includes(tier)));
  const known = ofTier.length > 0 ? ofTier : table;
  invariant(known.length > 0, 'the price table has an entry');
  const scope = ofTier.length > 0 ? `for tier ${tiers.join(', ')}` : 'at all';
  return {
    prices: {
      input: Math.max(...known.map(({ prices }) => prices.cache_write ?? prices.input)),
      output: Math.max(...known.map(({ prices }) => prices.output)),
    },
    basis: 'assumed',
    assumptions: [`No price is known for ${model_id}; it is reckoned at the highest price known ${scope}, without any discount. Set its prices in the settings.`],
  };
}
