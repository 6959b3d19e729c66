import type { ModelId } from '../../contracts/index.ts';

/** Whose tokenizer and whose rule for images a model has, as far as its name tells. */
export type TokenFamily = 'openai' | 'anthropic' | 'google' | 'llama' | 'qwen' | 'mistral' | 'deepseek' | 'other';

/**
 * Tokens of a family for one token of o200k on mixed English, code and JSON. Rules of thumb, rounded up: they only serve
 * until a model has been calibrated by what its provider reports.
 */
export const FACTOR_BY_FAMILY: Readonly<Record<TokenFamily, number>> = {
  openai: 1,
  anthropic: 1.25,
  google: 1.05,
  llama: 1.1,
  qwen: 1.1,
  mistral: 1.2,
  deepseek: 1.1,
  other: 1.2,
};

/** Parts of model names, in the order they are looked for: a fine-tune often carries two of them, its base model last. */
const FAMILY_BY_NAME: readonly (readonly [string, TokenFamily])[] = [
  ['claude', 'anthropic'],
  ['anthropic', 'anthropic'],
  ['gemini', 'google'],
  ['gemma', 'google'],
  ['gpt', 'openai'],
  ['openai', 'openai'],
  ['deepseek', 'deepseek'],
  ['qwen', 'qwen'],
  ['qwq', 'qwen'],
  ['mistral', 'mistral'],
  ['mixtral', 'mistral'],
  ['codestral', 'mistral'],
  ['llama', 'llama'],
];

export function familyOf(modelId: ModelId): TokenFamily {
  const name = modelId.toLowerCase();
  return FAMILY_BY_NAME.find(([part]) => name.includes(part))?.[1] ?? 'other';
}
