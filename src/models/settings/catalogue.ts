import type { Capability, ModelId, ModelTier } from '../../contracts/index.ts';

/** A figure as it was read, with where and when. */
export interface SourcedFigure {
  readonly value: number;
  readonly source: string;
  readonly readOn: string;
}

/** A model that is known without being configured. What nobody stated is null; nothing here is a guess. */
export interface CatalogueModel {
  readonly modelId: ModelId;
  /** What each provider that serves it calls it, the preferred provider first. */
  readonly servedBy: readonly { readonly provider: string; readonly name: ModelId }[];
  /** The order of the catalogue is the order within a tier. */
  readonly tiers: readonly ModelTier[];
  readonly capabilities: readonly Capability[];
  readonly contextTokens: SourcedFigure | null;
  readonly outputTokensMax: SourcedFigure | null;
}

const MAH = { source: 'model-agnostic harness specification, section 5, June 2026', readOn: '2026-06-30' } as const;
const READ_ON = '2026-11-15';
const OPENAI = { source: 'developers.openai.com/api/docs/models', readOn: READ_ON } as const;
const OPENROUTER = { source: 'openrouter.ai, the page of the model', readOn: READ_ON } as const;
const VERCEL = { source: 'vercel.com/ai-gateway/models', readOn: READ_ON } as const;
/** Hosts offer different sizes of an open model; the smallest of those read fits everywhere. */
const SMALLEST_HOST = { source: 'the smallest among hosts: docs.venice.ai (Nemotron), synthetic.new (GLM)', readOn: READ_ON } as const;
const WAVESPEED = { source: 'wavespeed.ai/llm', readOn: READ_ON } as const;
const CLAUDE = { source: 'platform.claude.com/docs/models', readOn: READ_ON } as const;

const byOpenai = (name: string): CatalogueModel['servedBy'] => [{ provider: 'openai', name }, { provider: 'openrouter', name: `openai/${name}` }];
const byOpenrouter = (name: string): CatalogueModel['servedBy'] => [{ provider: 'openrouter', name }];
const byAnthropic = (name: string): CatalogueModel['servedBy'] => [{ provider: 'anthropic', name }];

/**
 * The models and tiers of MAH §5, then those of Anthropic's own interface, without which a key for it would find nothing.
 * Tiers and tool calling follow from what MAH uses each model for. Prices are not here: they are in the price table.
 */
export const CATALOGUE: readonly CatalogueModel[] = [
  {
    modelId: 'openai/gpt-5.4-nano',
    servedBy: byOpenai('gpt-5.4-nano'),
    tiers: ['nano'],
    capabilities: ['tool_calling', 'vision', 'long_context', 'strict_json'],
    contextTokens: { value: 400_000, ...OPENROUTER },
    outputTokensMax: { value: 128_000, ...WAVESPEED },
  },
  {
    modelId: 'google/gemini-3.5-flash',
    servedBy: byOpenrouter('google/gemini-3.5-flash'),
    tiers: ['flash'],
    capabilities: ['tool_calling'],
    contextTokens: null,
    outputTokensMax: null,
  },
  {
    modelId: 'openai/gpt-5.4-mini',
    servedBy: byOpenai('gpt-5.4-mini'),
    tiers: ['flash'],
    capabilities: ['tool_calling', 'long_context', 'strict_json'],
    contextTokens: { value: 400_000, ...VERCEL },
    outputTokensMax: { value: 128_000, ...VERCEL },
  },
  {
    modelId: 'nvidia/nemotron-3-ultra-550b-a55b',
    servedBy: byOpenrouter('nvidia/nemotron-3-ultra-550b-a55b'),
    tiers: ['frontier'],
    capabilities: ['tool_calling', 'long_context'],
    contextTokens: { value: 256_000, ...SMALLEST_HOST },
    outputTokensMax: { value: 32_000, ...SMALLEST_HOST },
  },
  {
    modelId: 'z-ai/glm-5.2',
    servedBy: byOpenrouter('z-ai/glm-5.2'),
    tiers: ['frontier'],
    capabilities: ['tool_calling', 'long_context'],
    contextTokens: { value: 524_288, ...SMALLEST_HOST },
    outputTokensMax: { value: 65_536, ...SMALLEST_HOST },
  },
  {
    modelId: 'moonshotai/kimi-k2.7-code',
    servedBy: byOpenrouter('moonshotai/kimi-k2.7-code'),
    tiers: ['coding'],
    capabilities: ['tool_calling', 'coding', 'long_context'],
    // "256K", read as thousands: the smaller of the two readings cannot overflow.
    contextTokens: { value: 256_000, ...MAH },
    outputTokensMax: null,
  },
  {
    modelId: 'openai/gpt-audio',
    servedBy: byOpenai('gpt-audio'),
    tiers: ['voice'],
    capabilities: ['tool_calling'],
    contextTokens: { value: 128_000, ...WAVESPEED },
    outputTokensMax: { value: 16_384, ...WAVESPEED },
  },
  {
    modelId: 'openai/gpt-audio-mini',
    servedBy: byOpenai('gpt-audio-mini'),
    tiers: ['voice'],
    capabilities: ['tool_calling'],
    contextTokens: { value: 128_000, ...OPENAI },
    outputTokensMax: { value: 16_384, ...OPENAI },
  },
  {
    modelId: 'anthropic/claude-sonnet-5-5',
    servedBy: byAnthropic('claude-sonnet-5-5'),
    tiers: ['frontier', 'coding'],
    capabilities: ['tool_calling', 'vision', 'long_context', 'coding'],
    contextTokens: { value: 1_000_000, ...CLAUDE },
    outputTokensMax: { value: 128_000, ...CLAUDE },
  },
  {
    modelId: 'anthropic/claude-opus-5-5',
    servedBy: byAnthropic('claude-opus-5-5'),
    tiers: ['frontier', 'coding'],
    capabilities: ['tool_calling', 'vision', 'long_context', 'coding'],
    contextTokens: { value: 1_000_000, ...CLAUDE },
    outputTokensMax: { value: 128_000, ...CLAUDE },
  },
  {
    modelId: 'anthropic/claude-haiku-4-5',
    servedBy: byAnthropic('claude-haiku-4-5'),
    tiers: ['nano', 'flash'],
    capabilities: ['tool_calling', 'vision'],
    contextTokens: { value: 200_000, ...CLAUDE },
    outputTokensMax: { value: 64_000, ...CLAUDE },
  },
];
