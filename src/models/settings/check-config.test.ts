import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { KeelsonError } from '../../kernel/index.ts';
import { checkConfig } from './check-config.ts';
import { KEY_ADVICE } from './literal-keys.ts';

function refusal(value: unknown): KeelsonError<'model.settings_invalid'> {
  try {
    checkConfig(value, '/home/ada/keelson.config.json');
  } catch (error) {
    return error as KeelsonError<'model.settings_invalid'>;
  }
  return expect.unreachable('the file was taken');
}

const issues = (value: unknown): string[] => refusal(value).data.issues.map(({ path, message }) => `${path}: ${message}`);

const VALID = {
  $schema: './docs/keelson.config.schema.json',
  models: {
    providers: {
      openai: { keys: [{ keychain: 'openai' }] },
      vllm: { format: 'openai_chat', base_url: 'http://10.0.0.5:8000/v1', keys: [{ env: 'VLLM_KEY' }, { command: ['pass', 'show', 'vllm'] }], headers: { 'x-team': 'blue' } },
      ollama: { start: ['ollama', 'serve'] },
    },
    models: [{ model_id: 'house/coder', provider: 'vllm', context_tokens: 32_768, prices: { input: 0.1, output: 0.2 } }],
    default_model: 'house/coder',
    cloud: 'forbid',
  },
};

describe('the configuration file', () => {
  it('is taken as it is when it fits, with what was left out filled in', verifies('KEL-SETTINGS-05'), () => {
    expect(checkConfig(VALID, 'f')).toEqual({ ...VALID, models: { ...VALID.models, reuse_answers: false } });
    expect(checkConfig({}, 'f')).toEqual({});
    expect(checkConfig({ models: {} }, 'f')).toEqual({ models: { providers: {}, models: [], cloud: 'allow', reuse_answers: false } });
  });

  it('is refused with every fault at once, each with its place and what is expected', verifies('KEL-SETTINGS-05'), () => {
    const error = refusal({ models: { cloud: 'maybe', models: [{ model_id: 'a b', provider: 'openai', context_tokens: '8k' }], providers: { vllm: { base_url: 'nowhere' } } } });
    expect(error.data).toEqual({
      file: '/home/ada/keelson.config.json',
      issues: [
        { path: 'models.providers.vllm.base_url', message: 'Invalid URL' },
        { path: 'models.models.0.model_id', message: 'expected a model name of letters, digits and . _ : / @ - (at most 200)' },
        { path: 'models.models.0.context_tokens', message: 'expected number, received string' },
        { path: 'models.cloud', message: 'Invalid option: expected one of "allow"|"forbid"' },
      ],
    });
    expect(error.message).toBe(
      '/home/ada/keelson.config.json cannot be used: models.providers.vllm.base_url: Invalid URL; models.models.0.model_id: expected a model name of letters, digits and . _ : / @ - (at most 200); models.models.0.context_tokens: expected number, received string; models.cloud: Invalid option: expected one of "allow"|"forbid".',
    );
    expect(error.nextStep).toContain('docs/models.md');
    expect(issues('text')).toEqual([': expected object, received string']);
  });

  it('says of a setting that may have several forms what keeps it from the nearest', verifies('KEL-SETTINGS-05'), () => {
    expect(issues({ tools: { sandbox: { backend: 'docker' } } })).toEqual(['tools.sandbox.backend: expected "auto", or Invalid option: expected one of "bubblewrap"|"unshare"|"container"|"seatbelt"|"microvm"|"none"']);
    expect(issues({ tools: { mcp: { files: { command: 5 } } } })).toEqual(['tools.mcp.files.command: expected string, received number']);
    expect(issues({ tools: { mcp: { files: {} } } })).toEqual(['tools.mcp.files.command: expected string, received undefined', 'tools.mcp.files.url: expected string, received undefined']);
  });

  it('says which of two settings that exclude each other to keep, and what a name must look like', verifies('KEL-MEND-06'), () => {
    expect(issues({ tools: { mcp: { files: { command: 'a', args: ['b'], url: 'https://x.test' } } } })).toEqual(['tools.mcp.files.url: cannot stand beside "command"; keep one of them']);
    expect(issues({ tools: { mcp: { files: { command: 'a', url: 'https://x.test' } } } })).toEqual(['tools.mcp.files.url: cannot stand beside "command"; keep one of them', 'tools.mcp.files.command: cannot stand beside "url"; keep one of them']);
    expect(issues({ tools: { mcp: { 'Bad Name': { command: 'a' } } } })).toEqual(['tools.mcp.Bad Name: this name is not taken: expected letters, digits or dashes (at most 32)']);
  });

  it('suggests the known key that was probably meant', verifies('KEL-SETTINGS-05'), () => {
    expect(issues({ modles: {} })).toEqual(['modles: unknown; did you mean "models"?']);
    expect(issues({ models: { providers: { openai: { baseUrl: 'https://x.test', zzz: 1 } }, defaultModel: 'a' } })).toEqual([
      'models.providers.openai.baseUrl: unknown; did you mean "base_url"?',
      'models.providers.openai.zzz: unknown; known here: format, base_url, keys, key_limits, headers, location, is_first_party, structured_output, timeouts_ms, start',
      'models.defaultModel: unknown; did you mean "default_model"?',
    ]);
    expect(issues({ models: { models: [{ model_id: 'a', provider: 'openai', tier: ['nano'] }] } })).toEqual(['models.models.0.tier: unknown; did you mean "tiers"?']);
    expect(issues({ models: { models: [{ model_id: 'a', provider: 'openai', prices: { inptu: 1, output: 1 } }] } })).toContain('models.models.0.prices.inptu: unknown; did you mean "input"?');
  });

  it('needs a provider of its own to say how and where it is spoken to, and models to name a provider there is', verifies('KEL-SETTINGS-05'), () => {
    expect(issues({ models: { providers: { vllm: {} }, models: [{ model_id: 'a', provider: 'opnai' }, { model_id: 'a', provider: 'elsewhere' }] } })).toEqual([
      'models.providers.vllm.format: expected for a provider that is not one of openai, anthropic, openrouter, ollama',
      'models.providers.vllm.base_url: expected for a provider that is not one of openai, anthropic, openrouter, ollama',
      'models.models.0.provider: there is no such provider; did you mean "openai"?',
      'models.models.1.provider: there is no such provider; there are vllm, openai, anthropic, openrouter, ollama, custom',
      'models.models.1.model_id: this model is listed twice',
    ]);
  });
});

