import { afterEach, describe, expect, it } from 'vitest';
import { FORMATS, gatewayRig, modelAt, type GatewayRig, type RigOptions } from '../../../test/support/gateway-rig.ts';
import { callPart, modelRequest, readTool, textPart } from '../../../test/support/model-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { ModelId } from '../../contracts/index.ts';
import { createAnswersKept } from '../routing/answers-kept.ts';
import { Secret } from '../settings/secret.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { GatewayEvent } from './gateway.ts';

const rigs: GatewayRig[] = [];
afterEach(async () => void (await Promise.all(rigs.splice(0).map((rig) => rig.close()))));

type Turns = Parameters<typeof gatewayRig>[0]['turns'];
async function rigOf(turns: Turns, options?: RigOptions): Promise<GatewayRig> {
  const rig = await gatewayRig({ turns }, options);
  rigs.push(rig);
  return rig;
}
const call = (rig: GatewayRig, candidates: readonly ModelId[], signal = new AbortController().signal, onEvent: (event: GatewayEvent) => void = () => undefined) =>
  rig.gateway.call({ request: modelRequest({ tools: [readTool] }), candidates, signal, onEvent });

describe('a call', () => {
  it.each(FORMATS)('comes back the same whichever wire format is spoken: %s', verifies('KEL-GATEWAY-01'), async (format) => {
    const rig = await rigOf([{ answer: [{ type: 'text', text: 'I look into the file.' }, { type: 'tool_call', call_id: 'call_1', name: 'read_file', arguments: { path: 'notes.txt' } }], usage: { input_tokens: 40, output_tokens: 9 } }]);
    const events: GatewayEvent[] = [];
    const { response, attempts } = await call(rig, [format], undefined, (event) => events.push(event));
    expect(response).toMatchObject({ model_id: format, message: { role: 'assistant', content: [textPart('I look into the file.'), { ...callPart('call_1', 'read_file', '{"path":"notes.txt"}'), call_id: expect.any(String) as unknown }] }, stop_reason: 'tool_calls', repairs: [] });
    expect(response.usage).toMatchObject({ input_tokens: 40, output_tokens: 9, flags: [] });
    expect(attempts).toMatchObject([{ model_id: format, outcome: 'answered', fault: null }]);
    const text = events.map((event) => (event.type === 'text_delta' ? event.text : '')).join('');
    expect([events[0]?.type, text, events.at(-1)]).toEqual(['started', 'I look into the file.', { type: 'finished', response }]);
  });

  it('is tried again after a failure that passes, and what was shown of the first try is void', verifies('KEL-GATEWAY-02'), async () => {
    const rig = await rigOf([{ answer: [{ type: 'text', text: 'half of an answer' }], faults: [{ kind: 'cut', at: 'mid_body', by: 'reset' }] }, { answer: [{ type: 'text', text: 'whole' }] }]);
    const events: GatewayEvent[] = [];
    const { response, attempts } = await call(rig, ['openai_chat'], undefined, (event) => events.push(event));
    expect(response.message.content).toEqual([textPart('whole')]);
    expect(attempts.map(({ outcome, fault }) => [outcome, fault])).toEqual([['failed', 'connection_reset'], ['answered', null]]);
    expect(events.filter(({ type }) => type === 'restarted')).toHaveLength(1);
    expect(rig.waits).toHaveLength(1);
  });

  it('goes to the next model when the first cannot do it, and fails with what to do when none can', verifies('KEL-GATEWAY-03'), async () => {
    const rig = await rigOf([{ when: { format: 'anthropic' }, answer: [{ type: 'text', text: 'hello' }] }, { times: 10, faults: [{ kind: 'status', status: 401 }] }]);
    const { response, attempts } = await call(rig, ['openai_chat', 'anthropic']);
    expect([response.model_id, attempts.map(({ fault }) => fault)]).toEqual(['anthropic', ['authentication', null]]);
    await expect(call(rig, ['openai_chat', 'ollama'])).rejects.toMatchObject({
      code: 'model.call_failed',
      nextStep: 'Check the key for this provider: `keelson models --check` tries it.',
      data: { fault: 'authentication', model_id: 'ollama', attempts: 2 },
    });
    expect(rig.waits).toEqual([]);
  });

  it('that fails says so in one sentence, however much the server wrote', verifies('KEL-ROUTE-06'), async () => {
    const page = `${'x'.repeat(400)}\nA second line.`;
    const rig = await rigOf([{ when: { format: 'anthropic' }, times: 9, faults: [{ kind: 'status', status: 401, body: { error: { message: page } } }] }, { times: 10, faults: [{ kind: 'status', status: 401, body: { error: { message: 'No such key.' } } }] }], { modelsAt: ({ url, deadUrl }) => [...FORMATS.map((format) => modelAt(url, format)), modelAt(deadUrl, 'openai_chat', 'gone')] });
    const message = (candidates: ModelId[]): Promise<unknown> => call(rig, candidates).then(() => undefined, (error: unknown) => (error instanceof Error ? error.message : error));
    expect(await message(['openai_chat'])).toBe('openai_chat gave no answer: The provider answered with status 401: No such key.');
    expect(await message(['ollama', 'anthropic'])).toBe(`ollama and anthropic gave no answer in 2 tries: The provider answered with status 401: ${'x'.repeat(261)}….`);
    expect(await message(['gone'])).toMatch(/^gone gave no answer in \d tries: nothing answers at the address of the model \(127\.0\.0\.1:\d+, ECONNREFUSED\)\.$/);
  });

  it('is judged by its status also when what explains it breaks off', verifies('KEL-GATEWAY-03'), async () => {
    const rig = await rigOf([{ times: 9, faults: [{ kind: 'raw', status: 401, headers: { 'content-type': 'application/json', 'content-length': '500' }, chunks: [{ text: '{"error":' }], by: 'reset' }] }]);
    await expect(call(rig, ['openai_chat'])).rejects.toMatchObject({ code: 'model.call_failed', data: { fault: 'authentication', attempts: 1 } });
  });

  it('is given up at once when what it says is refused, and not tried again where it cannot be understood', verifies('KEL-GATEWAY-03'), async () => {
    const filtered = { error: { message: 'The response was filtered', code: 'content_filter' } };
    const rig = await rigOf([{ times: 9, faults: [{ kind: 'status', status: 400, body: filtered }] }]);
    await expect(call(rig, ['openai_chat', 'anthropic'])).rejects.toMatchObject({ code: 'model.call_failed', data: { fault: 'content_filtered', attempts: 1 } });
    const misread = await rigOf([{ times: 9, faults: [{ kind: 'status', status: 400 }] }]);
    await expect(call(misread, ['openai_chat', 'anthropic'])).rejects.toMatchObject({ code: 'model.call_failed', data: { fault: 'bad_request', attempts: 2 } });
  });

  it('that does not fit goes only to models that take more', verifies('KEL-GATEWAY-03'), async () => {
    const modelsAt: RigOptions['modelsAt'] = ({ url }) => [modelAt(url, 'openai_chat', 'small'), modelAt(url, 'openai_chat', 'smaller', { context_tokens: 50_000 }), modelAt(url, 'openai_chat', 'large', { context_tokens: 200_000, name: 'large' })];
    const rig = await rigOf([{ when: { model: 'large' }, answer: [{ type: 'text', text: 'fits' }] }, { times: 9, faults: [{ kind: 'status', status: 413 }] }], { modelsAt });
    const { attempts } = await call(rig, ['small', 'smaller', 'large']);
    expect(attempts.map(({ model_id }) => model_id)).toEqual(['small', 'large']);
  });

  it('waits as long as the server asks, and no try goes beyond the time for all of them', verifies('KEL-GATEWAY-04'), async () => {
    const rig = await rigOf([{ faults: [{ kind: 'status', status: 429, headers: { 'retry-after': '7' } }] }, { answer: [{ type: 'text', text: 'now' }] }]);
    await call(rig, ['openai_chat']);
    expect(rig.waits).toContain(7_000);
    const late = await rigOf([{ times: 9, faults: [{ kind: 'status', status: 429, headers: { 'retry-after': '7' } }] }]);
    await expect(late.gateway.call({ request: modelRequest(), candidates: ['openai_chat'], signal: new AbortController().signal, timeoutMs: 5_000 })).rejects.toMatchObject({ code: 'model.call_failed', data: { fault: 'rate_limited', attempts: 1 } });
  });

  it('is made with another key at once when one is used up or refused', verifies('KEL-GATEWAY-09'), async () => {
    for (const status of [429, 401, 402]) {
      const modelsAt: RigOptions['modelsAt'] = ({ url }) => [modelAt(url, 'openai_chat', 'a', {}, { keys: [{ env: 'ONE' }, { env: 'TWO' }] })];
      const rig = await rigOf([{ faults: [{ kind: 'status', status, headers: { 'retry-after': '90' } }] }, { answer: [{ type: 'text', text: 'now' }] }], { modelsAt, resolveKey: async (_provider, source) => new Secret('env' in source ? source.env : '') });
      const { attempts } = await call(rig, ['a']);
      expect([attempts.map(({ outcome }) => outcome), rig.waits]).toEqual([['failed', 'answered'], []]);
    }
  });

  it('never shows a key, also when a server quotes it', verifies('KEL-GATEWAY-05'), async () => {
    const rig = await rigOf([{ times: 9, faults: [{ kind: 'status', status: 401, body: '{"error":{"message":"Incorrect API key provided: sk-test-0123456789"}}' }] }]);
    const error: unknown = await call(rig, ['openai_chat']).catch((reason: unknown) => reason);
    expect(JSON.stringify([error, String(error)])).not.toContain('0123456789');
    expect(String(error)).toContain('[key]');
  });
});

