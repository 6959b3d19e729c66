import type { ProviderSettings } from '../../../contracts/index.ts';

const OPENAI_HOST = 'api.openai.com';

/** Below these Microsoft serves OpenAI's models by OpenAI's rules. */
const AZURE_HOSTS = ['openai.azure.com', 'cognitiveservices.azure.com', 'services.ai.azure.com'];

type Address = Pick<ProviderSettings, 'base_url'>;

export function isOpenAiHost({ base_url: baseUrl }: Address): boolean {
  return isAtOrBelow(new URL(baseUrl).hostname, OPENAI_HOST);
}

/** OpenAI itself, or Azure: both know the newest names of parameters and refuse whatever a model does not take. */
export function servesOpenAiModels(address: Address): boolean {
  const { hostname } = new URL(address.base_url);
  return isOpenAiHost(address) || AZURE_HOSTS.some((host) => isAtOrBelow(hostname, host));
}

function isAtOrBelow(hostname: string, host: string): boolean {
  return hostname === host || hostname.endsWith(`.${host}`);
}
