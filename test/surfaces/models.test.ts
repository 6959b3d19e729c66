import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryTerminal, runCli } from '../../src/cli/index.ts';
import { createClient } from '../../src/client/index.ts';
import { createDispatcher, modelsBinding, type ModelsPorts } from '../../src/commands/index.ts';
import type { ModelsReport } from '../../src/contracts/index.ts';
import { NEXT_STEPS } from '../../src/models/index.ts';
import { createHandler } from '../../src/server/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { modelsHere, NO_OLLAMA } from '../support/models-here.ts';

interface Ended {
  readonly exit: number;
  readonly out: string;
  readonly error: string;
}

async function run(ports: ModelsPorts, line: string): Promise<Ended> {
  const client = createClient({ baseUrl: 'http://keelson.test', fetch: createHandler(createDispatcher([modelsBinding(ports)])) });
  const { terminal, out, error } = memoryTerminal('', { columns: 100 });
  const exit = await runCli(line.split(' '), '1.2.3', { terminal, client, signal: new AbortController().signal }).finally(() => ports.starter.close());
  return { exit, out: out(), error: error() };
}

/** As one line, since where a line breaks depends on how long an address is. */
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

const KEY = 'sk-proj-abcdefghijklmnopqrstuvwx1234567890ABCD';
const heard: string[] = [];
let keyIsGood = true;

/** A machine with an Ollama and a server that speaks OpenAI's format, which repeats the key it was sent when it refuses it. */
function reply({ url = '', headers }: IncomingMessage): { status: number; body: unknown } {
  switch (url) {
    case '/api/tags':
      return { status: 200, body: { models: [{ name: 'qwen3:8b' }, { name: 'nomic:latest' }] } };
    case '/api/show':
      return { status: 200, body: { model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 }, capabilities: ['completion', 'tools'] } };
    case '/v1/models':
      return keyIsGood ? { status: 200, body: { data: [{ id: 'z-ai/glm-5.2', context_length: 204_800 }] } } : { status: 401, body: { error: `wrong key ${headers.authorization}` } };
    case '/empty/v1/models':
      return { status: 200, body: { data: [] } };
    case '/empty/api/tags':
      return { status: 200, body: { models: [] } };
    case '/many/v1/models':
      return { status: 200, body: { data: Array.from({ length: 21 }, (_, at) => ({ id: `m${at}` })) } };
    default:
      return { status: 404, body: {} };
  }
}