describe('an answer without words', () => {
  it('is taken for one when silence explains it, and asked for again when its words were lost', verifies('KEL-GATEWAY-16'), async () => {
    const silent = (output_tokens: number, more: Partial<Turns[number]> = {}): Turns[number] => ({ answer: [], usage: { input_tokens: 40, output_tokens }, ...more });
    const attemptsOf = async (turn: Turns[number]): Promise<(string | null)[]> => (await call(await rigOf([turn, { answer: [{ type: 'text', text: 'here' }] }]), ['anthropic'])).attempts.map(({ fault }) => fault);
    expect(await attemptsOf(silent(1))).toEqual([null]);
    expect(await attemptsOf(silent(8))).toEqual([null]);
    expect(await attemptsOf(silent(9))).toEqual(['empty', null]);
    expect(await attemptsOf(silent(0))).toEqual(['empty', null]);
    for (const stop_reason of ['max_tokens', 'refusal'] as const) expect(await attemptsOf(silent(0, { stop_reason }))).toEqual([null]);
  });
});

describe('a call that is stopped', () => {
  it('closes its connection, and is neither tried again nor taken elsewhere', verifies('KEL-GATEWAY-06', 'MAH-10B-1', 'MAH-10B-2', 'MAH-10B-3'), async () => {
    const rig = await rigOf([{ answer: [{ type: 'text', text: 'a long story that takes its time' }], chunk_chars: 2, latency_ms: { first_byte: 0, between_chunks: 30 } }]);
    const stop = new AbortController();
    const stopped = call(rig, ['openai_chat', 'anthropic'], stop.signal, ({ type }) => type === 'text_delta' && stop.abort());
    await expect(stopped).rejects.toMatchObject({ code: 'model.cancelled', data: { model_id: 'openai_chat' } });
    expect(rig.server.requests()).toHaveLength(1);
    await expect.poll(() => rig.server.openSockets()).toBe(0);
    expect(rig.waits).toEqual([]);
  });

  it('is not begun when it was stopped before, nor while it waits for its next try', verifies('KEL-GATEWAY-06'), async () => {
    const stop = new AbortController();
    const rig = await rigOf([{ times: 9, faults: [{ kind: 'status', status: 503 }] }], { wait: async () => stop.abort() });
    await expect(call(rig, ['openai_chat'], stop.signal)).rejects.toMatchObject({ code: 'model.cancelled' });
    expect(rig.server.requests()).toHaveLength(1);
    await expect(call(rig, ['openai_chat'], stop.signal)).rejects.toMatchObject({ code: 'model.cancelled' });
    expect(rig.server.requests()).toHaveLength(1);
  });
});

