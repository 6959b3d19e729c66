import { isDeepStrictEqual } from 'node:util';
import type { ListedModel, ListedPrice, ListedProvider, MeasuredReliability, ModelsReport, ProviderSettings, Reachability } from '../contracts/index.ts';
import { describeKeySource, isSameModel, LOOKED_FOR, PROVIDER_PRESETS, variableOf, type Environment, type ProviderAnswer, type ResolvedModel, type ResolvedModels } from '../models/index.ts';
import { nextSteps, NOT_ASKED, providersWithoutModels } from './models-advice.ts';
import type { PriceReader } from './models-ports.ts';

export interface ReportInput {
  readonly file: string | null;
  readonly resolved: ResolvedModels;
  /** Of the providers that were asked. */
  readonly answers: ReadonlyMap<string, ProviderAnswer>;
  /** Keys that could not be had while another one could. */
  readonly keyProblems: readonly string[];
  /** In the order of the models. */
  readonly reliability: readonly Readonly<Record<string, MeasuredReliability>>[];
  readonly environment: Environment;
  readonly priceOf: PriceReader;
}

export function modelsReport({ file, resolved, answers, keyProblems, reliability, environment, priceOf }: ReportInput): ModelsReport {
  const all = Object.entries(resolved.providers).map(([name, settings]): ListedProvider => ({
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
    const reach = all.find((one) => one.provider === provider)?.reachable ?? NOT_ASKED;
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
  const providers = all.filter((one) => one.provider !== 'ollama' || one.reachable.state === 'yes' || isNamed(resolved.providers['ollama'], models));
  const situation = { providers, models, cloud: resolved.cloud };
  const steps = nextSteps(situation);
  const { nano, flash, frontier, coding, voice } = resolved.tiers;
  return {
    file,
    cloud: resolved.cloud,
    default_model: resolved.defaultModel ?? null,
    providers,
    models,
    tiers: { nano: [...nano], flash: [...flash], frontier: [...frontier], coding: [...coding], voice: [...voice] },
    problems: [...resolved.problems, ...keyProblems, ...unsetKeys(resolved, answers, environment), ...defaultProblem(resolved, models), ...(steps.length === 0 ? providersWithoutModels(situation) : [])],
    looked_for: [...LOOKED_FOR],
    next_steps: steps,
  };
}

/** Ollama is looked for unasked; that it is not there is news only to somebody who named it or one of its models. */
function isNamed(settings: ProviderSettings | undefined, models: readonly ListedModel[]): boolean {
  return !isDeepStrictEqual(settings, PROVIDER_PRESETS.ollama) || models.some((one) => one.provider === 'ollama');
}

/** How many models are named to somebody who chose one that is not there. */
const SUGGESTED_MAX = 3;

/** A model that is asked first and cannot be asked is as good as none. */
function defaultProblem({ defaultModel, chosenBy }: ResolvedModels, models: readonly ListedModel[]): string[] {
  const chosen = models.find((one) => one.model_id === defaultModel);
  if (chosen === undefined || chosen.reachable.state !== 'no') return [];
  const others = models.filter((one) => one.reachable.state !== 'no').slice(0, SUGGESTED_MAX).map((one) => one.model_id);
  const instead = others.length === 0 ? '' : ` Name one that can be used, such as ${others.join(' or ')}.`;
  return [`${chosenBy === undefined ? `${chosen.model_id} would be asked first` : `${chosenBy} is ${chosen.model_id}`}, but it cannot be used: ${chosen.reachable.why}${closed(chosen.reachable.why)}${instead}`];
}

function closed(sentence: string): string {
  return sentence.endsWith('.') || sentence.endsWith('?') ? '' : '.';
}

/** One of several keys that is not set is no reason to stop, and one to tell. Providers that were asked have told it. */
function unsetKeys({ providers }: ResolvedModels, answers: ReportInput['answers'], environment: Environment): string[] {
  return Object.entries(providers).flatMap(([name, settings]) => {
    const unset = unsetOf(settings, environment);
    return answers.has(name) || unset.length === settings.keys.length ? [] : unset.map((variable) => `${name} has several keys, and ${variable} is not set.`);
  });
}

function unsetOf({ keys }: ProviderSettings, environment: Environment): string[] {
  return keys.flatMap((source) => ('env' in source && variableOf(environment, source.env) === undefined ? [source.env] : []));
}

function providerReach(settings: ProviderSettings, cloud: ResolvedModels['cloud'], answer: ProviderAnswer | undefined, environment: Environment): Reachability {
  if (cloud === 'forbid' && settings.location === 'cloud') return { state: 'no', why: 'the settings forbid the cloud' };
  if (answer?.isReachable === false) return { state: 'no', why: answer.why };
  // Something is there, but nothing it said shows that it is a server of models.
  if (answer?.models === null) return { state: 'not_tried', why: 'it answers, but keeps no list of models (status 404)' };
  if (answer !== undefined) return { state: 'yes', why: '' };
  const unset = unsetOf(settings, environment);
  if (unset.length > 0 && unset.length === settings.keys.length) return { state: 'no', why: `${unset.join(' and ')} ${unset.length === 1 ? 'is' : 'are'} not set` };
  return NOT_ASKED;
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
