import type { JsonObject, ProviderSettings, ReasoningPart } from '../../contracts/index.ts';
import { canonicalJson, KeelsonError } from '../../kernel/index.ts';
import type { WireObject } from './wire-values.ts';

/** The name under which what a provider sealed is kept: its host, with the port. */
export function sealMakerOf({ base_url: baseUrl }: Pick<ProviderSettings, 'base_url'>): string {
  return new URL(baseUrl).host;
}

/** Whether the provider can check what proves or seals this reasoning: it makes the models, and it made this one. */
export function opensSeal(provider: ProviderSettings, { made_by: madeBy }: Pick<ReasoningPart, 'made_by'>): boolean {
  return provider.is_first_party && (madeBy === undefined || madeBy === sealMakerOf(provider));
}

/** What a provider wants back, as it can be stored. What cannot be stored is no seal that anybody could send back. */
export function storableSeal(value: WireObject): JsonObject | undefined {
  try {
    canonicalJson(value);
    return value as JsonObject;
  } catch (error) {
    if (error instanceof KeelsonError) return undefined;
    throw error;
  }
}
