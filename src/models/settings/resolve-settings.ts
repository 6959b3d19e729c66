import { ModelId, type KeelsonConfig, type ModelTier, type ProviderSettings } from '../../contracts/index.ts';
import { CATALOGUE } from './catalogue.ts';
import { variableOf, type Environment } from './environment.ts';
import { isSameModel, type FoundModel } from './found-model.ts';
import { placeNamedModel } from './named-model.ts';
import { resolveProviders } from './resolve-providers.ts';
import { settleModel, type ResolvedModel } from './settle-model.ts';

export interface SettingsInput {
  /** What the configuration file holds, already checked. */
  readonly file?: KeelsonConfig | undefined;
  readonly environment: Environment;
  /** What servers said they have. */
  readonly found?: readonly FoundModel[];
}

/** Which models there are and how each is reached. */
export interface ResolvedModels {
  readonly providers: Readonly<Record<string, ProviderSettings>>;
  readonly models: readonly ResolvedModel[];
  /** The models of each tier, the one that is asked first in front. */
  readonly tiers: Readonly<Record<ModelTier, readonly ModelId[]>>;
  readonly defaultModel: ModelId | undefined;
  /** Which setting chose the default model; undefined where nobody did. */
  readonly chosenBy: 'default_model' | 'KEELSON_MODEL' | undefined;
  readonly cloud: 'allow' | 'forbid';
  readonly reuseAnswers: boolean;
  /** What in the settings does not work as it stands, in words. */
  readonly problems: readonly string[];
}

/**
 * Settles everything about models from the file, the environment and what servers said, in this order of precedence.
 * Pure: the same input gives the same models in the same order.
 */
export function resolveSettings({ file, environment, found = [] }: SettingsInput): ResolvedModels {
  const section = file?.models;
  const { providers, problems: environmentProblems } = resolveProviders(section, environment);
  const problems = [...environmentProblems];
  const models = [...configuredModels(providers, section?.models ?? [], found, problems)];
  addFoundModels(models, providers, found);
  addCatalogueModels(models, providers, found);
  const cloud = section?.cloud ?? 'allow';
  const named = placeNamedModel(variableOf(environment, 'KEELSON_MODEL'), providers, models, { found, environment });
  if (named?.added !== undefined) models.push(named.added);
  if (named?.problem !== undefined) problems.push(named.problem);
  const wanted = section?.default_model;
  if (wanted !== undefined && !models.some((model) => model.settings.model_id === wanted)) problems.push(`default_model is ${wanted}, but no provider is known to serve it.`);
  const usable = models.filter((model) => cloud === 'allow' || model.location === 'local');
  const chosen = wanted ?? named?.modelId;
  const chosenBy = wanted === undefined ? named && 'KEELSON_MODEL' : 'default_model';
  if (!usable.some((model) => model.settings.model_id === chosen) && models.some((model) => model.settings.model_id === chosen)) problems.push(`${chosenBy} is ${chosen}, which is in the cloud, and the settings forbid the cloud.`);
  return {
    providers,
    models,
    tiers: tiersOf(usable),
    defaultModel: chooseDefault(usable, chosen),
    chosenBy,
    cloud,
    reuseAnswers: section?.reuse_answers ?? false,
    problems,
  };
}

type Configured = NonNullable<KeelsonConfig['models']>['models'];

function configuredModels(providers: ResolvedModels['providers'], configured: Configured, found: readonly FoundModel[], problems: string[]): ResolvedModel[] {
  return configured.flatMap((one) => {
    const provider = providers[one.provider];
    if (provider === undefined) {
      problems.push(`${one.model_id} is to be served by ${one.provider}, which is not set up.`);
      return [];
    }
    const known = CATALOGUE.find((model) => model.modelId === one.model_id);
    const name = one.name ?? known?.servedBy.find((way) => way.provider === one.provider)?.name ?? one.model_id;
    return [settleModel({ modelId: one.model_id, provider: one.provider, name, location: provider.location, origin: 'file', configured: one, found: findIn(found, one.provider, name), known })];
  });
}

/** A longer list in the cloud is a catalogue: it holds models for other work, and nobody knows what they cost. */
const CLOUD_LIST_MAX = 20;

/** Whole lists are taken from servers that the person named; the catalogue says which models of the known hosts are meant. */
function addFoundModels(models: ResolvedModel[], providers: ResolvedModels['providers'], found: readonly FoundModel[]): void {
  for (const one of found) {
    const provider = providers[one.provider];
    if (provider === undefined || !isTakenWhole(one.provider, provider, found)) continue;
    if (!ModelId.safeParse(one.name).success || models.some(({ settings }) => settings.provider === one.provider && isSameModel(settings.name, one.name))) continue;
    const isTaken = models.some(({ settings }) => settings.model_id === one.name);
    models.push(settleModel({ modelId: isTaken ? `${one.provider}/${one.name}` : one.name, provider: one.provider, name: one.name, location: provider.location, origin: 'server', found: one }));
  }
}

function isTakenWhole(name: string, { location }: ProviderSettings, found: readonly FoundModel[]): boolean {
  if (location === 'local') return true;
  return CATALOGUE.every((known) => known.servedBy.every((way) => way.provider !== name)) && found.filter((one) => one.provider === name).length <= CLOUD_LIST_MAX;
}

function addCatalogueModels(models: ResolvedModel[], providers: ResolvedModels['providers'], found: readonly FoundModel[]): void {
  for (const known of CATALOGUE) {
    const way = known.servedBy.find((one) => providers[one.provider] !== undefined);
    const provider = way && providers[way.provider];
    if (way === undefined || provider === undefined || models.some(({ settings }) => settings.model_id === known.modelId)) continue;
    models.push(settleModel({ modelId: known.modelId, ...way, location: provider.location, origin: 'catalogue', found: findIn(found, way.provider, way.name), known }));
  }
}

function findIn(found: readonly FoundModel[], provider: string, name: string): FoundModel | undefined {
  return found.find((one) => one.provider === provider && isSameModel(one.name, name));
}

function tiersOf(models: readonly ResolvedModel[]): Record<ModelTier, ModelId[]> {
  const inTier = (tier: ModelTier): ModelId[] => models.filter(({ settings }) => settings.tiers.includes(tier)).map(({ settings }) => settings.model_id);
  return { nano: inTier('nano'), flash: inTier('flash'), frontier: inTier('frontier'), coding: inTier('coding'), voice: inTier('voice') };
}

/** Where nobody chose: the best tier that has a model, and in it the person's own and local ones before the cloud's. */
const DEFAULT_TIERS: readonly ModelTier[] = ['frontier', 'flash', 'coding', 'nano'];

function chooseDefault(models: readonly ResolvedModel[], wanted: string | undefined): ModelId | undefined {
  const chosen = models.find(({ settings }) => settings.model_id === wanted);
  if (wanted !== undefined) return chosen?.settings.model_id;
  const own = models.filter(({ origin, location }) => origin === 'file' || location === 'local');
  for (const candidates of [own, models]) {
    for (const tier of DEFAULT_TIERS) {
      const best = candidates.find(({ settings }) => settings.tiers.includes(tier));
      if (best !== undefined) return best.settings.model_id;
    }
  }
  return undefined;
}