const server = createServer((request, response) => {
  heard.push(`${request.method} ${request.url}`);
  request.resume().on('end', () => {
    const { status, body } = reply(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
});
let origin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

/** A provider that counts as the cloud, though its server is here. */
const cloudHere = (keys: unknown[] = [{ env: 'OPENROUTER_API_KEY' }]) => ({ openrouter: { base_url: `${origin}/v1`, location: 'cloud', keys } });

describe('keelson models with nothing configured', () => {
  it('says what was looked for and the three shortest ways to get one, and ends with 1', verifies('KEL-SETTINGS-12'), async () => {
    const nothing = modelsHere({ OLLAMA_HOST: '127.0.0.1:11434' });
    // Nothing listens at the port of a machine without Ollama; here the way out itself is closed, which says the same.
    nothing.http.close();
    const { exit, out, error } = await run(nothing, 'models');
    expect({ exit, error }).toEqual({ exit: 1, error: '' });
    expect(out).toBe(
      [
        'There is no model yet.',
        '',
        'Looked for:',
        '  - keelson.config.json or keelson.config.ts in this folder, those above it and the data folder',
        '  - OPENAI_API_KEY, ANTHROPIC_API_KEY and OPENROUTER_API_KEY in the environment',
        '  - KEELSON_BASE_URL in the environment',
        '  - a running Ollama (OLLAMA_HOST, or 127.0.0.1:11434)',
        '',
        'The shortest ways to one:',
        '  1. On this machine, free: install Ollama from ollama.com, then run `ollama serve` and `ollama pull',
        '     qwen3:8b`.',
        '  2. Hosted: set a key, such as `export OPENROUTER_API_KEY=…` (or OPENAI_API_KEY,',
        '     ANTHROPIC_API_KEY).',
        '  3. Your own server: `export KEELSON_BASE_URL=http://127.0.0.1:8000/v1` for anything that speaks',
        '     the OpenAI format (vLLM, llama.cpp, LiteLLM).',
        '',
        'Then run `keelson models` again.',
        '',
        'No configuration file; everything is from the environment.',
        '',
      ].join('\n'),
    );
  });

  it('says so to a program too', verifies('KEL-SETTINGS-12'), async () => {
    const { exit, out } = await run(modelsHere(NO_OLLAMA), 'models --json');
    const report = JSON.parse(out) as ModelsReport;
    expect([exit, report.models, report.default_model, report.next_steps.length, report.looked_for.length]).toEqual([1, [], null, 3, 4]);
    expect(report.providers).toEqual([
      { provider: 'ollama', format: 'ollama', address: 'http://127.0.0.1:1', location: 'local', key_sources: [], reachable: { state: 'no', why: 'nothing answers there' }, models_offered: null },
    ]);
  });
});

describe('keelson models', () => {
  it('finds a running Ollama by itself', verifies('KEL-SETTINGS-12'), async () => {
    const { exit, out } = await run(modelsHere({ OLLAMA_HOST: origin }), 'models');
    expect(exit).toBe(0);
    expect(out).toBe(
      [
        'qwen3:8b (local, default)',
        '    through ollama, for nano, flash, frontier, coding',
        '    context 40,960 tokens, answer unknown (4,096 tokens assumed); can strict_json, tool_calling',
        '    price free; reliability not measured yet',
        '    reachable',
        '',
        'nomic:latest (local)',
        '    through ollama, for nano, flash, frontier, coding',
        '    context 40,960 tokens, answer unknown (4,096 tokens assumed); can strict_json, tool_calling',
        '    price free; reliability not measured yet',
        '    reachable',
        '',
        'Providers',
        `  ollama (local) at ${origin}, no key: reachable, 2 models`,
        '',
        'No configuration file; everything is from the environment.',
        '',
      ].join('\n'),
    );
  });

  it('asks the cloud only when it is told to, and then says which models it really has', verifies('KEL-SETTINGS-12'), async () => {
    const ports = () => modelsHere({ ...NO_OLLAMA, OPENROUTER_API_KEY: KEY }, { providers: cloudHere(), default_model: 'z-ai/glm-5.2' });
    heard.length = 0;
    const untried = await run(ports(), 'models --json');
    expect(heard).toEqual([]);
    const reach = ({ models }: ModelsReport, id: string) => models.find((one) => one.model_id === id)?.reachable;
    expect(reach(JSON.parse(untried.out) as ModelsReport, 'z-ai/glm-5.2')).toEqual({ state: 'not_tried', why: 'it is asked with --check' });
    const tried = JSON.parse((await run(ports(), 'models --check --json')).out) as ModelsReport;
    expect(heard).toEqual(['GET /v1/models']);
    expect([reach(tried, 'z-ai/glm-5.2'), reach(tried, 'openai/gpt-5.4-nano')]).toEqual([{ state: 'yes', why: '' }, { state: 'no', why: 'openrouter does not list it' }]);
    expect(tried.models.find((one) => one.model_id === 'z-ai/glm-5.2')).toMatchObject({ context_tokens: 204_800, assumed: [], price: { kind: 'known', since: '2026-06-01' } });
    const shown = flat((await run(ports(), 'models --check')).out);
    expect(shown).toContain('price $0.98 in, $3.08 out, $0.1 cached per million tokens (since 2026-06-01); reliability not measured yet');
    expect(shown).toContain('key from environment variable OPENROUTER_API_KEY: reachable, 1 model ');
    expect(shown).toContain('Settings from "/home/ada/keelson.config.json".');
  });

  it('shows what was measured of a model', verifies('KEL-SETTINGS-12'), async () => {
    const ports: ModelsPorts = { ...modelsHere({ OLLAMA_HOST: origin }), reliability: { read: async () => ({ coder: { score: 1, sample_size: 30 }, planner: { score: 0.5, sample_size: 10 } }) } };
    expect((await run(ports, 'models')).out).toContain('price free; reliability 87 % of 40 outputs\n');
  });

  it('leaves the cloud alone where the settings forbid it', verifies('KEL-SETTINGS-12'), async () => {
    heard.length = 0;
    const { exit, out } = await run(modelsHere({ ...NO_OLLAMA, OPENROUTER_API_KEY: KEY }, { providers: cloudHere(), cloud: 'forbid' }), 'models --check');
    expect([exit, heard]).toEqual([1, []]);
    expect(out).toContain('not reachable: the settings forbid the cloud');
    expect(flat(out)).toContain('The cloud is forbidden: words stay on this machine and its network.');
  });

  it('tells of a key that is not there, and shows the rest', verifies('KEL-SETTINGS-12'), async () => {
    const ports = (keys: unknown[]) => modelsHere({ OLLAMA_HOST: origin, PATH: process.env['PATH'] ?? '' }, { providers: cloudHere(keys) });
    const reach = async (keys: unknown[], line: string): Promise<unknown> => (JSON.parse((await run(ports(keys), line)).out) as ModelsReport).providers.map((one) => [one.provider, one.reachable.state, one.reachable.why]);
    expect(await reach([{ env: 'MISSING' }], 'models --json')).toEqual([['ollama', 'yes', ''], ['openrouter', 'no', 'MISSING is not set']]);
    expect(await reach([{ keychain: 'work' }], 'models --json')).toEqual([['ollama', 'yes', ''], ['openrouter', 'not_tried', 'it is asked with --check']]);
    expect(await reach([{ command: ['no-such-program-anywhere'] }], 'models --check --json')).toEqual([
      ['ollama', 'yes', ''],
      ['openrouter', 'no', 'There is no key for openrouter from command no-such-program-anywhere: there is no program no-such-program-anywhere. Install no-such-program-anywhere, or name another place for the key in the settings.'],
    ]);
  });

  it('asks with the first of several keys that there is, and tells of those that are not', verifies('KEL-SETTINGS-19', 'KEL-SETTINGS-12'), async () => {
    const program = { command: ['no-such-program-anywhere'] };
    const told = async (keys: unknown[], line: string): Promise<unknown> => {
      const report = JSON.parse((await run(modelsHere({ ...NO_OLLAMA, OPENROUTER_API_KEY: KEY, PATH: process.env['PATH'] ?? '' }, { providers: cloudHere(keys), default_model: 'z-ai/glm-5.2' }), line)).out) as ModelsReport;
      return [report.providers.find((one) => one.provider === 'openrouter')?.reachable, ...report.problems];
    };
    const noProgram = 'There is no key for openrouter from command no-such-program-anywhere: there is no program no-such-program-anywhere.';
    const unset = 'There is no key for openrouter from environment variable MISSING: it is not set.';
    const reachable = { state: 'yes', why: '' };
    const install = 'Install no-such-program-anywhere, or name another place for the key in the settings.';
    expect(await told([program, { env: 'OPENROUTER_API_KEY' }, { env: 'MISSING' }], 'models --check --json')).toEqual([reachable, `${noProgram} ${install}`, `${unset} Set MISSING to the key, or name another place for it in the settings.`]);
    expect(await told([{ env: 'OPENROUTER_API_KEY' }], 'models --check --json')).toEqual([reachable]);
    const neither = `${noProgram} ${unset} ${install}`;
    expect(await told([program, { env: 'MISSING' }], 'models --check --json')).toEqual([{ state: 'no', why: neither }, `default_model is z-ai/glm-5.2, but it cannot be used: ${neither}`]);
    const untried = { state: 'not_tried', why: 'it is asked with --check' };
    expect(await told([{ env: 'MISSING' }, { env: 'OPENROUTER_API_KEY' }], 'models --json')).toEqual([untried, 'openrouter has several keys, and MISSING is not set.']);
    expect(await told([{ env: 'MISSING' }, { env: 'MISSING_TOO' }], 'models --json')).toEqual([{ state: 'no', why: 'MISSING and MISSING_TOO are not set' }, 'default_model is z-ai/glm-5.2, but it cannot be used: MISSING and MISSING_TOO are not set.']);
  });

  it('looks no further than the first key of a server that is asked unasked', verifies('KEL-SETTINGS-19'), async () => {
    const keys = [{ env: 'OPENROUTER_API_KEY' }, { command: ['no-such-program-anywhere'] }];
    const report = JSON.parse((await run(modelsHere({ ...NO_OLLAMA, OPENROUTER_API_KEY: KEY }, { providers: { house: { format: 'openai_chat', base_url: `${origin}/v1`, keys } } }), 'models --json')).out) as ModelsReport;
    expect([report.problems, report.providers.find((one) => one.provider === 'house')?.models_offered]).toEqual([[], 1]);
  });

  it('says what is wrong with the model that would be asked first', verifies('KEL-SETTINGS-14'), async () => {
    const problems = async (environment: Record<string, string>, file?: unknown): Promise<unknown> => (JSON.parse((await run(modelsHere({ OLLAMA_HOST: origin, ...environment }, file), 'models --json')).out) as ModelsReport).problems;
    expect(await problems({ KEELSON_BASE_URL: `${origin}/v1`, KEELSON_MODEL: 'nope' })).toEqual(['KEELSON_MODEL is nope, but it cannot be used: custom does not list it. Name one that can be used, such as qwen3:8b or nomic:latest or z-ai/glm-5.2.']);
    expect(await problems({}, { models: [{ model_id: 'gone', provider: 'ollama' }] })).toEqual(['gone would be asked first, but it cannot be used: ollama does not list it. Name one that can be used, such as qwen3:8b or nomic:latest.']);
    expect(await problems({ KEELSON_MODEL: 'qwen3:8b' })).toEqual([]);
    expect(await problems({ OPENAI_API_KEY: 'k', KEELSON_MODEL: 'openai/gpt-5.4-mini' })).toEqual([]);
    expect(await problems({ OLLAMA_HOST: '127.0.0.1:1', KEELSON_BASE_URL: origin, KEELSON_MODEL: 'nope' })).toEqual(['KEELSON_MODEL is nope, but it cannot be used: it has no list of models there (status 404); does the address need /v1?']);
  });

  it('claims nothing of a server that answers and keeps no list', verifies('KEL-SETTINGS-13', 'KEL-SETTINGS-12'), async () => {
    const { exit, out } = await run(modelsHere({ ...NO_OLLAMA, KEELSON_BASE_URL: `${origin}/below/v1`, KEELSON_MODEL: 'mine' }), 'models');
    expect(exit).toBe(0);
    expect(out).toContain('    not tried: it answers, but keeps no list of models (status 404)\n');
    expect(flat(out)).toContain('what it can do is not known');
  });

  it('gives advice that fits what the person has begun', verifies('KEL-SETTINGS-16'), async () => {
    const steps = async (environment: Record<string, string>, file?: unknown, line = 'models --json'): Promise<string[]> => (JSON.parse((await run(modelsHere({ ...NO_OLLAMA, ...environment }, file), line)).out) as ModelsReport).next_steps;
    const [onThisMachine, hosted, ownServer] = NEXT_STEPS;
    const ollama = 'Start Ollama with `ollama serve`, or correct its address, which is http://127.0.0.1:1: nothing answers there.';
    expect(await steps({})).toEqual([ollama, hosted, ownServer]);
    expect(await steps({}, { cloud: 'forbid' })).toEqual([ollama, ownServer]);
    expect(await steps({ KEELSON_BASE_URL: 'https://llm.invalid/v1' })).toEqual(['Run `keelson models --check` to ask custom which models it has, or set KEELSON_MODEL=custom/NAME.']);
    expect(await steps({ KEELSON_BASE_URL: origin })).toEqual([ollama, `Correct custom at ${origin}: it has no list of models there (status 404); does the address need /v1?`, hosted]);
    expect(await steps({ KEELSON_BASE_URL: `${origin}/below/v1` })).toEqual(['custom lists no models: set KEELSON_MODEL=custom/NAME.']);
    expect(await steps({ KEELSON_BASE_URL: `${origin}/empty/v1` })).toEqual(['custom has no model yet: load one there.']);
    expect(await steps({ OLLAMA_HOST: `${origin}/empty` })).toEqual(['Ollama runs and has no model yet: run `ollama pull qwen3:8b`.']);
    const house = { providers: { house: { format: 'openai_chat', base_url: `${origin}/many/v1`, location: 'cloud' } } };
    expect(await steps({}, house, 'models --check --json')).toEqual(['house offers 21 models, which are not taken as a whole: set KEELSON_MODEL=house/NAME, or list those you want in the file.']);
    keyIsGood = false;
    const refused = await steps({ OPENROUTER_API_KEY: KEY }, { providers: cloudHere() }, 'models --check --json');
    keyIsGood = true;
    expect(refused).toEqual([`Correct openrouter at ${origin}/v1: it refuses the key.`, ollama, ownServer]);
    expect(await steps({ KEELSON_BASE_URL: `${origin}/v1`, KEELSON_MODEL: 'nope' }, { models: [{ model_id: 'z-ai/glm-5.2', provider: 'custom', name: 'other' }] })).toEqual([]);
    expect(onThisMachine).toContain('install Ollama');
  });

  it('gives the same advice about one provider as a problem where another has models', verifies('KEL-SETTINGS-16', 'KEL-SETTINGS-12'), async () => {
    const { out } = await run(modelsHere({ OLLAMA_HOST: origin, KEELSON_BASE_URL: 'https://llm.invalid/v1' }), 'models --json');
    const { problems, next_steps } = JSON.parse(out) as ModelsReport;
    const alone = (await run(modelsHere({ ...NO_OLLAMA, KEELSON_BASE_URL: 'https://llm.invalid/v1' }), 'models')).out;
    expect(alone).toContain('\n\nThe shortest way to one:\n  1. Run `keelson models --check` to ask custom');
    expect(alone).not.toContain('Looked for');
    expect({ problems, next_steps }).toEqual({ problems: ['Run `keelson models --check` to ask custom which models it has, or set KEELSON_MODEL=custom/NAME.'], next_steps: [] });
  });

  it('tells of a server that could not be started', verifies('KEL-SETTINGS-12'), async () => {
    const ports = modelsHere(NO_OLLAMA, { providers: { ollama: { start: ['no-such-program-anywhere'] } } });
    expect(flat((await run(ports, 'models --check')).out)).toContain('The server of ollama could not be started with no-such-program-anywhere: there is no program');
    expect((await run(modelsHere(NO_OLLAMA, { providers: { ollama: { start: ['no-such-program-anywhere'] } } }), 'models')).out).toContain('nothing answers there');
  });

  it('shows what in the settings is wrong, all at once', verifies('KEL-SETTINGS-12'), async () => {
    const { exit, out, error } = await run(modelsHere(NO_OLLAMA, { clud: 'forbid', models: [{ model_id: 'a', provider: 'x', tier: [] }] }), 'models');
    expect({ exit, out }).toEqual({ exit: 1, out: '' });
    expect(error).toBe(
      [
        'keelson: /home/ada/keelson.config.json cannot be used: models.models.0.tier: unknown; did you mean "tiers"?; models.clud: unknown; did you mean "cloud"?',
        '         Correct the file; docs/models.md and docs/tools.md show what it can hold, and an editor completes it with docs/keelson.config.schema.json.',
        '         [model.settings_invalid]',
        '',
      ].join('\n'),
    );
  });

  it('never shows a key, whatever goes wrong', verifies('KEL-SETTINGS-01'), async () => {
    keyIsGood = false;
    const commands = [[{ env: 'OPENROUTER_API_KEY' }], [{ command: ['node', '-e', `console.log('${'sk-'}' + 'hidden-by-command-1234567890')`] }], [{ command: ['node', '-e', `console.error(process.env.OPENROUTER_API_KEY); process.exit(1)`] }]];
    const environment = { ...NO_OLLAMA, PATH: process.env['PATH'] ?? '', OPENROUTER_API_KEY: KEY, KEELSON_API_KEY: KEY, KEELSON_BASE_URL: `${origin}/v1`, OPENAI_API_KEY: KEY };
    const ended: Ended[] = [];
    for (const keys of commands) for (const line of ['models', 'models --json', 'models --check', 'models --check --json']) ended.push(await run(modelsHere(environment, { providers: { ...cloudHere(keys), openai: { base_url: 'http://127.0.0.1:1/v1', keys: [{ env: 'OPENAI_API_KEY' }] } } }), line));
    ended.push(await run(modelsHere({ ...environment, KEELSON_BASE_URL: `http://ada:${KEY}@127.0.0.1:1/v1` }), 'models'));
    ended.push(await run(modelsHere(environment, { providers: { openai: { keys: [KEY], api_key: KEY } } }), 'models'));
    ended.push(await run(modelsHere({ ...environment, KEELSON_MODEL: KEY }), 'models'), await run(modelsHere({ ...environment, KEELSON_BASE_URL: `${origin}/${KEY}/v1` }), 'models'));
    ended.push(await run(modelsHere(environment, { providers: { [KEY.toLowerCase()]: {} }, [KEY]: 1 }), 'models'));
    const shown = ended.map(({ out, error }) => out + error).join('\n');
    expect(shown).toContain('it refuses the key');
    expect(shown).not.toContain('abcdefghij');
    expect(shown).not.toContain('hidden-by-command');
    keyIsGood = true;
  });
});
