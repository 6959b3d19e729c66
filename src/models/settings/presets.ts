import type { ProviderSettings } from '../../contracts/index.ts';
import { OLLAMA_DEFAULT } from './ollama-address.ts';

export const PRESET_NAMES = ['openai', 'anthropic', 'openrouter', 'ollama'] as const;
export type PresetName = (typeof PRESET_NAMES)[number];

const HOSTED = { key_limits: {}, headers: {}, location: 'cloud', structured_output: 'native' } as const;

/** Providers that need no entry in a file: the key in the environment is enough. Addresses are those of their own manuals. */
export const PROVIDER_PRESETS: Readonly<Record<PresetName, ProviderSettings>> = {
  openai: { ...HOSTED, format: 'openai_responses', base_url: 'https://api.openai.com/v1', keys: [{ env: 'OPENAI_API_KEY' }], is_first_party: true },
  anthropic: { ...HOSTED, format: 'anthropic', base_url: 'https://api.anthropic.com', keys: [{ env: 'ANTHROPIC_API_KEY' }], is_first_party: true },
  openrouter: { ...HOSTED, format: 'openai_chat', base_url: 'https://openrouter.ai/api/v1', keys: [{ env: 'OPENROUTER_API_KEY' }], is_first_party: false },
  ollama: { ...HOSTED, format: 'ollama', base_url: OLLAMA_DEFAULT, keys: [], location: 'local', is_first_party: false },
};

export function presetOf(name: string): ProviderSettings | undefined {
  const preset = PRESET_NAMES.find((one) => one === name);
  return preset && PROVIDER_PRESETS[preset];
}

/** The provider that `KEELSON_BASE_URL` names. */
export const CUSTOM_PROVIDER = 'custom';

/** The key for the server that `KEELSON_BASE_URL` names. No other key goes there: it would reach a stranger. */
export const CUSTOM_KEY_VARIABLE = 'KEELSON_API_KEY';
