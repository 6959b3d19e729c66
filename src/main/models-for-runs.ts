import { lookForModels, type LedgerForRuns, type ModelsLookedFor, type ModelsPorts, type PayFor } from '../commands/index.ts';
import { ProviderSettings, type JsonValue, type ModelId, type ModelRequest, type Sha256 } from '../contracts/index.ts';
import { canonicalHash, invariant, KeelsonError, systemClock, systemRandom, type Clock } from '../kernel/index.ts';
import type { RunJournal } from '../ledger/index.ts';
import { ADAPTERS, callPaid, createAnswersKept, createGateway, createHttpAnswers, createModelDesk, createPrefixWatch, decodeAnswer, readMeasures, waitOrStop, type FoundModel, type Gateway, type ModelDesk, type ModelInUse } from '../models/index.ts';

/** Where one run asks models, over its own journal and ledger. */
export interface OpenDesk {
  open(journal: RunJournal, runs: Pick<LedgerForRuns, 'ledger' | 'mother'>, clock?: Clock): ModelDesk;
  /** Asks the model that is asked first, outside every run, and takes what it says as it is: nothing when that does not fit. */
  ask(request: ModelRequest, signal: AbortSignal, pay: PayFor): Promise<{ readonly output: JsonValue | undefined; readonly modelId: ModelId }>;
  /** How much the model that is asked first takes in at once. */
  readonly contextTokens: number;
  /** How much the largest one takes in. */
  readonly largestContextTokens: number;
  /** For whoever asks outside of runs. */
  readonly gateway: Gateway;
  readonly cloud: 'allow' | 'forbid';
  /** The models that a person configured, by a hash of what was set about each; keys and addresses are left out. */
  readonly configured: Readonly<Record<ModelId, Sha256>>;
}

/** Rejects with `model.route_refused` when there is no model to ask. */
export type ModelsForRuns = (signal: AbortSignal, recorded?: readonly ModelId[]) => Promise<OpenDesk>;

/**
 * The models of this machine, for runs. They are looked for when the first run begins and kept for as long as the process
 * lives, so that what failed in one run is left alone in the next; a look that found none is not kept.
 */
export function modelsForRuns(ports: ModelsPorts): ModelsForRuns {
  let opened: Promise<OpenDesk> | undefined;
  return (signal, recorded) => {
    if (recorded !== undefined) return open(ports, signal, recorded);
    const opening = (opened ??= open(ports, signal));
    opening.catch(() => (opened = undefined));
    return opening;
  };
}

async function open(ports: ModelsPorts, signal: AbortSignal, recorded?: readonly ModelId[]): Promise<OpenDesk> {
  const quick = await lookForModels(ports, { check: false, signal, ...(recorded !== undefined && { known: recorded.flatMap(asFound) }) });
  // Only when the model that would be asked first is not there are servers started and hosts asked for their lists.
  const look = recorded !== undefined || hasDefault(quick) ? quick : await lookForModels(ports, { check: true, signal });
  const usable = usableModels(look);
  // What a record names is there, whatever this machine has now: nobody is asked, so it takes only a name.
  const models = recorded === undefined ? usable : new Map([...usable, ...recorded.filter((modelId) => !usable.has(modelId)).map((modelId) => [modelId, namedOnly(modelId)] as const)]);
  if (models.size === 0) throw noModel(look);
  const { cloud, defaultModel, reuseAnswers } = look.resolved;
  const gateway = createGateway({
    models,
    answers: createHttpAnswers({ http: ports.http, adapters: ADAPTERS }),
    clock: systemClock,
    random: systemRandom,
    wait: waitOrStop,
    resolveKey: (provider, source) => ports.keys.resolve(provider, source),
    kept: reuseAnswers ? createAnswersKept() : undefined,
  });
  const prefixes = createPrefixWatch();
  const asked = (defaultModel === undefined ? undefined : models.get(defaultModel)) ?? [...models.values()][0];
  invariant(asked !== undefined, 'there is a model');
  const open: OpenDesk['open'] = (journal, { ledger, mother }, clock = systemClock) => createModelDesk({ gateway, journal, log: mother, prefixes, clock, defaultModel, cloud, measuresOf: (modelId) => readMeasures(ledger.documents, modelId) });
  const ask: OpenDesk['ask'] = async (request, signal, pay) => {
    const paid = await callPaid({ modelId: asked.settings.model_id, name: pay.name, request, signal }, { gateway, ...pay });
    await pay.record(paid);
    const { response } = paid;
    return { output: decodeAnswer(request, response).output, modelId: response.model_id };
  };
  return { open, ask, gateway, cloud, contextTokens: asked.settings.context_tokens, largestContextTokens: Math.max(...[...models.values()].map(({ settings }) => settings.context_tokens)), configured: configuredModels(quick) };
}

