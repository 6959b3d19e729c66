import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { memoryTerminal, OUTPUT_ENDED, runCli } from '../../src/cli/index.ts';
import { createClient, type Client } from '../../src/client/index.ts';
import { createDispatcher, createMockModels, type MockModels } from '../../src/commands/index.ts';
import { mockModelRequests, mockModelStart, mockModelStop } from '../../src/contracts/index.ts';
import { EXAMPLE_SCENARIO } from '../../src/models/index.ts';
import { createHandler } from '../../src/server/index.ts';
import { ROOT } from '../architecture/source-files.ts';
import { verifies } from '../requirements/verifies.ts';
import { askPlainly } from '../support/plain-http.ts';

const SCENARIO = JSON.stringify({
  models: ['mock-1', 'mock-2'],
  turns: [{ name: 'greets', answer: [{ type: 'text', text: 'Hello.' }] }, { faults: [{ kind: 'status', status: 429 }, { kind: 'stall', at: 'mid_body', ms: 1 }] }],
});
const FILES: Record<string, string> = { 'scenario.json': SCENARIO, 'example.json': EXAMPLE_SCENARIO, 'broken.json': '{"turns":[],"mood":1}' };

let mockModels: MockModels;
afterEach(() => mockModels.close());

function open(): Client {
  mockModels = createMockModels({
    readText: async (file) => FILES[file] ?? Promise.reject(new Error(`no such file: ${file}`)),
    deadline: (ms) => AbortSignal.timeout(ms),
  });
  return createClient({ baseUrl: 'http://keelson.test', fetch: createHandler(createDispatcher(mockModels.bindings)) });
}

interface Session {
  /** Resolves when this has been printed. */
  printed(text: string): Promise<string>;
  interrupt(reason?: string): void;
  ended: Promise<{ exit: number; out: string; error: string }>;
}

/** A command line that is still running. */
function start(line: string): Session {
  const client = open();
  const interruption = new AbortController();
  const { terminal, out, error } = memoryTerminal();
  const waiting = new Map<string, (out: string) => void>();
  const writeOut = async (text: string): Promise<void> => {
    await terminal.writeOut(text);
    for (const [wanted, found] of waiting) if (out().includes(wanted)) found(out());
  };
  const ended = runCli(line.split(' '), '0', { terminal: { ...terminal, writeOut }, client, signal: interruption.signal }).then((exit) => ({ exit, out: out(), error: error() }));
  return {
    printed: (wanted) => (out().includes(wanted) ? Promise.resolve(out()) : new Promise((resolve) => void waiting.set(wanted, resolve))),
    interrupt: (reason) => interruption.abort(reason),
    ended,
  };
}

const run = (line: string): Session['ended'] => start(line).ended;
const urlIn = (out: string): string => out.split('\n').find((line) => line.includes('ANTHROPIC_BASE_URL='))?.split('=')[1] ?? '';
const body = { model: 'gpt', stream: true, messages: [] };

