import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import type { HostProbe } from '../../commands/index.ts';

/** Names of variables that carry a provider key. Values are never read into a finding. */
const KEY_VARIABLES = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'OPENROUTER_API_KEY'];
const OLLAMA_DEFAULT = 'http://127.0.0.1:11434';

/** Says which providers are configured; asks an own server or a local Ollama whether it is there. */
export function modelsProbe(environment: Readonly<Record<string, string | undefined>>, ollamaDefault = OLLAMA_DEFAULT): HostProbe {
  const isSet = (name: string): boolean => (environment[name] ?? '') !== '';
  return {
    id: 'models',
    run: async (signal) => {
      const configured = KEY_VARIABLES.filter(isSet).map((name) => `${name} is set (not tried)`);
      const baseUrl = environment['KEELSON_BASE_URL'] ?? '';
      const speaks = baseUrl !== '' && (await speaksHttp(baseUrl, signal));
      if (speaks) configured.push('something answers at KEELSON_BASE_URL');
      const ollama = ollamaAddress(environment['OLLAMA_HOST'] ?? '', ollamaDefault);
      const answers = ollama !== undefined && (await httpStatus(`${ollama}/api/version`, signal)) === 200;
      if (answers) configured.push(`Ollama answers at ${ollama}`);
      if (configured.length > 0) return { status: 'ok', found: configured.join('; ') };
      if (baseUrl !== '') return { status: 'limited', found: 'KEELSON_BASE_URL is set, but nothing answers there' };
      if (isSet('OLLAMA_HOST')) return { status: 'limited', found: 'OLLAMA_HOST is set, but nothing answers there' };
      return { status: 'absent', found: `looked for ${KEY_VARIABLES.join(', ')}, KEELSON_BASE_URL, OLLAMA_HOST and Ollama at ${ollamaDefault}` };
    },
  };
}

function ollamaAddress(host: string, fallback: string): string | undefined {
  if (host === '') return fallback;
  return URL.parse(host.includes('://') ? host : `http://${host}`)?.origin;
}

/** Any answer will do: which paths exist there, and with which key, is for the first real call to find out. */
async function speaksHttp(address: string, signal: AbortSignal): Promise<boolean> {
  const url = URL.parse(address);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && (await httpStatus(url.href, signal)) !== undefined;
}

function httpStatus(url: string, signal: AbortSignal): Promise<number | undefined> {
  const request = url.startsWith('https:') ? requestTls : requestPlain;
  return new Promise((resolve) => {
    const call = request(url, { signal }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    call.once('error', () => resolve(undefined));
    call.end();
  });
}
