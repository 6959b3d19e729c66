import { z } from 'zod';
import { NonEmptyText, PositiveCount } from '../core/index.ts';
import { Capability, ModelId, ModelLocation } from './model-profile.ts';
import { TokenPrices } from './price.ts';

/** The wire formats that the gateway speaks. */
export const WireFormat = z.enum(['openai_chat', 'openai_responses', 'anthropic', 'ollama']);
export type WireFormat = z.infer<typeof WireFormat>;

/** Where a key is found. It is read when it is needed and never stored. */
export const KeySource = z.union([
  z.strictObject({ env: z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'expected the name of an environment variable') }),
  z.strictObject({ command: z.array(NonEmptyText).min(1) }),
  z.strictObject({ keychain: NonEmptyText }),
]);
export type KeySource = z.infer<typeof KeySource>;

/** What one key may be used for in a minute. */
export const KeyLimits = z.strictObject({ requests_per_minute: PositiveCount.optional(), tokens_per_minute: PositiveCount.optional() });
export type KeyLimits = z.infer<typeof KeyLimits>;

export const ProviderName = z.string().regex(/^[a-z][a-z0-9_-]{0,63}$/, 'expected lower-case letters, digits, _ or -');
export type ProviderName = z.infer<typeof ProviderName>;

/** How a provider lets an answer be held to a schema. */
export const StructuredOutput = z.enum(['native', 'tool', 'instruction']);
export type StructuredOutput = z.infer<typeof StructuredOutput>;

export const ProviderTimeouts = z.strictObject({ connect: PositiveCount.optional(), first_byte: PositiveCount.optional(), idle: PositiveCount.optional(), total: PositiveCount.optional() });
export type ProviderTimeouts = z.infer<typeof ProviderTimeouts>;

/** A place where models are served. */
export const ProviderSettings = z.strictObject({
  format: WireFormat,
  base_url: z.url({ protocol: /^https?$/ }),
  /** Several keys are used in turn; none where the server asks for none. */
  keys: z.array(KeySource).default([]),
  key_limits: KeyLimits.default({}),
  headers: z.record(z.string(), z.string()).default({}),
  location: ModelLocation,
  /** True when the maker of the models serves them itself; only it can check the signatures on its models' reasoning. */
  is_first_party: z.boolean().default(false),
  structured_output: StructuredOutput.default('native'),
  /** How long to wait at most for a connection, the first sign of an answer, the next one, and all of it; where it differs from ours. */
  timeouts_ms: ProviderTimeouts.optional(),
  /** Starts the server when nothing answers, such as ["ollama", "serve"]. */
  start: z.array(NonEmptyText).min(1).optional(),
});
export type ProviderSettings = z.infer<typeof ProviderSettings>;

/** What a model is used for; each tier is a list of models, the best first. */
export const ModelTier = z.enum(['nano', 'flash', 'frontier', 'coding', 'voice']);
export type ModelTier = z.infer<typeof ModelTier>;

/** A model that may be used. `name` is what its provider calls it. */
export const ModelSettings = z.strictObject({
  model_id: ModelId,
  provider: ProviderName,
  name: ModelId,
  tiers: z.array(ModelTier).min(1),
  capabilities: z.array(Capability),
  context_tokens: PositiveCount,
  output_tokens_max: PositiveCount,
  /** Absent where the price table knows it or a local model costs nothing. */
  prices: TokenPrices.optional(),
});
export type ModelSettings = z.infer<typeof ModelSettings>;

/** Everything about models that a person can set. */
export const ModelsSettings = z.strictObject({
  providers: z.record(ProviderName, ProviderSettings).default({}),
  models: z.array(ModelSettings).default([]),
  /** Asked for everything that no tier has a better model for. */
  default_model: ModelId.optional(),
  /** Whether words may leave the machine for a model at all. */
  cloud: z.enum(['allow', 'forbid']).default('allow'),
  /** Whether equal requests may be answered from earlier answers. */
  reuse_answers: z.boolean().default(false),
});
export type ModelsSettings = z.infer<typeof ModelsSettings>;
