import { z } from 'zod';
import { MemorySection } from '../memory/index.ts';
import { ModelSettings, ModelsSettings, ProviderName, ProviderSettings } from '../models/index.ts';
import { OversightSection } from '../oversight/index.ts';
import { ArtifactsSection, RunsSection, SchedulesSection } from '../runs/index.ts';
import { ToolsSection } from '../tools/index.ts';

const provider = ProviderSettings.shape;

/** Paths are put behind an address; behind a query or a fragment they would be lost. */
export function isPlainAddress(address: string): boolean {
  return !address.includes('?') && !address.includes('#');
}

export const PLAIN_ADDRESS_EXPECTED = 'expected an address without a query (?) or a fragment (#), since paths are put behind it';

/** A provider as a person writes it. What is left out comes from the preset of that name, and `location` from the address. */
export const ConfiguredProvider = z.strictObject({
  format: provider.format.optional(),
  base_url: provider.base_url.refine(isPlainAddress, PLAIN_ADDRESS_EXPECTED).optional(),
  keys: provider.keys.unwrap().optional(),
  key_limits: provider.key_limits.unwrap().optional(),
  headers: provider.headers.unwrap().optional(),
  location: provider.location.optional(),
  is_first_party: provider.is_first_party.unwrap().optional(),
  structured_output: provider.structured_output.unwrap().optional(),
  timeouts_ms: provider.timeouts_ms,
  start: provider.start,
});
export type ConfiguredProvider = z.infer<typeof ConfiguredProvider>;

const model = ModelSettings.shape;

/** A model as a person writes it. What is left out comes from the catalogue, from the server, or is assumed and said so. */
export const ConfiguredModel = z.strictObject({
  model_id: model.model_id,
  provider: model.provider,
  name: model.name.optional(),
  tiers: model.tiers.optional(),
  capabilities: model.capabilities.optional(),
  context_tokens: model.context_tokens.optional(),
  output_tokens_max: model.output_tokens_max.optional(),
  prices: model.prices,
});
export type ConfiguredModel = z.infer<typeof ConfiguredModel>;

/** The section `models` of the configuration file. */
export const ModelsSection = ModelsSettings.extend({
  providers: z.record(ProviderName, ConfiguredProvider).default({}),
  models: z.array(ConfiguredModel).default([]),
});
export type ModelsSection = z.infer<typeof ModelsSection>;

/** Everything a person can configure, in one file: `keelson.config.json` or the default export of `keelson.config.ts`. */
export const KeelsonConfig = z.strictObject({
  /** Where an editor finds the schema of this file. */
  $schema: z.string().optional(),
  models: ModelsSection.optional(),
  tools: ToolsSection.optional(),
  oversight: OversightSection.optional(),
  runs: RunsSection.optional(),
  memory: MemorySection.optional(),
  artifacts: ArtifactsSection.optional(),
  schedules: SchedulesSection.optional(),
});
export type KeelsonConfig = z.infer<typeof KeelsonConfig>;