/** A model that a run had found at a server goes by the names of both. */
function asFound(modelId: ModelId): FoundModel[] {
  const at = modelId.indexOf('/');
  return at === -1 ? [] : [{ provider: modelId.slice(0, at), name: modelId.slice(at + 1) }];
}

const NAMED_ONLY_TOKENS = 8_192;

/** Stands for a model of a record that is not here now; nothing answers at its address. */
function namedOnly(modelId: ModelId): ModelInUse {
  return {
    settings: { model_id: modelId, provider: 'recorded', name: modelId, tiers: ['coding'], capabilities: [], context_tokens: NAMED_ONLY_TOKENS, output_tokens_max: NAMED_ONLY_TOKENS / 2 },
    provider: ProviderSettings.parse({ format: 'openai_chat', base_url: 'http://127.0.0.1:9/v1', location: 'local' }),
  };
}

/** What a server says of its models is left out: it may be silent for a while, and nobody has configured anything else. */
function configuredModels({ resolved }: ModelsLookedFor): Record<ModelId, Sha256> {
  const own = resolved.models.filter(({ origin }) => origin === 'file' || origin === 'environment');
  return Object.fromEntries(
    own.map(({ settings: { model_id: modelId, provider, name, tiers }, location }) => [modelId, canonicalHash({ provider, name, tiers, location, format: resolved.providers[provider]?.format ?? null, cloud: resolved.cloud })]),
  );
}

function hasDefault(look: ModelsLookedFor): boolean {
  const { defaultModel } = look.resolved;
  return defaultModel !== undefined && usableModels(look).has(defaultModel);
}

/** Those that may answer. A model that says what it can do, and not that it calls tools, cannot work; of others nothing is known. */
function usableModels({ resolved, report }: ModelsLookedFor): ReadonlyMap<ModelId, ModelInUse> {
  const unreachable = new Set(report.models.filter(({ reachable }) => reachable.state === 'no').map(({ model_id }) => model_id));
  return new Map(
    resolved.models.flatMap(({ settings }): [ModelId, ModelInUse][] => {
      const provider = resolved.providers[settings.provider];
      const callsTools = settings.capabilities.length === 0 || settings.capabilities.includes('tool_calling');
      return provider === undefined || unreachable.has(settings.model_id) || !callsTools ? [] : [[settings.model_id, { settings, provider }]];
    }),
  );
}

function noModel({ report }: ModelsLookedFor): KeelsonError<'model.route_refused'> {
  const tried = report.models.map(({ model_id, reachable }) => `${model_id}: ${reachable.state === 'no' ? reachable.why : 'it calls no tools'}`);
  const detail = [...tried, ...report.problems].join('; ');
  return new KeelsonError('model.route_refused', {
    // Where a model is named, what is wrong with it is what its owner wants to hear, and nothing else.
    message: tried.length > 0 ? `There is no model to ask: ${tried.join('; ')}.` : `There is no model to ask. Looked for: ${report.looked_for.join('; ')}.${detail === '' ? '' : ` Found: ${detail}`}`,
    nextStep: report.next_steps.join(' ') || 'Run `keelson models --check` to see what is configured and what of it answers; a run needs a model that calls tools.',
    data: { reason: report.models.some(({ reachable }) => reachable.state !== 'no') ? 'capability_missing' : 'no_model_left', detail },
  });
}
