import { ModelId, type ProviderSettings } from '../../contracts/index.ts';
import { isSameModel, type FoundModel } from './found-model.ts';
import { CUSTOM_PROVIDER } from './presets.ts';
import { settleModel, type ResolvedModel } from './settle-model.ts';

type Providers = Readonly<Record<string, ProviderSettings>>;

/** What `KEELSON_MODEL` comes to: a known model, one that is added for it, or why it is neither. */
export interface NamedModel {
  /** As written where nothing serves it: a person who chose is not given another one. */
  readonly modelId: string;
  readonly added?: ResolvedModel;
  readonly problem?: string;
}

export function placeNamedModel(written: string | undefined, providers: Providers, models: readonly ResolvedModel[], found: readonly FoundModel[]): NamedModel | undefined {
  if (written === undefined) return undefined;
  if (!ModelId.safeParse(written).success) return { modelId: written, problem: 'KEELSON_MODEL is not the name of a model: letters, digits and . _ : / @ - are.' };
  const known = models.find(({ settings }) => isSameModel(settings.model_id, written));
  if (known !== undefined) return { modelId: known.settings.model_id };
  const way = wayTo(written, providers);
  const provider = way && providers[way.provider];
  if (way === undefined || provider === undefined) {
    const ways = Object.keys(providers).map((name) => `${name}/…`);
    return { modelId: written, problem: `KEELSON_MODEL is ${written}, but it does not say which provider serves it. Write it as ${ways.join(' or ')}.` };
  }
  const of = found.find((one) => one.provider === way.provider && isSameModel(one.name, way.name));
  return { modelId: written, added: settleModel({ modelId: written, ...way, location: provider.location, origin: 'environment', found: of }) };
}

/**
 * Which provider a bare name means. The person's own server takes every name; a provider's name in front of a slash means
 * that provider; a tag behind a colon means Ollama. Otherwise it must be the only hosted one, since a guess could send
 * words to the wrong place.
 */
function wayTo(written: string, providers: Providers): { readonly provider: string; readonly name: string } | undefined {
  if (providers[CUSTOM_PROVIDER] !== undefined) return { provider: CUSTOM_PROVIDER, name: written };
  const slash = written.indexOf('/');
  const [first, rest] = [written.slice(0, Math.max(0, slash)), written.slice(slash + 1)];
  if (first !== '' && rest !== '' && Object.hasOwn(providers, first)) return { provider: first, name: rest };
  // OpenRouter's own names have the maker in front of a slash, and nobody else's have.
  if (first !== '' && providers['openrouter'] !== undefined) return { provider: 'openrouter', name: written };
  const hosted = Object.keys(providers).filter((name) => name !== 'ollama');
  if (hosted.length === 0 || written.includes(':')) return providers['ollama'] && { provider: 'ollama', name: written };
  const [only, another] = hosted;
  return only !== undefined && another === undefined ? { provider: only, name: written } : undefined;
}
