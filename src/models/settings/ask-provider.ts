import type { ModelFault, ProviderSettings } from '../../contracts/index.ts';
import { listOf, objectOf, textOf, type WireObject } from '../adapters/wire-values.ts';
import { CallFault } from '../failure/faults.ts';
import { readOllamaModels } from './ask-ollama.ts';
import { sizeOf, type FoundModel, type ProviderAnswer } from './found-model.ts';
import { jsonAsker, type AskOptions } from './json-asker.ts';

/** Asks a provider which models it has. Rejects only when it was told to stop. */
export async function askProvider(provider: string, settings: ProviderSettings, options: AskOptions): Promise<ProviderAnswer> {
  const ask = jsonAsker(settings, options);
  try {
    const { status, body } = await ask('GET', listPath(settings));
    if (status === 401 || status === 403) return unusable(options.key === undefined ? 'it wants a key' : 'it refuses the key');
    if (status === 404 && mayKeepNoList(settings)) return { isReachable: true, models: null };
    if (status === 404) return unusable(`it has no list of models there (status 404)${versionHint(settings)}`);
    if (status < 200 || status > 299) return unusable(`it answers with status ${status}`);
    const list = objectOf(body);
    if (settings.format === 'ollama' && Array.isArray(list?.['models'])) return { isReachable: true, models: await readOllamaModels(provider, list['models'], ask) };
    if (settings.format !== 'ollama' && Array.isArray(list?.['data'])) return { isReachable: true, models: readModels(provider, list['data']) };
    return unusable(`something else answers there${versionHint(settings)}`);
  } catch (error) {
    if (error instanceof CallFault && !options.signal.aborted) return { isReachable: false, why: faultWords(error.fault) };
    throw error;
  }
}

function unusable(why: string): ProviderAnswer {
  return { isReachable: false, why, hasAnswered: true };
}

/** A right address without a list is told from a wrong one by the version in it, which these formats ask for; Anthropic's has it in its paths. */
function mayKeepNoList({ format, base_url }: ProviderSettings): boolean {
  return format === 'anthropic' || (format !== 'ollama' && hasVersion(base_url));
}

/** The mistake that people make most often with an address. */
function versionHint({ format, base_url }: ProviderSettings): string {
  if (format === 'ollama') return hasVersion(base_url) ? '; an Ollama is named without /v1' : '';
  return format === 'anthropic' || hasVersion(base_url) ? '' : '; does the address need /v1?';
}

/** Whether a part of the path is a version, such as `v1` or `v1beta`. */
function hasVersion(address: string): boolean {
  return (URL.parse(address)?.pathname ?? '').split('/').some((part) => /^v\d/.test(part));
}

/** Below the base address, which has the version in it except where Anthropic's manual leaves it out. */
function listPath({ format, base_url }: ProviderSettings): string {
  if (format === 'ollama') return '/api/tags';
  if (format !== 'anthropic') return '/models';
  return base_url.endsWith('/v1') || base_url.endsWith('/v1/') ? '/models?limit=1000' : '/v1/models?limit=1000';
}

/** Nothing that a server wrote is repeated here: it is a stranger's text. */
function faultWords(fault: ModelFault): string {
  switch (fault) {
    case 'connection_refused':
      return 'nothing answers there';
    case 'connection_reset':
      return 'it hangs up';
    case 'address_unknown':
      return 'name not found; is there a network?';
    case 'tls':
      return 'its certificate is not accepted';
    case 'connect_timeout':
    case 'first_byte_timeout':
    case 'idle_timeout':
    case 'total_timeout':
      return 'it does not answer in time';
    default:
      return `its answer cannot be used (${fault})`;
  }
}

/** No more are taken from one server; beyond that a list is a catalogue, not a choice. */
const MODELS_MAX = 1_000;

function readModels(provider: string, data: unknown): FoundModel[] {
  return listOf(data).slice(0, MODELS_MAX).flatMap((item) => {
    const one = objectOf(item) ?? {};
    const name = textOf(one['id']);
    const context = contextOf(one);
    return name === '' ? [] : [{ provider, name, ...(context !== undefined && { contextTokens: context }) }];
  });
}

/** Servers that speak OpenAI's format say how much a model reads under names of their own, if at all: OpenRouter, vLLM, Anthropic. */
const CONTEXT_NAMES = ['context_length', 'max_model_len', 'max_input_tokens'];

function contextOf(one: WireObject): number | undefined {
  return CONTEXT_NAMES.map((name) => sizeOf(one[name])).find((size) => size !== undefined);
}
