import type { Capability } from '../../contracts/index.ts';
import { listOf, objectOf, textOf } from '../adapters/wire-values.ts';
import { sizeOf, type FoundModel } from './found-model.ts';
import type { JsonAsker } from './json-asker.ts';

/** More are listed but not asked about one by one: each question costs about ten milliseconds. */
const SHOWN_MAX = 32;

/** Asked about side by side. */
const SHOWN_AT_ONCE = 8;

/** Reads the list of `/api/tags` and asks about each model what it can do. */
export async function readOllamaModels(provider: string, tags: unknown, ask: JsonAsker): Promise<FoundModel[]> {
  const names = listOf(tags).map((tag) => textOf(objectOf(tag)?.['name'])).filter((name) => name !== '');
  const models: FoundModel[] = [];
  for (let at = 0; at < Math.min(names.length, SHOWN_MAX); at += SHOWN_AT_ONCE) {
    const shown = await Promise.all(names.slice(at, Math.min(at + SHOWN_AT_ONCE, SHOWN_MAX)).map((name) => showModel(provider, name, ask)));
    models.push(...shown.filter((one) => one !== undefined));
  }
  return [...models, ...names.slice(SHOWN_MAX).map((name) => ({ provider, name }))];
}

/** Undefined for a model that writes no text, such as one for embeddings. */
async function showModel(provider: string, name: string, ask: JsonAsker): Promise<FoundModel | undefined> {
  const { status, body } = await ask('POST', '/api/show', JSON.stringify({ model: name }));
  const shown = status === 200 ? objectOf(body) : undefined;
  if (shown === undefined) return { provider, name };
  const said = shown['capabilities'];
  if (Array.isArray(said) && !said.includes('completion')) return undefined;
  const context = contextOf(shown['model_info']);
  return { provider, name, ...(context !== undefined && { contextTokens: context }), ...(Array.isArray(said) && { capabilities: capabilitiesOf(said) }) };
}

/** The figure lies under the name of the architecture, such as `llama.context_length`. */
function contextOf(info: unknown): number | undefined {
  const figures = objectOf(info) ?? {};
  return sizeOf(figures[`${textOf(figures['general.architecture'])}.context_length`]);
}

/** Ollama holds the sampler to a schema whatever the model is, so every one of its models can keep to JSON. */
function capabilitiesOf(said: readonly unknown[]): Capability[] {
  const capabilities: Capability[] = ['strict_json'];
  if (said.includes('tools')) capabilities.push('tool_calling');
  if (said.includes('vision')) capabilities.push('vision');
  return capabilities;
}