describe('an address in the file', () => {
  it('has no query and no fragment, since paths are put behind it', verifies('KEL-SETTINGS-18'), () => {
    const expected = 'expected an address without a query (?) or a fragment (#), since paths are put behind it';
    const at = (base_url: string): string[] => issues({ models: { providers: { openai: { base_url } } } });
    expect([at('https://x.test/v1?api-version=1'), at('https://x.test/v1#top'), at('https://x.test/v1?')]).toEqual(Array.from({ length: 3 }, () => [`models.providers.openai.base_url: ${expected}`]));
    expect(checkConfig({ models: { providers: { openai: { base_url: 'https://x.test/v1' } } } }, 'f')).toMatchObject({ models: { providers: { openai: { base_url: 'https://x.test/v1' } } } });
  });
});

describe('a key written into the file', () => {
  const KEY = 'sk-proj-abcdefghijklmnopqrstuvwx1234567890ABCD';

  it.each([
    [{ keys: [KEY] }, 'models.providers.openai.keys.0'],
    [{ keys: ['short'] }, 'models.providers.openai.keys.0'],
    [{ headers: { Authorization: 'Bearer x' } }, 'models.providers.openai.headers.Authorization'],
    [{ headers: { 'X-Api-Key': 'x' } }, 'models.providers.openai.headers.X-Api-Key'],
    [{ headers: { 'x-team': KEY } }, 'models.providers.openai.headers.x-team'],
    [{ keys: [{ command: ['echo', KEY] }] }, 'models.providers.openai.keys.0.command.1'],
    [{ base_url: 'https://ada:hunter22secret@host.test/v1' }, 'models.providers.openai.base_url'],
  ])('is refused with better places for it, and not repeated: %#', verifies('KEL-SETTINGS-06'), (openai, path) => {
    const error = refusal({ models: { providers: { openai } } });
    expect(error.data.issues).toEqual([{ path, message: KEY_ADVICE }]);
    expect(`${JSON.stringify(error.toBody())}${error.stack ?? ''}`).not.toMatch(/abcdefghij|hunter22|short"/);
  });

  it.each([
    [{ [KEY]: {} }, '[key]'],
    [{ models: { [KEY]: 1 } }, 'models.[key]'],
    [{ models: { providers: { [KEY]: {} } } }, 'models.providers.[key]'],
    [{ models: { providers: { [KEY.toLowerCase()]: {} }, models: [{ model_id: 'a', provider: 'elsewhere' }, { model_id: 'b', provider: `${KEY.toLowerCase()}e` }] } }, 'models.providers.[key]'],
    [{ models: { providers: { openai: { headers: { [KEY]: KEY } } } } }, 'models.providers.openai.headers.[key]'],
  ])('is not repeated either where it stands in place of a name: %#', verifies('KEL-SETTINGS-17'), (value, path) => {
    const error = refusal(value);
    expect(error.data.issues[0]).toEqual({ path, message: KEY_ADVICE });
    expect(`${JSON.stringify(error.toBody())}${error.stack ?? ''}`).not.toMatch(/abcdefghij/);
  });

  it('is refused also where the setting does not exist', verifies('KEL-SETTINGS-06'), () => {
    expect(issues({ models: { providers: { openai: { apiKey: 'x', api_key: KEY } } } })).toEqual([
      `models.providers.openai.api_key: ${KEY_ADVICE}`,
      `models.providers.openai.apiKey: not a setting: ${KEY_ADVICE}`,
    ]);
    expect(issues({ models: { providers: { openai: { keys: [{ enviroment: 'A' }] } } } })).toEqual([`models.providers.openai.keys.0: ${KEY_ADVICE}`]);
  });
});
