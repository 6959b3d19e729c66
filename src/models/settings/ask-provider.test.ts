import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { ProviderSettings, WireFormat } from '../../contracts/index.ts';
import { systemClock } from '../../kernel/index.ts';
import { createNodeHttp } from '../http/node-http.ts';
import { askProvider } from './ask-provider.ts';
import type { ProviderAnswer } from './found-model.ts';
import { Secret } from './secret.ts';
import { askOrStart, type ServerStart } from './server-starter.ts';

const http = createNodeHttp({ clock: systemClock });
let answer: (request: IncomingMessage, response: ServerResponse, body: string) => void = () => {};
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => void (body += chunk.toString()));
  request.on('end', () => answer(request, response, body));
});
let origin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  http.close();
  server.close();
});

const json = (response: ServerResponse, body: unknown, status = 200): void => void response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body));

function settings(format: WireFormat, base = origin): ProviderSettings {
  return { format, base_url: base, keys: [], key_limits: {}, headers: { 'x-team': 'blue' }, location: 'local', is_first_party: false, structured_output: 'native' };
}

const ask = (one: ProviderSettings, key?: Secret): Promise<ProviderAnswer> => askProvider('p', one, { http, key, signal: new AbortController().signal });

describe('asking a provider for its models', () => {
  it('asks Ollama for the list, and about each model what it can do', verifies('KEL-SETTINGS-09'), async () => {
    const shown: Record<string, unknown> = {
      'qwen3:8b': { model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 }, capabilities: ['completion', 'tools', 'thinking'] },
      'llava:7b': { model_info: { 'general.architecture': 'llama', 'llama.context_length': -1 }, capabilities: ['completion', 'vision'] },
      'nomic-embed-text:latest': { capabilities: ['embedding'] },
      'old:1b': {},
      'broken:1b': 'no json',
    };
    const heard: string[] = [];
    answer = (request, response, body) => {
      heard.push(`${request.method} ${request.url} ${body}`);
      if (request.url === '/api/tags') return json(response, { models: [...Object.keys(shown).map((name) => ({ name })), { name: '' }, 'odd'] });
      return json(response, shown[(JSON.parse(body) as { model: string }).model]);
    };
    expect(await ask(settings('ollama'))).toEqual({
      isReachable: true,
      models: [
        { provider: 'p', name: 'qwen3:8b', contextTokens: 40_960, capabilities: ['strict_json', 'tool_calling'] },
        { provider: 'p', name: 'llava:7b', capabilities: ['strict_json', 'vision'] },
        { provider: 'p', name: 'old:1b' },
        { provider: 'p', name: 'broken:1b' },
      ],
    });
    expect([...heard].sort().slice(0, 2)).toEqual(['GET /api/tags ', 'POST /api/show {"model":"broken:1b"}']);
  });

  it('lists however many models Ollama has, and asks about the first 32', verifies('KEL-SETTINGS-09'), async () => {
    let asked = 0;
    answer = (request, response) => {
      if (request.url === '/api/show') asked += 1;
      json(response, request.url === '/api/tags' ? { models: Array.from({ length: 40 }, (_, at) => ({ name: `m${at}` })) } : { capabilities: ['completion'] });
    };
    const answered = await ask(settings('ollama'));
    expect([asked, answered.isReachable && answered.models?.length, answered.isReachable && answered.models?.[39]]).toEqual([32, 40, { provider: 'p', name: 'm39' }]);
  });

  it.each([
    ['openai_chat', '/v1', '/v1/models', { authorization: 'Bearer sk-secret' }],
    ['openai_responses', '/v1/', '/v1/models', { authorization: 'Bearer sk-secret' }],
    ['anthropic', '', '/v1/models?limit=1000', { 'x-api-key': 'sk-secret', 'anthropic-version': '2023-06-01' }],
    ['anthropic', '/v1', '/v1/models?limit=1000', { 'x-api-key': 'sk-secret', 'anthropic-version': '2023-06-01' }],
  ] as const)('asks %s at %s as its manual says', verifies('KEL-SETTINGS-09'), async (format, base, path, headers) => {
    let heard: unknown;
    answer = (request, response) => {
      const { authorization, 'x-api-key': key, 'anthropic-version': version, 'x-team': team, 'user-agent': agent } = request.headers;
      heard = JSON.parse(JSON.stringify({ path: request.url, authorization, 'x-api-key': key, 'anthropic-version': version, team, agent }));
      json(response, { data: [{ id: 'a', context_length: 1_000 }, { id: 'b', max_model_len: 2_000 }, { id: 'c', max_input_tokens: 3_000 }, { id: 'd', context_length: 'many' }, { no: 1 }, 5] });
    };
    expect(await ask(settings(format, `${origin}${base}`), new Secret('sk-secret'))).toEqual({
      isReachable: true,
      models: [{ provider: 'p', name: 'a', contextTokens: 1_000 }, { provider: 'p', name: 'b', contextTokens: 2_000 }, { provider: 'p', name: 'c', contextTokens: 3_000 }, { provider: 'p', name: 'd' }],
    });
    expect(heard).toEqual({ path, ...headers, team: 'blue', agent: 'keelson' });
  });

  it('tells why one cannot be used, in words of our own', verifies('KEL-SETTINGS-09'), async () => {
    const why = async (status: number, body: unknown, format: WireFormat = 'openai_chat', key?: Secret): Promise<unknown> => {
      answer = (_request, response) => json(response, body, status);
      const answered = await ask(settings(format), key);
      return answered.isReachable ? answered.models : answered.why;
    };
    expect(await why(401, 'key sk-secret is wrong', 'openai_chat', new Secret('sk-secret'))).toBe('it refuses the key');
    expect(await why(403, '')).toBe('it wants a key');
    expect(await why(500, 'sk-secret')).toBe('it answers with status 500');
    expect(await why(200, { models: 1 }, 'ollama')).toBe('something else answers there');
    expect(await ask(settings('ollama', 'http://127.0.0.1:1'))).toEqual({ isReachable: false, why: 'nothing answers there' });
    answer = (request) => void request.socket.destroy();
    expect(await ask(settings('ollama'))).toEqual({ isReachable: false, why: 'it hangs up' });
  });

  it('takes an address that has no list for a wrong one, and asks whether it needs /v1', verifies('KEL-SETTINGS-13', 'KEL-SETTINGS-09'), async () => {
    const told = async (path: string, format: WireFormat = 'openai_chat', status = 404): Promise<unknown> => {
      answer = (_request, response) => json(response, '<html>', status);
      const answered = await ask(settings(format, `${origin}${path}`));
      return answered.isReachable ? answered.models : [answered.why, answered.hasAnswered];
    };
    expect(await told('')).toEqual(['it has no list of models there (status 404); does the address need /v1?', true]);
    expect(await told('/api', 'openai_responses')).toEqual(['it has no list of models there (status 404); does the address need /v1?', true]);
    expect(await told('', 'openai_chat', 200)).toEqual(['something else answers there; does the address need /v1?', true]);
    expect(await told('/v1', 'openai_chat', 200)).toEqual(['something else answers there', true]);
    expect(await told('', 'ollama')).toEqual(['it has no list of models there (status 404)', true]);
    expect(await told('/v1', 'ollama')).toEqual(['it has no list of models there (status 404); an Ollama is named without /v1', true]);
    // These may be right and keep no list.
    expect([await told('/v1'), await told('/v1beta/openai'), await told('', 'anthropic')]).toEqual([null, null, null]);
    expect(await told('', 'anthropic', 200)).toEqual(['something else answers there', true]);
  });

  it('says of a name that nobody knows that it may be the network', verifies('KEL-SETTINGS-13'), async () => {
    expect(await ask(settings('openai_chat', 'http://no-such-name.invalid/v1'))).toEqual({ isReachable: false, why: 'name not found; is there a network?' });
  });

  it('stops when it is told to', verifies('KEL-SETTINGS-09'), async () => {
    const stop = new AbortController();
    answer = () => stop.abort(new TypeError('stop'));
    await expect(askProvider('p', settings('ollama'), { http, key: undefined, signal: stop.signal })).rejects.toThrow('stop');
  });
});

