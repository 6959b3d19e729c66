import { z } from 'zod';
import { defineQuery } from '../commands/operation.ts';
import { Count, PositiveCount } from '../core/index.ts';
import { Capability, MeasuredReliability, ModelId, ModelLocation, ModelTier, ProviderName, TokenPrices, WireFormat } from '../models/index.ts';
import { RoleId } from '../roles/role-id.ts';

export const ModelsListRequest = z.strictObject({
  /** Asks every provider, also those in the cloud, and starts a local server that is configured to be started. */
  check: z.boolean().default(false),
});
export type ModelsListRequest = z.infer<typeof ModelsListRequest>;

/** Whether something was found to answer. `not_tried`: nobody asked, so nothing is claimed. */
export const Reachability = z.strictObject({
  state: z.enum(['yes', 'no', 'not_tried']),
  /** Why not, in words; empty when it answers. */
  why: z.string(),
});
export type Reachability = z.infer<typeof Reachability>;

export const ListedProvider = z.strictObject({
  provider: ProviderName,
  format: WireFormat,
  /** Without user, password and query. */
  address: z.string(),
  location: ModelLocation,
  /** Where its keys come from, never the keys. */
  key_sources: z.array(z.string()),
  reachable: Reachability,
  /** How many models it says it has; null when it was not asked or does not say. */
  models_offered: Count.nullable(),
});
export type ListedProvider = z.infer<typeof ListedProvider>;

/** What a million tokens cost, since when that is known and from where; or that it is free, or that nobody here knows. */
export const ListedPrice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('known'), prices: TokenPrices, since: z.string(), source: z.string() }),
  z.strictObject({ kind: z.literal('free') }),
  z.strictObject({ kind: z.literal('unknown') }),
]);
export type ListedPrice = z.infer<typeof ListedPrice>;

export const ListedModel = z.strictObject({
  model_id: ModelId,
  provider: ProviderName,
  /** What the provider calls it. */
  name: ModelId,
  location: ModelLocation,
  tiers: z.array(ModelTier),
  capabilities: z.array(Capability),
  context_tokens: PositiveCount,
  output_tokens_max: PositiveCount,
  /** Which of the two figures above nobody stated, so that a cautious one is used. */
  assumed: z.array(z.enum(['context_tokens', 'output_tokens_max'])),
  price: ListedPrice,
  /** How often its output validated for each role; a role that is absent was not measured. */
  reliability: z.record(RoleId, MeasuredReliability),
  /** Who named it: the file, the environment, the built-in catalogue, or the server itself. */
  origin: z.enum(['file', 'environment', 'catalogue', 'server']),
  reachable: Reachability,
});
export type ListedModel = z.infer<typeof ListedModel>;

export const ModelsReport = z.strictObject({
  /** The configuration file that was read; null when there is none. */
  file: z.string().nullable(),
  cloud: z.enum(['allow', 'forbid']),
  default_model: ModelId.nullable(),
  providers: z.array(ListedProvider),
  models: z.array(ListedModel),
  /** The models of each tier, the one that is asked first in front. */
  tiers: z.record(ModelTier, z.array(ModelId)),
  /** What in the settings does not work as it stands. */
  problems: z.array(z.string()),
  /** Where models were looked for. */
  looked_for: z.array(z.string()),
  /** The shortest ways to get a model; empty when there is one that may be used. */
  next_steps: z.array(z.string()),
});
export type ModelsReport = z.infer<typeof ModelsReport>;

export const modelsList = defineQuery({
  id: 'models.list',
  request: ['ModelsListRequest', ModelsListRequest],
  response: ['ModelsReport', ModelsReport],
  failureCodes: ['input.invalid', 'model.settings_invalid'],
  behaviours: {
    empty: 'Says what was looked for and the shortest ways to get a model.',
    blocked: 'Nothing blocks it; where the cloud is forbidden, its models are shown as such and not asked.',
    degraded: 'A provider that does not answer, or whose key cannot be had, is shown with the reason; the others are shown all the same.',
    error: 'Names the configuration file, each field in it that is wrong and what is expected there.',
  },
});
