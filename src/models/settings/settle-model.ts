import type { ConfiguredModel, ModelLocation, ModelSettings, ModelTier } from '../../contracts/index.ts';
import type { CatalogueModel } from './catalogue.ts';
import type { FoundModel } from './found-model.ts';

export type AssumedFigure = 'context_tokens' | 'output_tokens_max';
export type ModelOrigin = 'file' | 'environment' | 'catalogue' | 'server';

/** A model with everything settled, and what of it nobody stated. */
export interface ResolvedModel {
  readonly settings: ModelSettings;
  readonly location: ModelLocation;
  readonly origin: ModelOrigin;
  readonly assumed: readonly AssumedFigure[];
}

/** Small enough for almost every model that is served today, so that nothing is cut off unseen. */
export const ASSUMED_CONTEXT_TOKENS = 8_192;
export const ASSUMED_OUTPUT_TOKENS = 4_096;

/** A model of which nothing is known is tried for everything but voice, which needs more than words. */
const TEXT_TIERS: readonly ModelTier[] = ['nano', 'flash', 'frontier', 'coding'];

export interface ModelFacts {
  readonly modelId: string;
  readonly provider: string;
  readonly name: string;
  readonly location: ModelLocation;
  readonly origin: ModelOrigin;
  readonly configured?: ConfiguredModel | undefined;
  readonly found?: FoundModel | undefined;
  readonly known?: CatalogueModel | undefined;
}

/** Puts together what is known of a model: the person's word first, then the server's, then the catalogue's. */
export function settleModel({ modelId, provider, name, location, origin, configured, found, known }: ModelFacts): ResolvedModel {
  const context = configured?.context_tokens ?? found?.contextTokens ?? known?.contextTokens?.value;
  const output = configured?.output_tokens_max ?? known?.outputTokensMax?.value;
  const contextTokens = context ?? ASSUMED_CONTEXT_TOKENS;
  const assumed: AssumedFigure[] = [];
  if (context === undefined) assumed.push('context_tokens');
  if (output === undefined) assumed.push('output_tokens_max');
  const settings: ModelSettings = {
    model_id: modelId,
    provider,
    name,
    tiers: [...(configured?.tiers ?? known?.tiers ?? TEXT_TIERS)],
    capabilities: [...(configured?.capabilities ?? found?.capabilities ?? known?.capabilities ?? [])],
    context_tokens: contextTokens,
    // An answer that is only assumed to fit leaves at least half of the context to the question.
    output_tokens_max: output ?? Math.max(1, Math.min(ASSUMED_OUTPUT_TOKENS, Math.floor(contextTokens / 2))),
  };
  if (configured?.prices !== undefined) settings.prices = configured.prices;
  return { settings, location, origin, assumed };
}
