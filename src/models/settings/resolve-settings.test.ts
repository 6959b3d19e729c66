import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { checkConfig } from './check-config.ts';
import type { FoundModel } from './found-model.ts';
import { resolveSettings, type ResolvedModels } from './resolve-settings.ts';

type Environment = Record<string, string>;

const NOWHERE: Environment = {};

function resolve(environment: Environment, models?: unknown, found: FoundModel[] = []): ResolvedModels {
  return resolveSettings({ environment, found, ...(models !== undefined && { file: checkConfig({ models }, 'f') }) });
}

/** Each model as `id provider:name`. */
const ways = ({ models }: ResolvedModels): string[] => models.map(({ settings }) => `${settings.model_id} ${settings.provider}:${settings.name}`);

describe('with nothing configured', () => {
  it('there is only an Ollama to look for, and no model', verifies('KEL-SETTINGS-04', 'MAH-1-2'), () => {
    const resolved = resolve(NOWHERE);
    expect(resolved).toEqual({
      providers: {
        ollama: { format: 'ollama', base_url: 'http://127.0.0.1:11434', keys: [], key_limits: {}, headers: {}, location: 'local', is_first_party: false, structured_output: 'native' },
      },
      models: [],
      tiers: { nano: [], flash: [], frontier: [], coding: [], voice: [] },
      defaultModel: undefined,
      cloud: 'allow',
      reuseAnswers: false,
      problems: [],
    });
    expect(resolve({ OPENAI_API_KEY: '', KEELSON_MODEL: '', KEELSON_BASE_URL: ' ' })).toEqual(resolved);
  });
});

describe('the environment', () => {
  it('brings the catalogue through whoever has a key, its maker before a reseller', verifies('KEL-SETTINGS-04', 'MAH-1-2'), () => {
    const reseller = resolve({ OPENROUTER_API_KEY: 'k' });
    expect(ways(reseller).slice(0, 3)).toEqual(['openai/gpt-5.4-nano openrouter:openai/gpt-5.4-nano', 'google/gemini-3.5-flash openrouter:google/gemini-3.5-flash', 'openai/gpt-5.4-mini openrouter:openai/gpt-5.4-mini']);
    expect(reseller.tiers).toEqual({
      nano: ['openai/gpt-5.4-nano'],
      flash: ['google/gemini-3.5-flash', 'openai/gpt-5.4-mini'],
      frontier: ['nvidia/nemotron-3-ultra-550b-a55b', 'z-ai/glm-5.2'],
      coding: ['moonshotai/kimi-k2.7-code'],
      voice: ['openai/gpt-audio', 'openai/gpt-audio-mini'],
    });
    const both = resolve({ OPENROUTER_API_KEY: 'k', OPENAI_API_KEY: 'k' });
    expect(ways(both)[0]).toBe('openai/gpt-5.4-nano openai:gpt-5.4-nano');
    expect(both.providers['openai']).toEqual({
      format: 'openai_responses', base_url: 'https://api.openai.com/v1', keys: [{ env: 'OPENAI_API_KEY' }], key_limits: {}, headers: {}, location: 'cloud', is_first_party: true, structured_output: 'native',
    });
    expect([both.defaultModel, resolve({ OPENAI_API_KEY: 'k' }).defaultModel, resolve({ ANTHROPIC_API_KEY: 'k' }).defaultModel]).toEqual(['nvidia/nemotron-3-ultra-550b-a55b', 'openai/gpt-5.4-mini', 'anthropic/claude-sonnet-5-5']);
  });

  it('names an own server, which gets only the key that is meant for it', verifies('KEL-SETTINGS-04'), () => {
    const custom = (environment: Environment) => resolve({ OPENAI_API_KEY: 'k', ...environment }).providers['custom'];
    const base = { format: 'openai_chat', base_url: 'http://192.168.1.5:8000/v1', keys: [], key_limits: {}, headers: {}, location: 'local', is_first_party: false, structured_output: 'native' };
    expect(custom({ KEELSON_BASE_URL: 'http://192.168.1.5:8000/v1/' })).toEqual(base);
    expect(custom({ KEELSON_BASE_URL: 'https://llm.example.com/v1', KEELSON_API_KEY: 'k' })).toEqual({ ...base, base_url: 'https://llm.example.com/v1', location: 'cloud', keys: [{ env: 'KEELSON_API_KEY' }] });
    for (const KEELSON_BASE_URL of ['nonsense', 'ftp://host', 'http://ada:hunter22@host/v1']) {
      const { providers, problems } = resolve({ KEELSON_BASE_URL });
      expect([providers['custom'], problems]).toEqual([undefined, ['KEELSON_BASE_URL is not an address such as http://127.0.0.1:8000/v1 (without a user or password in it).']]);
    }
  });

  it('is told what of an own server\'s address cannot be used, without repeating it', verifies('KEL-SETTINGS-18', 'KEL-SETTINGS-17', 'KEL-SETTINGS-04'), () => {
    const plain = 'KEELSON_BASE_URL is not used: expected an address without a query (?) or a fragment (#), since paths are put behind it.';
    const keyed = 'KEELSON_BASE_URL is not used: there is a key in it; keys belong in KEELSON_API_KEY.';
    const told = (KEELSON_BASE_URL: string): unknown => {
      const { providers, problems } = resolve({ KEELSON_BASE_URL, HOUSE_API_KEY: 'not-known-to-anybody' });
      return [providers['custom'], ...problems];
    };
    expect([told('http://127.0.0.1:1/v1?key=x'), told('http://127.0.0.1:1/v1#x'), told('http://127.0.0.1:1/v1?')]).toEqual(Array.from({ length: 3 }, () => [undefined, plain]));
    expect(told('http://127.0.0.1:1/not-known-to-anybody/v1')).toEqual([undefined, keyed]);
  });

  it('is told that OPENAI_BASE_URL is not read, unless the file says where OpenAI is', verifies('KEL-SETTINGS-23', 'KEL-SETTINGS-04'), () => {
    const environment = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' };
    expect(resolve(environment)).toMatchObject({
      providers: { openai: { base_url: 'https://api.openai.com/v1' } },
      problems: ['OPENAI_BASE_URL is not read. For a server of your own set KEELSON_BASE_URL and KEELSON_API_KEY, or base_url of openai in keelson.config.json.'],
    });
    expect(resolve(environment, { providers: { openai: { base_url: 'http://127.0.0.1:2/v1', keys: [] } } }).problems).toEqual([]);
    expect(resolve({ OPENAI_API_KEY: 'k' }).problems).toEqual([]);
  });

  it('says where Ollama is', verifies('KEL-SETTINGS-04'), () => {
    expect(resolve({ OLLAMA_HOST: 'gpu.example.com' }).providers['ollama']).toMatchObject({ base_url: 'http://gpu.example.com:11434', location: 'cloud' });
    expect(resolve({ OLLAMA_HOST: 'a b' })).toMatchObject({ providers: {}, problems: ['OLLAMA_HOST is not an address such as 127.0.0.1:11434 or https://host.'] });
  });
});

