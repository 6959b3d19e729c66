import { ModelId, type ProviderSettings } from '../../contracts/index.ts';
import type { Environment } from './environment.ts';
import { isSameModel, type FoundModel } from './found-model.ts';
import { holdsKey } from './literal-keys.ts';
import { CUSTOM_PROVIDER, presetOf } from './presets.ts';
import { settleModel, type ResolvedModel } from './settle-model.ts';

type Providers = Readonly<Record<string, ProviderSettings>>;

/** What `KEELSON_MODEL` comes to: a known model, one that is added for it, or why it is neither. */
export interface NamedModel {
  /** As written where nothing serves it: a person who chose is not given another one. */
  readonly modelId: string;
  readonly added?: ResolvedModel;
  readonly problem?: string;
}

interface Known {
  readonly found: readonly FoundModel[];
  readonly environment: Environment;
}

export function placeNamedModel(written: string | undefined, providers: Providers, models: readonly ResolvedModel[], { found, environment }: Known): NamedModel | undefined {
  if (written === undefined) return undefined;
  // Not even as the name of a model that nobody has is a key repeated.
  if (holdsKey(written, environment)) return { modelId: '', problem: 'KEELSON_MODEL holds a key, which is not shown; it names a model, such as `openai/gpt-5.4-mini`.' };
  if (!ModelId.safeParse(written).success) return { modelId: written, problem: 'KEELSON_MODEL is not the name of a model: letters, digits and . _ : / @ - are.' };
  const known = models.find(({ settings }) => isSameModel(settings.model_id, written));
  if (known !== undefined) return { modelId: known.settings.model_id };
  const missing = missingProvider(written, providers);
  if (missing !== undefined) return { modelId: written, problem: `KEELSON_MODEL is ${written}, but ${missing}.` };
  const way = wayTo(written, providers);
  const provider = way && providers[way.provider];
  if (way === undefined || provider === undefined) {
    const ways = Object.keys(providers).map((name) => `${name}/…`);
    return { modelId: written, problem: `KEELSON_MODEL is ${written}, but it does not say which provider serves it. Write it as ${ways.join(' or ')}.` };
  }
  const listed = models.find(({ settings }) => settings.provider === way.provider && isSameModel(settings.name, way.name));
  if (listed !== undefined) return { modelId: listed.settings.model_id };
  const of = found.find((one) => one.provider === way.provider && isSameModel(one.name, way.name));
  return { modelId: written, added: settleModel({ modelId: written, ...way, location: provider.location, origin: 'environment', found: of }) };
}

/** Why the provider in front of the slash cannot be meant; undefined when it can, or when none is named there. */
function missingProvider(written: string, providers: Providers): string | undefined {
  const { first } = split(written);
  if (first === '' || Object.hasOwn(providers, first)) return undefined;
  if (first === CUSTOM_PROVIDER) return 'KEELSON_BASE_URL does not say where that server is';
  const preset = presetOf(first);
  // The person's own server and OpenRouter have models with a maker's name in front.
  if (preset === undefined || providers[CUSTOM_PROVIDER] !== undefined || providers['openrouter'] !== undefined) return undefined;
  const variable = preset.keys.map((source) => ('env' in source ? source.env : '')).join();
  return variable === '' ? `${first} is not set up` : `${variable} is not set`;
}

/** What stands in front of the first slash and behind it; both empty where either is missing. */
function split(written: string): { readonly first: string; readonly rest: string } {
  const slash = written.indexOf('/');
  return slash < 1 || slash === written.length - 1 ? { first: '', rest: '' } : { first: written.slice(0, slash), rest: written.slice(slash + 1) };
}

/**
 * Which provider a name means. A provider's name in front of a slash means that provider; the person's own server takes
 * every other name; a tag behind a colon means Ollama. Otherwise it must be the only hosted one, since a guess could send
 * words to the wrong place.
 */
function wayTo(written: string, providers: Providers): { readonly provider: string; readonly name: string } | undefined {
  const { first, rest } = split(written);
  if (first !== '' && Object.hasOwn(providers, first)) return { provider: first, name: rest };
  if (providers[CUSTOM_PROVIDER] !== undefined) return { provider: CUSTOM_PROVIDER, name: written };
  // OpenRouter's own names have the maker in front of a slash, and nobody else's have.
  if (first !== '' && providers['openrouter'] !== undefined) return { provider: 'openrouter', name: written };
  const hosted = Object.keys(providers).filter((name) => name !== 'ollama');
  if (hosted.length === 0 || written.includes(':')) return providers['ollama'] && { provider: 'ollama', name: written };
  const [only, another] = hosted;
  return only !== undefined && another === undefined ? { provider: only, name: written } : undefined;
}
