import type { ModelCostTier, ModelLocation, ModelProfile, ModelSettings, ModelTier } from '../../contracts/index.ts';

const COST_BY_TIER: Readonly<Record<ModelTier, ModelCostTier>> = { nano: 'nano', flash: 'flash', frontier: 'frontier', coding: 'frontier', voice: 'frontier' };
const COST_ORDER: readonly ModelCostTier[] = ['free', 'nano', 'flash', 'frontier'];

/** The rank of a cost tier, the cheapest first. */
export function costRank(tier: ModelCostTier): number {
  return COST_ORDER.indexOf(tier);
}

/** A model as the router sees it. A model in several tiers costs what the cheapest of them does. */
export function profileOf(settings: ModelSettings, location: ModelLocation, reliability: ModelProfile['json_reliability'] = {}): ModelProfile {
  const tiers = settings.tiers.map((tier) => COST_BY_TIER[tier]).sort((left, right) => costRank(left) - costRank(right));
  return {
    model_id: settings.model_id,
    location,
    capabilities: settings.capabilities,
    context_tokens: settings.context_tokens,
    json_reliability: reliability,
    cost_tier: location === 'local' ? 'free' : (tiers[0] ?? 'frontier'),
  };
}