describe('KEELSON_MODEL', () => {
  const placed = (environment: Environment, found: FoundModel[] = []): string => {
    const resolved = resolve(environment, undefined, found);
    const model = resolved.models.find(({ settings }) => settings.model_id === resolved.defaultModel);
    return model === undefined ? resolved.problems.join() : `${model.settings.model_id} ${model.settings.provider}:${model.settings.name} ${model.origin}`;
  };

  it.each([
    ['a model of the catalogue', { OPENROUTER_API_KEY: 'k', KEELSON_MODEL: 'z-ai/glm-5.2' }, 'z-ai/glm-5.2 openrouter:z-ai/glm-5.2 catalogue'],
    ['one behind the name of a provider', { OPENAI_API_KEY: 'k', KEELSON_MODEL: 'openai/gpt-9' }, 'openai/gpt-9 openai:gpt-9 environment'],
    ['one that OpenRouter has', { OPENROUTER_API_KEY: 'k', KEELSON_MODEL: 'maker/model:free' }, 'maker/model:free openrouter:maker/model:free environment'],
    ['one of the own server, whatever it is called', { OPENAI_API_KEY: 'k', KEELSON_BASE_URL: 'http://127.0.0.1:1/v1', KEELSON_MODEL: 'tiny' }, 'tiny custom:tiny environment'],
    ['one of the only provider', { ANTHROPIC_API_KEY: 'k', KEELSON_MODEL: 'claude-next' }, 'claude-next anthropic:claude-next environment'],
    ['one of Ollama where nothing else is', { KEELSON_MODEL: 'qwen3' }, 'qwen3 ollama:qwen3 environment'],
    ['one of Ollama by its tag, whoever else is there', { OPENAI_API_KEY: 'k', KEELSON_MODEL: 'qwen3:8b' }, 'qwen3:8b ollama:qwen3:8b environment'],
    ['none when it could be meant for two', { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k', KEELSON_MODEL: 'gpt-9' }, 'KEELSON_MODEL is gpt-9, but it does not say which provider serves it. Write it as openai/… or anthropic/… or ollama/….'],
    ['none when it is no name', { KEELSON_MODEL: 'a b' }, 'KEELSON_MODEL is not the name of a model: letters, digits and . _ : / @ - are.'],
  ])('is %s', verifies('KEL-SETTINGS-04'), (_what, environment, expected) => {
    expect(placed(environment as unknown as Environment)).toBe(expected);
  });

  const OWN = { KEELSON_BASE_URL: 'http://127.0.0.1:1/v1' };

  it.each([
    ['one of the own server, by its name', { ...OWN, KEELSON_MODEL: 'custom/tiny' }, 'custom/tiny custom:tiny environment'],
    ['one of the own server with a slash in it', { ...OWN, OPENAI_API_KEY: 'k', KEELSON_MODEL: 'custom/openai/gpt-oss-20b' }, 'custom/openai/gpt-oss-20b custom:openai/gpt-oss-20b environment'],
    ['one of another provider than the own server', { ...OWN, OPENAI_API_KEY: 'k', KEELSON_MODEL: 'openai/gpt-9' }, 'openai/gpt-9 openai:gpt-9 environment'],
    ['one of the own server, where no provider is called so', { ...OWN, KEELSON_MODEL: 'openai/gpt-oss-20b' }, 'openai/gpt-oss-20b custom:openai/gpt-oss-20b environment'],
    ['one of the own server, where a slash begins or ends it', { ...OWN, KEELSON_MODEL: 'ollama/' }, 'ollama/ custom:ollama/ environment'],
    ['none when the own server is nowhere', { KEELSON_MODEL: 'custom/foo' }, 'KEELSON_MODEL is custom/foo, but KEELSON_BASE_URL does not say where that server is.'],
    ['none when the own server is nowhere, whoever else is there', { OPENROUTER_API_KEY: 'k', KEELSON_MODEL: 'custom/foo' }, 'KEELSON_MODEL is custom/foo, but KEELSON_BASE_URL does not say where that server is.'],
    ['none when the key of its provider is missing', { KEELSON_MODEL: 'openai/gpt-9' }, 'KEELSON_MODEL is openai/gpt-9, but OPENAI_API_KEY is not set.'],
    ['none when Ollama is nowhere', { OLLAMA_HOST: 'ftp://x', KEELSON_MODEL: 'ollama/qwen3' }, 'OLLAMA_HOST is not an address such as 127.0.0.1:11434 or https://host.,KEELSON_MODEL is ollama/qwen3, but ollama is not set up.'],
    ['one of OpenRouter, which serves what others make', { OPENROUTER_API_KEY: 'k', KEELSON_MODEL: 'anthropic/claude-next' }, 'anthropic/claude-next openrouter:anthropic/claude-next environment'],
    ['one of Ollama with its maker in front', { KEELSON_MODEL: 'maker/model' }, 'maker/model ollama:maker/model environment'],
  ])('written as provider/name is %s', verifies('KEL-SETTINGS-15', 'KEL-SETTINGS-04'), (_what, environment, expected) => {
    expect(placed(environment as unknown as Environment)).toBe(expected);
  });

  it('written as provider/name is the model that the server lists, and not a second one', verifies('KEL-SETTINGS-15', 'KEL-SETTINGS-04'), () => {
    const found = [{ provider: 'custom', name: 'mock-model' }, { provider: 'ollama', name: 'mock-model' }];
    expect(placed({ ...OWN, KEELSON_MODEL: 'custom/mock-model' }, found)).toBe('mock-model custom:mock-model server');
    expect(placed({ ...OWN, KEELSON_MODEL: 'ollama/mock-model' }, found)).toBe('ollama/mock-model ollama:mock-model server');
  });

  it('is not repeated when it holds a key', verifies('KEL-SETTINGS-17', 'KEL-SETTINGS-04'), () => {
    const problem = 'KEELSON_MODEL holds a key, which is not shown; it names a model, such as `openai/gpt-5.4-mini`.';
    const told = (environment: Environment): unknown => {
      const { defaultModel, models, problems } = resolve({ ...OWN, ...environment });
      return [defaultModel, models.map((one) => one.settings.model_id), problems];
    };
    expect(told({ KEELSON_MODEL: 'sk-proj-abcdefghijklmnopqrstuvwx1234567890ABCD' })).toEqual([undefined, [], [problem]]);
    for (const name of ['HOUSE_API_KEY', 'HOUSE_TOKEN', 'HOUSE_SECRET', 'HOUSE_PASSWORD']) expect(told({ KEELSON_MODEL: 'custom/plain-looking', [name]: 'plain-looking' })).toEqual([undefined, [], [problem]]);
    expect(told({ KEELSON_MODEL: 'plain-looking', HOUSE: 'plain-looking', SHORT_TOKEN: 'looking' })).toEqual(['plain-looking', ['plain-looking'], []]);
    expect(told({ KEELSON_MODEL: 'eight123', EIGHT_TOKEN: 'eight123' })).toEqual([undefined, [], [problem]]);
  });

  it('is the one that a server really has, with or without its tag', verifies('KEL-SETTINGS-04'), () => {
    expect(placed({ OPENAI_API_KEY: 'k', KEELSON_MODEL: 'qwen3' }, [{ provider: 'ollama', name: 'qwen3:latest' }])).toBe('qwen3:latest ollama:qwen3:latest server');
  });
});

describe('the file', () => {
  it('stands over the environment, and a preset fills what it leaves out', verifies('KEL-SETTINGS-07'), () => {
    const file = { providers: { openai: { keys: [{ keychain: 'openai' }], format: 'openai_chat' }, ollama: { start: ['ollama', 'serve'] } }, default_model: 'openai/gpt-5.4-nano', cloud: 'allow' };
    const { providers, defaultModel } = resolve({ OPENAI_API_KEY: 'k', KEELSON_MODEL: 'openai/gpt-5.4-mini', OLLAMA_HOST: ':9' }, file);
    expect(providers['openai']).toEqual({ format: 'openai_chat', base_url: 'https://api.openai.com/v1', keys: [{ keychain: 'openai' }], key_limits: {}, headers: {}, location: 'cloud', is_first_party: true, structured_output: 'native' });
    expect(providers['ollama']).toMatchObject({ base_url: 'http://127.0.0.1:9', start: ['ollama', 'serve'] });
    expect(defaultModel).toBe('openai/gpt-5.4-nano');
  });

  it('never sends the key of a preset to another address', verifies('KEL-SETTINGS-07'), () => {
    const { providers } = resolve({ OPENAI_API_KEY: 'k' }, { providers: { openai: { base_url: 'https://proxy.example.com/v1' } } });
    expect(providers['openai']).toMatchObject({ base_url: 'https://proxy.example.com/v1', keys: [], is_first_party: false });
  });

  it('describes models; what it leaves out comes from the server, then from the catalogue, or is assumed and said so', verifies('KEL-SETTINGS-07'), () => {
    const file = {
      providers: { vllm: { format: 'openai_chat', base_url: 'http://127.0.0.1:8000/v1' } },
      models: [
        { model_id: 'house/coder', provider: 'vllm', name: 'coder', tiers: ['coding'], capabilities: ['coding'], context_tokens: 32_768, output_tokens_max: 8_192, prices: { input: 1, output: 2 } },
        { model_id: 'served', provider: 'vllm' },
        { model_id: 'openai/gpt-audio-mini', provider: 'openrouter' },
        { model_id: 'small', provider: 'vllm', context_tokens: 2_000 },
      ],
    };
    const { models, problems } = resolve({ OPENROUTER_API_KEY: 'k' }, file, [{ provider: 'vllm', name: 'served', contextTokens: 131_072, capabilities: ['vision'] }]);
    expect(models.slice(0, 4)).toEqual([
      { settings: { ...file.models[0] }, location: 'local', origin: 'file', assumed: [] },
      { settings: { model_id: 'served', provider: 'vllm', name: 'served', tiers: ['nano', 'flash', 'frontier', 'coding'], capabilities: ['vision'], context_tokens: 131_072, output_tokens_max: 4_096 }, location: 'local', origin: 'file', assumed: ['output_tokens_max'] },
      { settings: { model_id: 'openai/gpt-audio-mini', provider: 'openrouter', name: 'openai/gpt-audio-mini', tiers: ['voice'], capabilities: ['tool_calling'], context_tokens: 128_000, output_tokens_max: 16_384 }, location: 'cloud', origin: 'file', assumed: [] },
      { settings: { model_id: 'small', provider: 'vllm', name: 'small', tiers: ['nano', 'flash', 'frontier', 'coding'], capabilities: [], context_tokens: 2_000, output_tokens_max: 1_000 }, location: 'local', origin: 'file', assumed: ['output_tokens_max'] },
    ]);
    expect(problems).toEqual([]);
  });

  it('is told what of it leads nowhere', verifies('KEL-SETTINGS-07'), () => {
    const { models, defaultModel, problems } = resolve(NOWHERE, { models: [{ model_id: 'a', provider: 'openai' }], default_model: 'b' });
    expect({ models, defaultModel, problems }).toEqual({ models: [], defaultModel: undefined, problems: ['a is to be served by openai, which is not set up.', 'default_model is b, but no provider is known to serve it.'] });
  });

  it('can forbid the cloud: its models are listed and never chosen', verifies('KEL-SETTINGS-07'), () => {
    const { models, tiers, defaultModel, cloud } = resolve({ OPENAI_API_KEY: 'k', KEELSON_MODEL: 'openai/gpt-5.4-mini' }, { cloud: 'forbid' }, [{ provider: 'ollama', name: 'qwen3:8b' }]);
    expect([models.length > 1, tiers.frontier, tiers.voice, defaultModel, cloud]).toEqual([true, ['qwen3:8b'], [], undefined, 'forbid']);
    expect(resolve({ OPENAI_API_KEY: 'k' }, { cloud: 'forbid' }, [{ provider: 'ollama', name: 'qwen3:8b' }]).defaultModel).toBe('qwen3:8b');
  });

  it('is told when it forbids the model that was chosen', verifies('KEL-SETTINGS-14'), () => {
    const told = (environment: Environment, file: object): unknown => {
      const { chosenBy, problems } = resolve({ OPENAI_API_KEY: 'k', ...environment }, { cloud: 'forbid', ...file });
      return [chosenBy, ...problems];
    };
    expect(told({ KEELSON_MODEL: 'openai/gpt-5.4-mini' }, {})).toEqual(['KEELSON_MODEL', 'KEELSON_MODEL is openai/gpt-5.4-mini, which is in the cloud, and the settings forbid the cloud.']);
    expect(told({}, { default_model: 'openai/gpt-5.4-mini' })).toEqual(['default_model', 'default_model is openai/gpt-5.4-mini, which is in the cloud, and the settings forbid the cloud.']);
    expect(told({}, {})).toEqual([undefined]);
    expect(told({}, { cloud: 'allow', default_model: 'openai/gpt-5.4-mini' })).toEqual(['default_model']);
  });
});

describe('what servers say', () => {
  it('adds what a provider of the file has, also in the cloud, unless it is a whole catalogue', verifies('KEL-SETTINGS-24', 'KEL-SETTINGS-07'), () => {
    const file = { providers: { groq: { format: 'openai_chat', base_url: 'https://api.groq.example/v1' } } };
    const has = (count: number, provider = 'groq'): FoundModel[] => Array.from({ length: count }, (_, at) => ({ provider, name: `m${at}` }));
    expect(ways(resolve({}, file, has(2)))).toEqual(['m0 groq:m0', 'm1 groq:m1']);
    expect([resolve({}, file, has(20)).models.length, resolve({}, file, has(21)).models.length]).toEqual([20, 0]);
    expect(resolve({ KEELSON_MODEL: 'groq/m7' }, file, has(21)).defaultModel).toBe('groq/m7');
    expect(ways(resolve({ OLLAMA_HOST: 'https://gpu.example.com' }, undefined, has(1, 'ollama')))).toEqual(['m0 ollama:m0']);
    expect(resolve({}, { providers: { house: { format: 'openai_chat', base_url: 'http://10.0.0.5/v1' } } }, has(21, 'house')).models.length).toBe(21);
    expect(ways(resolve({ OPENAI_API_KEY: 'k' }, undefined, has(1, 'openai'))).filter((way) => way.startsWith('m0'))).toEqual([]);
  });

  it('adds the models of servers of one\'s own, a local one before the cloud', verifies('KEL-SETTINGS-07'), () => {
    const found: FoundModel[] = [
      { provider: 'ollama', name: 'qwen3:8b', contextTokens: 40_960, capabilities: ['strict_json', 'tool_calling'] },
      { provider: 'openai', name: 'gpt-unheard-of' },
      { provider: 'custom', name: 'qwen3:8b' },
      { provider: 'ollama', name: 'not a name' },
      { provider: 'gone', name: 'x' },
    ];
    const resolved = resolve({ OPENAI_API_KEY: 'k', KEELSON_BASE_URL: 'https://llm.example.com/v1' }, undefined, found);
    expect(ways(resolved).slice(0, 3)).toEqual(['qwen3:8b ollama:qwen3:8b', 'custom/qwen3:8b custom:qwen3:8b', 'openai/gpt-5.4-nano openai:gpt-5.4-nano']);
    expect(resolved.models[0]).toEqual({
      settings: { model_id: 'qwen3:8b', provider: 'ollama', name: 'qwen3:8b', tiers: ['nano', 'flash', 'frontier', 'coding'], capabilities: ['strict_json', 'tool_calling'], context_tokens: 40_960, output_tokens_max: 4_096 },
      location: 'local', origin: 'server', assumed: ['output_tokens_max'],
    });
    expect(resolved.defaultModel).toBe('qwen3:8b');
  });
});
