import { isDeepStrictEqual } from 'node:util';
import type { ListedModel, ListedPrice, ListedProvider, MeasuredReliability, ModelsReport, ProviderSettings, Reachability } from '../contracts/index.ts';
import { describeKeySource, isSameModel, LOOKED_FOR, NEXT_STEPS, PROVIDER_PRESETS, variableOf, type Environment, type ProviderAnswer, type ResolvedModel, type ResolvedModels } from '../models/index.ts';
import type { PriceReader } from './models-ports.ts';

export interface ReportInput {
  readonly file: string | null;
  readonly resolved: ResolvedModels;
  /** Of the providers that were asked. */
  readonly answers: ReadonlyMap<string, ProviderAnswer>;
  /** In the order of the models. */
  readonly reliability: readonly Readonly<Record<string, MeasuredReliability>>[];
  readonly environment: Environment;
  readonly priceOf: PriceReader;
}

export function modelsReport({ file, resolved, answers, reliability, environment, priceOf }: ReportInput): ModelsReport {
  const providers = Object.entries(resolved.providers).map(([name, settings]): ListedProvider => ({
    provider: name,
    format: settings.format,
    address: bareAddress(settings.base_url),
    location: settings.location,
    key_sources: settings.keys.map(describeKeySource),
    reachable: providerReach(settings, resolved.cloud, answers.get(name), environment),
    models_offered: offeredBy(answers.get(name)),
  }));
  const models = resolved.models.map((model, at): ListedModel => {
    const { model_id, provider, name, tiers, capabilities, context_tokens, output_tokens_max } = model.settings;
    const reach = providers.find((one) => one.provider === provider)?.reachable ?? NOT_TRIED;
    return {
      model_id,
      provider,
      name,
      location: model.location,
      tiers,
      capabilities,
      context_tokens,
      output_tokens_max,
      assumed: [...model.assumed],
      price: priceOfModel(model, priceOf),
      reliability: { ...reliability[at] },
      origin: model.origin,
      reachable: modelReach(model, reach, answers.get(provider)),
    };
  });
  const { nano, flash, frontier, coding, voice } = resolved.tiers;
  return {
    file,
    cloud: resolved.cloud,
    default_model: resolved.defaultModel ?? null,
    providers: providers.filter((one) => one.provider !== 'ollama' || one.reachable.state === 'yes' || isNamed(resolved.providers['ollama'], models)),
    models,
    tiers: { nano: [...nano], flash: [...flash], frontier: [...frontier], coding: [...coding], voice: [...voice] },
    problems: [...resolved.problems],
    looked_for: [...LOOKED_FOR],
    next_steps: models.some((one) => one.reachable.state !== 'no') ? [] : [...NEXT_STEPS],
  };
}

/** Ollama is looked for unasked; that it is not there is news only to somebody who named it or one of its models. */
function isNamed(settings: ProviderSettings | undefined, models: readonly ListedModel[]): boolean {
  return !isDeepStrictEqual(settings, PROVIDER_PRESETS.ollama) || models.some((one) => one.provider === 'ollama');
}

const NOT_TRIED: Reachability = { state: 'not_tried', why: 'it is asked with --check' };

function providerReach(settings: ProviderSettings, cloud: ResolvedModels['cloud'], answer: ProviderAnswer | undefined, environment: Environment): Reachability {
  if (cloud === 'forbid' && settings.location === 'cloud') return { state: 'no', why: 'the settings forbid the cloud' };
  if (answer !== undefined) return answer.isReachable ? { state: 'yes', why: '' } : { state: 'no', why: answer.why };
  const unset = settings.keys.flatMap((source) => ('env' in source && variableOf(environment, source.env) === undefined ? [source.env] : []));
  if (unset.length > 0 && unset.length === settings.keys.length) return { state: 'no', why: `${unset.join(' and ')} is not set` };
  return NOT_TRIED;
}

function modelReach({ settings }: ResolvedModel, provider: Reachability, answer: ProviderAnswer | undefined): Reachability {
  if (provider.state !== 'yes' || answer?.isReachable !== true || answer.models === null) return provider;
  const isListed = answer.models.some((one) => isSameModel(one.name, settings.name));
  return isListed ? provider : { state: 'no', why: `${settings.provider} does not list it` };
}

function offeredBy(answer: ProviderAnswer | undefined): number | null {
  return answer?.isReachable === true ? (answer.models?.length ?? null) : null;
}

/** What the person wrote, then the table; a model on one's own machine costs nothing by the token. */
function priceOfModel({ settings, location, origin }: ResolvedModel, priceOf: PriceReader): ListedPrice {
  if (settings.prices !== undefined) return { kind: 'known', prices: settings.prices, since: '', source: origin === 'file' ? 'your settings' : origin };
  if (location === 'local') return { kind: 'free' };
  const entry = priceOf(settings);
  return entry === undefined ? { kind: 'unknown' } : { kind: 'known', prices: entry.prices, since: entry.since, source: entry.source };
}

/** An address as it may be shown: a query or a password in it could be a key. */
function bareAddress(address: string): string {
  const url = URL.parse(address);
  return url === null ? '' : `${url.origin}${url.pathname === '/' ? '' : url.pathname}`;
}
