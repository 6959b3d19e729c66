import type { ListedModel, ListedProvider } from '../contracts/index.ts';
import { NEXT_STEPS } from '../models/index.ts';

/** What is known when advice is given. */
export interface Situation {
  /** Those that are shown. */
  readonly providers: readonly ListedProvider[];
  readonly models: readonly ListedModel[];
  readonly cloud: 'allow' | 'forbid';
}

/** What to do about each provider that brings no model though nothing keeps it from doing so. */
export function providersWithoutModels({ providers, models }: Situation): string[] {
  return providers.filter((one) => models.every((model) => model.provider !== one.provider)).flatMap(howToUse);
}

function howToUse({ provider, reachable, models_offered }: ListedProvider): string[] {
  if (reachable.state === 'no') return [];
  const named = `set KEELSON_MODEL=${provider}/NAME`;
  if (models_offered === null) return [reachable.why === NOT_ASKED.why ? `Run \`keelson models --check\` to ask ${provider} which models it has, or ${named}.` : `${provider} lists no models: ${named}.`];
  if (models_offered > 0) return [`${provider} offers ${models_offered} models, which are not taken as a whole: ${named}, or list those you want in the file.`];
  return provider === 'ollama' ? ['Ollama runs and has no model yet: run `ollama pull qwen3:8b`.'] : [`${provider} has no model yet: load one there.`];
}

export const NOT_ASKED = { state: 'not_tried', why: 'it is asked with --check' } as const;

/** The shortest ways from here to a model: first what the person has begun, then what is left of the three for a fresh machine. */
export function nextSteps(situation: Situation): string[] {
  const { providers, models } = situation;
  if (models.some((one) => one.reachable.state !== 'no')) return [];
  const own = providersWithoutModels(situation);
  if (own.length > 0) return own;
  const begun = providers.map(howToMend);
  return [...begun, ...freshWays(situation)];
}

function howToMend({ provider, address, reachable }: ListedProvider): string {
  if (reachable.state === 'yes') return `${provider} answers, but has none of the models that are named: name one that it has.`;
  if (provider === 'ollama') return `Start Ollama with \`ollama serve\`, or correct its address, which is ${address}: ${reachable.why}.`;
  return `Correct ${provider} at ${address}: ${reachable.why}${reachable.why.endsWith('.') || reachable.why.endsWith('?') ? '' : '.'}`;
}

/** Nobody is told to do what they have done already, or what their own settings forbid. */
function freshWays({ providers, cloud }: Situation): string[] {
  const has = (name: string): boolean => providers.some((one) => one.provider === name);
  const hasKey = providers.some((one) => one.key_sources.length > 0);
  const [onThisMachine, hosted, ownServer] = NEXT_STEPS;
  return [has('ollama') ? undefined : onThisMachine, hasKey || cloud === 'forbid' ? undefined : hosted, has('custom') ? undefined : ownServer].filter((one) => one !== undefined);
}