describe('a server that is to be started', () => {
  const nobody = 'http://127.0.0.1:1';

  /** Starts nothing, but notes that it was asked to. */
  function starting() {
    const started: ServerStart[] = [];
    return { started, starter: { start: async (request: ServerStart) => void started.push(request), close: async () => {} } };
  }

  it('is started only when nothing answers, on this machine, and the settings say how', verifies('KEL-SETTINGS-10', 'MAH-1-8'), async () => {
    answer = (_request, response) => json(response, { models: [] });
    const { started, starter } = starting();
    const options = { http, key: undefined, signal: new AbortController().signal, starter };
    const start = ['ollama', 'serve'];
    expect(await askOrStart('ollama', { ...settings('ollama'), start }, options)).toEqual({ isReachable: true, models: [] });
    expect(await askOrStart('ollama', settings('ollama', nobody), options)).toMatchObject({ isReachable: false });
    expect(await askOrStart('ollama', { ...settings('ollama', nobody), start, location: 'cloud' }, options)).toMatchObject({ isReachable: false });
    answer = (_request, response) => json(response, {}, 404);
    expect(await askOrStart('ollama', { ...settings('ollama'), start }, options)).toMatchObject({ isReachable: false });
    expect(started).toEqual([]);
    expect(await askOrStart('ollama', { ...settings('ollama', nobody), start }, options)).toMatchObject({ isReachable: false });
    expect(started.map(({ provider, command }) => ({ provider, command }))).toEqual([{ provider: 'ollama', command: start }]);
    expect(await started[0]?.isReady(options.signal)).toBe(false);
  });
});
