import { request } from 'node:http';
import type { HostProbe } from '../../commands/index.ts';

/** Names of variables that carry a provider key. Values are never read into a finding. */
const KEY_VARIABLES = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'OPENROUTER_API_KEY'];
const OLLAMA_DEFAULT = 'http://127.0.0.1:11434';

/** Says which providers are configured; asks only a local Ollama whether it is there. */
export function modelsProbe(environment: Readonly<Record<string, string | undefined>>, ollamaDefault = OLLAMA_DEFAULT): HostProbe {
  const isSet = (name: string): boolean => (environment[name] ?? '') !== '';
  return {
    id: 'models',
    run: async (signal) => {
      const configured = KEY_VARIABLES.filter(isSet).map((name) => `${name} is set`);
      if (isSet('KEELSON_BASE_URL')) configured.push('KEELSON_BASE_URL is set');
      const ollama = ollamaAddress(environment['OLLAMA_HOST'] ?? '', ollamaDefault);
      const answers = ollama !== undefined && (await answersHttp(`${ollama}/api/version`, signal));
      if (answers) configured.push(`Ollama answers at ${ollama}`);
      if (configured.length > 0) return { status: 'ok', found: configured.join('; ') };
      if (isSet('OLLAMA_HOST')) return { status: 'limited', found: 'OLLAMA_HOST is set, but nothing answers there' };
      return { status: 'absent', found: `looked for ${KEY_VARIABLES.join(', ')}, KEELSON_BASE_URL and Ollama at ${ollamaDefault}` };
    },
  };
}

function ollamaAddress(host: string, fallback: string): string | undefined {
  if (host === '') return fallback;
  return URL.parse(host.includes('://') ? host : `http://${host}`)?.origin;
}

function answersHttp(url: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const call = request(url, { signal }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    call.once('error', () => resolve(false));
    call.end();
  });
}
