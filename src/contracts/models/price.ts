import { z } from 'zod';
import { NonEmptyText } from '../core/index.ts';

const UsdPerMillion = z.number().nonnegative();

/** US dollars for a million tokens of each kind. Where no price for cached tokens is known they cost what others do. */
export const TokenPrices = z.strictObject({
  input: UsdPerMillion,
  output: UsdPerMillion,
  cached_input: UsdPerMillion.optional(),
  cache_write: UsdPerMillion.optional(),
});
export type TokenPrices = z.infer<typeof TokenPrices>;

/** A price with the day from which it held and where it was read. */
export const PriceEntry = z.strictObject({ model: NonEmptyText, prices: TokenPrices, since: z.iso.date(), source: NonEmptyText });
export type PriceEntry = z.infer<typeof PriceEntry>;