describe('an endpoint that fails again and again', () => {
  it('is left alone for a while, and another one is asked at once', verifies('KEL-GATEWAY-07'), async () => {
    const modelsAt: RigOptions['modelsAt'] = ({ url, deadUrl }) => [modelAt(deadUrl, 'openai_chat', 'dead'), modelAt(url, 'openai_chat', 'alive')];
    const rig = await rigOf([{ answer: [{ type: 'text', text: 'here' }] }], { modelsAt });
    for (let count = 0; count < 2; count += 1) await call(rig, ['dead', 'alive']);
    const { attempts } = await call(rig, ['dead', 'alive']);
    expect(attempts.map(({ model_id }) => model_id)).toEqual(['alive']);
  });

  it('is left alone when it reports more tokens than can be', verifies('KEL-GATEWAY-07'), async () => {
    const rig = await rigOf([{ answer: [{ type: 'text', text: 'here' }], usage: { input_tokens: 1e12, output_tokens: 1 } }]);
    const { response } = await call(rig, ['openai_chat']);
    expect(response.usage).toMatchObject({ input_tokens: null, flags: ['absurd'] });
    await expect(call(rig, ['openai_chat'])).rejects.toMatchObject({ code: 'model.call_failed', data: { fault: 'overloaded', detail: 'openai_chat is not asked for now: it reported more tokens than can be' } });
    expect(rig.server.requests()).toHaveLength(1);
  });
});