describe('keelson mock-model', () => {
  it('says where it is and how to use it, tells of each request, and stops with Ctrl-C', verifies('KEL-MOCK-11'), async () => {
    const session = start('mock-model scenario.json');
    const url = urlIn(await session.printed('Ctrl-C stops it.'));
    await askPlainly({ url: `${url}/v1/chat/completions`, body });
    await askPlainly({ url: `${url}/v1/messages`, body: { ...body, stream: false, model: 'a\u001b[2Jb' } });
    await askPlainly({ url: `${url}/nothing`, body });
    await session.printed('nothing is at this path\n');
    session.interrupt();
    const { exit, out, error } = await session.ended;
    const dead = out.split('Connections to ')[1]?.split(' ')[0] ?? '';
    expect({ exit, error }).toEqual({ exit: 130, error: 'Stopped. Requests received: 3.\n' });
    expect(out.replaceAll(url, 'URL').replaceAll(dead, 'DEAD')).toBe(
      `A scripted model answers at URL from scenario.json (2 turns; mock-1, mock-2).

Point a client at it; any key will do:
  OPENAI_BASE_URL=URL/v1
  ANTHROPIC_BASE_URL=URL
  OLLAMA_HOST=URL
  KEELSON_BASE_URL=URL/v1
Connections to DEAD are refused, for whoever wants to see that. Ctrl-C stops it.

1  POST /v1/chat/completions  gpt (stream)  turn 1 "greets"
2  POST /v1/messages  a?[2Jb  turn 2  faults: status 429, stall mid_body (1 ms)
3  POST /nothing  refused: nothing is at this path
`,
    );
    expect((await askPlainly({ url })).ended).toBe('ECONNREFUSED');
  });

  it('gives lines of JSON to a program', verifies('KEL-MOCK-11'), async () => {
    const session = start('mock-model scenario.json --json');
    const started = JSON.parse(await session.printed('\n')) as { started: { url: string } };
    await askPlainly({ url: `${started.started.url}/api/chat`, body });
    await session.printed('"request"');
    session.interrupt(OUTPUT_ENDED);
    const { exit, out, error } = await session.ended;
    expect({ exit, error }).toEqual({ exit: 0, error: '' });
    expect(out.trimEnd().split('\n').slice(1).map((line) => JSON.parse(line) as unknown)).toEqual([
      { request: { number: 1, method: 'POST', path: '/api/chat', model: 'gpt', is_streaming: true, outcome: 'answered', turn: 1, turn_name: 'greets', faults: [] } },
      { stopped: { requests_received: 1 } },
    ]);
  });

  it('prints an example that it can serve', verifies('KEL-MOCK-08'), async () => {
    expect(await run('mock-model --example')).toEqual({ exit: 0, out: EXAMPLE_SCENARIO, error: '' });
    const session = start('mock-model example.json');
    const out = await session.printed('Ctrl-C stops it.');
    expect(out).toContain('(11 turns; mock-model)');
    const { status, bytes } = await askPlainly({ url: `${urlIn(out)}/v1/chat/completions`, body: { model: 'mock-model', messages: [{ role: 'user', content: 'hi' }] } });
    expect([status, JSON.parse(bytes.toString())]).toMatchObject([200, { choices: [{ message: { content: 'Hello! I am a scripted model: I say what scenario.json tells me to.' } }] }]);
    session.interrupt();
    expect((await session.ended).error).toBe('Stopped. Requests received: 1.\n');
  });

  it('serves the scenario that its manual shows', verifies('KEL-MOCK-08'), async () => {
    FILES['manual.json'] = readFileSync(join(ROOT, 'docs/mock-model.md'), 'utf8').split('```json\n')[1]?.split('```')[0] ?? '';
    const session = start('mock-model manual.json');
    const url = `${urlIn(await session.printed('Ctrl-C stops it.'))}/v1/chat/completions`;
    const said = async (content: string): Promise<unknown> => {
      const { status, bytes } = await askPlainly({ url, body: { model: 'mock-model', messages: [{ role: 'user', content }] } });
      return status === 200 ? (JSON.parse(bytes.toString()) as { choices: { message: { content: string } }[] }).choices[0]?.message.content : status;
    };
    expect([await said('hi'), await said('hi'), await said('the weather?'), await said('hi'), await said('hi')]).toEqual(['Hello!', 429, 'Fair, wind from the west.', 'Good to hear from you again.', 'Good to hear from you again.']);
    session.interrupt();
    await session.ended;
  });

  it.each([
    ['mock-model', 2, 'keelson: There is no scenario to answer from.\n         Name one, or print one to begin with: keelson mock-model --example > scenario.json\n'],
    ['mock-model scenario.json --port 70000', 2, "error: option '--port <number>' argument '70000' is invalid. Expected a whole number from 0 to 65535.\n"],
    [
      'mock-model none.json',
      1,
      'keelson: The scenario none.json cannot be read: no such file: none.json.\n         Name a file that you may read; `keelson mock-model --example > scenario.json` writes one to begin with.\n         [scenario.unreadable]\n',
    ],
    [
      'mock-model broken.json',
      1,
      'keelson: The scenario broken.json does not fit: turns: Too small: expected array to have >=1 items; Unrecognized key: "mood".\n         Correct these places; `keelson mock-model --example` prints a scenario that fits, and docs/mock-model.md names every field.\n         [scenario.invalid]\n',
    ],
  ])('answers %s with %i and what to do', verifies('KEL-MOCK-11'), async (line, exit, error) => {
    expect(await run(line)).toEqual({ exit, out: '', error });
  });
});

describe('the operations behind it', () => {
  it('listen where they are told to, and say when they cannot', verifies('KEL-MOCK-10'), async () => {
    const client = open();
    const first = await client.call(mockModelStart, { file: 'scenario.json' });
    const port = Number(new URL(first.ok ? first.value.url : '').port);
    expect(await client.call(mockModelStart, { file: 'scenario.json', port })).toMatchObject({ ok: false, error: { code: 'scenario.port_unavailable' } });
  });

  it('know only servers that run', verifies('KEL-MOCK-11'), async () => {
    const client = open();
    const unknown = { ok: false, error: { code: 'scenario.server_unknown', data: { server: 'mock_1' } } };
    expect(await client.call(mockModelRequests, { server: 'mock_1' })).toMatchObject(unknown);
    expect(await client.call(mockModelStart, { file: 'scenario.json' })).toMatchObject({ ok: true, value: { server: 'mock_1' } });
    expect(await client.call(mockModelRequests, { server: 'mock_1' })).toEqual({ ok: true, value: { requests: [], next_after: 0 } });
    expect(await client.call(mockModelRequests, { server: 'mock_1', after: 4, wait_ms: 1 })).toEqual({ ok: true, value: { requests: [], next_after: 4 } });
    expect(await client.call(mockModelStop, { server: 'mock_1' })).toEqual({ ok: true, value: { requests_received: 0 } });
    expect(await client.call(mockModelStop, { server: 'mock_1' })).toMatchObject(unknown);
  });

  it('start sixteen servers at most', verifies('KEL-MOCK-11'), async () => {
    const client = open();
    const started = [];
    for (let count = 0; count < 17; count += 1) started.push((await client.call(mockModelStart, { file: 'scenario.json' })).ok);
    expect(started).toEqual([...Array.from({ length: 16 }, () => true), false]);
  });
});
