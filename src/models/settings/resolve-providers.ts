import { isPlainAddress, PLAIN_ADDRESS_EXPECTED, type ConfiguredProvider, type ModelsSection, type ProviderSettings } from '../../contracts/index.ts';
import { invariant } from '../../kernel/index.ts';
import { variableOf, type Environment } from './environment.ts';
import { locationOf } from './host-location.ts';
import { holdsKey } from './literal-keys.ts';
import { ollamaAddress } from './ollama-address.ts';
import { CUSTOM_KEY_VARIABLE, CUSTOM_PROVIDER, PRESET_NAMES, presetOf, PROVIDER_PRESETS } from './presets.ts';

export interface ResolvedProviders {
  readonly providers: Readonly<Record<string, ProviderSettings>>;
  /** What in the environment does not work as it stands. */
  readonly problems: readonly string[];
}

/** Which providers there are: those of the file, over those whose key is in the environment, over Ollama on this machine. */
export function resolveProviders(section: ModelsSection | undefined, environment: Environment): ResolvedProviders {
  const providers: Record<string, ProviderSettings> = {};
  const problems: string[] = [];
  for (const name of PRESET_NAMES) {
    const preset = PROVIDER_PRESETS[name];
    const isUsable = preset.keys.length === 0 || preset.keys.some((source) => 'env' in source && variableOf(environment, source.env) !== undefined);
    if (isUsable) providers[name] = preset;
  }
  placeOllama(providers, environment, problems);
  placeCustom(providers, environment, problems);
  if (variableOf(environment, 'OPENAI_BASE_URL') !== undefined && section?.providers['openai']?.base_url === undefined) problems.push(OPENAI_ELSEWHERE);
  for (const [name, configured] of Object.entries(section?.providers ?? {})) {
    providers[name] = withPreset(configured, providers[name] ?? presetOf(name));
  }
  return { providers, problems };
}

/** Other programs read it; whoever set it for them must hear that their words would go to OpenAI itself. */
const OPENAI_ELSEWHERE = 'OPENAI_BASE_URL is not read. For a server of your own set KEELSON_BASE_URL and KEELSON_API_KEY, or base_url of openai in keelson.config.json.';

function placeOllama(providers: Record<string, ProviderSettings>, environment: Environment, problems: string[]): void {
  const address = ollamaAddress(variableOf(environment, 'OLLAMA_HOST'));
  if (address === undefined) problems.push('OLLAMA_HOST is not an address such as 127.0.0.1:11434 or https://host.');
  const ollama = providers['ollama'];
  if (address === undefined || ollama === undefined) delete providers['ollama'];
  else providers['ollama'] = { ...ollama, base_url: address, location: locationOf(address) };
}

function placeCustom(providers: Record<string, ProviderSettings>, environment: Environment, problems: string[]): void {
  const written = variableOf(environment, 'KEELSON_BASE_URL');
  if (written === undefined) return;
  const url = URL.parse(written);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    // The address itself is not repeated: it may hold a password.
    problems.push('KEELSON_BASE_URL is not an address such as http://127.0.0.1:8000/v1 (without a user or password in it).');
    return;
  }
  if (!isPlainAddress(written)) {
    problems.push(`KEELSON_BASE_URL is not used: ${PLAIN_ADDRESS_EXPECTED}.`);
    return;
  }
  if (holdsKey(written, environment)) {
    problems.push(`KEELSON_BASE_URL is not used: there is a key in it; keys belong in ${CUSTOM_KEY_VARIABLE}.`);
    return;
  }
  providers[CUSTOM_PROVIDER] = {
    format: 'openai_chat',
    base_url: url.href.endsWith('/') ? url.href.slice(0, -1) : url.href,
    keys: variableOf(environment, CUSTOM_KEY_VARIABLE) === undefined ? [] : [{ env: CUSTOM_KEY_VARIABLE }],
    key_limits: {},
    headers: {},
    location: locationOf(written),
    is_first_party: false,
    structured_output: 'native',
  };
}

/** The person's word over the preset's. A preset's keys are for its own address and go nowhere else. */
function withPreset(configured: ConfiguredProvider, preset: ProviderSettings | undefined): ProviderSettings {
  const format = configured.format ?? preset?.format;
  const baseUrl = configured.base_url ?? preset?.base_url;
  invariant(format !== undefined && baseUrl !== undefined, 'a provider without a preset has a format and an address');
  const isSameServer = preset !== undefined && originOf(preset.base_url) === originOf(baseUrl);
  const start = configured.start ?? preset?.start;
  const timeoutsMs = configured.timeouts_ms ?? preset?.timeouts_ms;
  return {
    format,
    base_url: baseUrl,
    keys: configured.keys ?? (isSameServer ? preset.keys : []),
    key_limits: configured.key_limits ?? preset?.key_limits ?? {},
    headers: configured.headers ?? (isSameServer ? preset.headers : {}),
    location: configured.location ?? locationOf(baseUrl),
    is_first_party: configured.is_first_party ?? (isSameServer && preset.is_first_party),
    structured_output: configured.structured_output ?? preset?.structured_output ?? 'native',
    ...(timeoutsMs !== undefined && { timeouts_ms: timeoutsMs }),
    ...(start !== undefined && { start }),
  };
}

function originOf(address: string): string | undefined {
  return URL.parse(address)?.origin;
}