describe('an answer that may be used again', () => {
  const ask = (rig: GatewayRig, changes: Parameters<typeof modelRequest>[0] = {}) => rig.gateway.call({ request: modelRequest(changes), candidates: ['openai_chat'], signal: new AbortController().signal });

  it('is given again to the same request, and costs nothing then', verifies('KEL-GATEWAY-15'), async () => {
    const rig = await rigOf([{ answer: [{ type: 'text', text: 'one' }] }, { answer: [{ type: 'text', text: 'two' }] }], { kept: createAnswersKept() });
    const first = await ask(rig);
    const { response, attempt } = await ask(rig);
    expect([response.message, attempt.outcome, response.usage]).toEqual([first.response.message, 'reused', { input_tokens: 0, output_tokens: 0, cached_input_tokens: 0, cache_write_tokens: 0, reasoning_tokens: 0, flags: [] }]);
    expect((await ask(rig, { temperature: 1 })).response.message.content).toEqual([textPart('two')]);
    expect(rig.server.requests()).toHaveLength(2);
  });

  it('is asked for again unless a person allowed it', verifies('KEL-GATEWAY-15'), async () => {
    const rig = await rigOf([{ times: 2, answer: [{ type: 'text', text: 'one' }] }]);
    for (let count = 0; count < 2; count += 1) await ask(rig);
    expect(rig.server.requests()).toHaveLength(2);
  });
});

describe('a request for more than a model writes', () => {
  it('asks for as much as it writes', verifies('KEL-GATEWAY-01'), async () => {
    const rig = await rigOf([{ answer: [{ type: 'text', text: 'one' }] }]);
    await rig.gateway.call({ request: modelRequest({ max_output_tokens: 99_999 }), candidates: ['anthropic'], signal: new AbortController().signal });
    expect(rig.server.requests()[0]).toMatchObject({ body: { max_tokens: 4_000 } });
  });
});

describe('a server that is silent', () => {
  it.each([
    ['before its answer', { kind: 'stall', at: 'before_headers' } as const, 'first_byte_timeout'],
    ['in the middle of it', { kind: 'stall', at: 'mid_body' } as const, 'idle_timeout'],
  ])('%s is not waited for without end', verifies('KEL-GATEWAY-08'), async (_when, fault, expected) => {
    const limits = { ...DEFAULT_LIMITS, firstByteMs: 60, idleMs: 60 };
    const rig = await rigOf([{ times: 9, answer: [{ type: 'text', text: 'half' }], faults: [fault] }], { limits });
    await expect(call(rig, ['openai_chat'])).rejects.toMatchObject({ code: 'model.call_failed', data: { fault: expected, attempts: 2 } });
  });
});
