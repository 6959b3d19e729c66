import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { CompactResource, KeyCreated, ledgerEvents, ResponseResource, ResponseStreamEvent } from '../../src/contracts/index.ts';
import { eventsOf } from '../support/read-events.ts';
import { COMPLIANCE_SCENARIO } from '../support/compliance-scenario.ts';
import { HOUSE_MODEL, servedModels, type ServedModelsRig } from '../support/served-models.ts';
import { verifies } from '../requirements/verifies.ts';

const model = HOUSE_MODEL;
const user = (content: unknown): object => ({ type: 'message', role: 'user', content });
const RED_DOT = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const weather = { type: 'function', name: 'get_weather', description: 'How it is', parameters: { type: 'object', properties: { location: { type: 'string' } }, required: ['location'] } };

let rig: ServedModelsRig;
beforeAll(async () => void (rig = await servedModels(COMPLIANCE_SCENARIO)));
afterAll(() => rig[Symbol.asyncDispose]());

const ask = async (body: object): Promise<ResponseResource> => ResponseResource.parse(await (await rig.post('/v1/responses', { model, ...body })).json());
const streamed = async (body: object): Promise<ResponseStreamEvent[]> => {
  const events = await eventsOf((await rig.post('/v1/responses', { model, stream: true, ...body })).body ?? []);
  expect(events.at(-1)?.data).toBe('[DONE]');
  return events.slice(0, -1).map(({ data }) => ResponseStreamEvent.parse(JSON.parse(data)));
};

/** One connection: what is sent is answered by every event up to the last of its turn. */
async function socket(): Promise<{ turn(body: object): Promise<Record<string, unknown>[]>; close(): void }> {
  const open = new WebSocket(`${rig.url.replace('http', 'ws')}/v1/responses`, { headers: { authorization: `Bearer ${rig.token}` } });
  await new Promise((resolve, reject) => open.once('open', resolve).once('error', reject));
  const waiting: { readonly told: Record<string, unknown>[]; readonly resolve: (told: Record<string, unknown>[]) => void }[] = [];
  open.on('message', (data: Buffer) => {
    const event = JSON.parse(data.toString()) as Record<string, unknown>;
    const [turn] = waiting;
    turn?.told.push(event);
    if (!['response.completed', 'response.incomplete', 'response.failed', 'error'].includes(String(event['type']))) return;
    waiting.shift();
    turn?.resolve(turn.told);
  });
  return {
    turn: (body) =>
      new Promise((resolve) => {
        waiting.push({ told: [], resolve });
        open.send(JSON.stringify({ type: 'response.create', model, ...body }));
      }),
    close: () => open.close(),
  };
}

const lastOf = (events: readonly Record<string, unknown>[]): ResponseResource => ResponseResource.parse(events.at(-1)?.['response']);
const codeOf = (events: readonly Record<string, unknown>[]): unknown => (events.at(-1)?.['error'] as { code?: string } | undefined)?.code;

describe('a response', () => {
  it.each([
    ['a message', { input: [user('Say hello.')] }],
    ['plain words', { input: 'Say hello.' }],
    ['what an assistant said, with its phases', { input: [{ type: 'message', role: 'assistant', phase: 'commentary', content: 'I look it up.' }, { type: 'message', role: 'assistant', phase: 'final_answer', content: 'Four.' }, user('Repeat it.')] }],
    ['words of the system', { input: [{ type: 'message', role: 'system', content: 'Be short.' }, user('Say hello.')] }],
    ['an image', { input: [user([{ type: 'input_text', text: 'What is it?' }, { type: 'input_image', image_url: RED_DOT }])] }],
    ['several turns', { input: [user('I am Ada.'), { type: 'message', role: 'assistant', content: 'Hello Ada.' }, user('Who am I?')] }],
    ['tools and fields that nobody here knows', { input: 'Say hello.', tools: [{ type: 'web_search' }, { type: 'custom', name: 'x' }], conversation: 'c1', prompt: { id: 'p' }, tool_choice: { type: 'web_search' } }],
  ])('is given to %s', verifies('KEL-RESP-01', 'MAH-1-6'), async (_name, body) => {
    expect(await ask(body)).toMatchObject({ status: 'completed', model, output: [{ type: 'reasoning' }, { type: 'message', role: 'assistant', content: [{ text: 'Here is a short answer.' }] }] });
  });

  it('is a call where the model makes one', verifies('KEL-RESP-01'), async () => {
    expect((await ask({ input: 'How is it?', tools: [weather] })).output).toMatchObject([{ type: 'function_call', name: 'get_weather', arguments: '{"location":"San Francisco, CA"}', status: 'completed' }]);
  });

  it('is told as it comes: each thing begins, grows and is done, in order and without gaps', verifies('KEL-RESP-02', 'MAH-1-6'), async () => {
    const events = await streamed({ input: 'Count.' });
    expect(events.map(({ sequence_number: at }) => at)).toEqual(events.map((_, at) => at));
    const kinds = events.map(({ type }) => type).filter((type, at, all) => type !== all[at - 1]);
    expect(kinds).toEqual(['response.created', 'response.in_progress', 'response.output_item.added', 'response.reasoning_summary_part.added', 'response.reasoning_summary_text.delta', 'response.reasoning_summary_text.done', 'response.reasoning_summary_part.done', 'response.output_item.done', 'response.output_item.added', 'response.content_part.added', 'response.output_text.delta', 'response.output_text.done', 'response.content_part.done', 'response.output_item.done', 'response.completed']);
    const done = events.at(-1);
    const whole = events.flatMap((event) => (event.type === 'response.output_item.done' ? [event.item] : []));
    expect(done?.type === 'response.completed' && done.response.output).toEqual(whole);
    const calls = await streamed({ input: 'How is it?', tools: [weather] });
    expect(calls.flatMap((event) => (event.type === 'response.function_call_arguments.delta' ? [event.delta] : [])).join('')).toBe('{"location":"San Francisco, CA"}');
  });

  it('is refused by a status before it begins', verifies('KEL-RESP-04'), async () => {
    const refused = async (body: object): Promise<unknown> => {
      const answer = await rig.post('/v1/responses', { model, ...body });
      const { error } = (await answer.json()) as { error: { code: string; message: string; keelson: { next_step: string } } };
      return [answer.status, error.code, error.message.endsWith(error.keelson.next_step)];
    };
    expect(await refused({ input: 'x', model: 'none/such', stream: true })).toEqual([404, 'model_not_found', true]);
    expect(await refused({ input: [{ type: 'function_call_output', call_id: 'c', output: 'x' }] })).toEqual([400, 'input.invalid', true]);
    expect(await refused({ input: [user([{ type: 'input_file', file_data: 'data:application/pdf;base64,AA' }])] })).toEqual([400, 'input.invalid', true]);
    expect((await rig.post('/v1/responses', { model, input: 'x' }, { 'content-type': 'text/plain' })).status).toBe(415);
  });
});

describe('a response that is kept', () => {
  it('can be gone on from after a restart, names its items, and is gone when it is removed', verifies('KEL-RESP-06', 'MAH-1-5'), async () => {
    const first = await ask({ input: 'Remember cobalt.' });
    const forgotten = await ask({ input: 'Remember copper.', store: false });
    await rig.restart();
    const second = await ask({ input: [{ type: 'item_reference', id: first.output[1]?.id }, user('And?')], previous_response_id: first.id });
    expect(second).toMatchObject({ status: 'completed', previous_response_id: first.id });
    const asked = rig.model.requests().at(-1)?.body as { messages: { role: string; content: unknown }[] };
    expect(JSON.stringify(asked.messages)).toMatch(/Remember cobalt.*Here is a short answer.*Here is a short answer.*And\?/);
    expect((await rig.post('/v1/responses', { model, input: 'x', previous_response_id: forgotten.id })).status).toBe(400);
    expect((await rig.get(`/v1/responses/${forgotten.id}`)).status).toBe(404);
    expect(await (await rig.remove(`/v1/responses/${first.id}`)).json()).toEqual({ id: first.id, object: 'response', deleted: true });
    expect((await rig.get(`/v1/responses/${first.id}`)).status).toBe(404);
    const log = await rig.program().client.call(ledgerEvents, { limit: 500, payload: 'stored' }, {});
    expect(JSON.stringify(log)).not.toContain('cobalt');
  });

  it('is found while it is worked on in the background, and afterwards', verifies('KEL-RESP-08'), async () => {
    const begun = await ask({ input: 'Slowly.', background: true });
    expect(begun).toMatchObject({ status: 'queued', background: true });
    const shown = async (): Promise<ResponseResource> => ResponseResource.parse(await (await rig.get(`/v1/responses/${begun.id}`)).json());
    while (['queued', 'in_progress'].includes((await shown()).status));
    expect(await shown()).toMatchObject({ status: 'completed', output: [{}, { content: [{ text: 'Here is a short answer.' }] }] });
    expect((await rig.post('/v1/responses', { model, input: 'x', background: true, store: false })).status).toBe(400);
    const plain = await ask({ input: 'x' });
    expect(await (await rig.post(`/v1/responses/${plain.id}/cancel`, {})).json()).toMatchObject({ error: { code: 'response.not_in_background' } });
  });
});

describe('a WebSocket', () => {
  it('answers one request after the other, and goes on from what is not kept', verifies('KEL-RESP-07'), async () => {
    const line = await socket();
    const [first, second] = await Promise.all([line.turn({ store: false, input: 'Remember cobalt.' }), line.turn({ store: false, input: 'Another.' })]);
    expect([first.map(({ type }) => type)[0], lastOf(first).status]).toEqual(['response.created', 'completed']);
    // Nothing of the second is told before the first has ended.
    expect([first, second].map((events) => new Set(events.flatMap(({ response }) => (response === undefined ? [] : [(response as ResponseResource).id]))).size)).toEqual([1, 1]);
    const third = await line.turn({ store: false, previous_response_id: lastOf(first).id, input: 'What was it?' });
    expect(lastOf(third)).toMatchObject({ status: 'completed', previous_response_id: lastOf(first).id });
    expect(JSON.stringify(rig.model.requests().at(-1)?.body)).toContain('cobalt');
    line.close();
    const other = await socket();
    expect(codeOf(await other.turn({ store: false, previous_response_id: lastOf(first).id, input: 'x' }))).toBe('previous_response_not_found');
    expect(lastOf(await other.turn({ store: false, input: 'Anew.' })).status).toBe('completed');
    other.close();
  });

  it('forgets what a turn that failed was to go on from', verifies('KEL-RESP-07'), async () => {
    const line = await socket();
    const { id } = lastOf(await line.turn({ store: false, input: 'Remember ember.' }));
    expect((await line.turn({ store: false, previous_response_id: id, input: [{ type: 'function_call_output', call_id: 'none', output: 'x' }] })).at(-1)).toMatchObject({ type: 'error', status: 400 });
    expect(codeOf(await line.turn({ store: false, previous_response_id: id, input: 'Go on.' }))).toBe('previous_response_not_found');
    line.close();
  });

  it('goes on from a conversation that was made short', verifies('KEL-RESP-07', 'KEL-RESP-14'), async () => {
    const short = CompactResource.parse(await (await rig.post('/v1/responses/compact', { model, input: [user('Remember slate.'), { type: 'message', role: 'assistant', content: 'OK.' }] })).json());
    expect(short.output).toMatchObject([{ type: 'compaction' }]);
    const line = await socket();
    expect(lastOf(await line.turn({ store: false, input: [...short.output, user('Go on.')] })).status).toBe('completed');
    expect(JSON.stringify(rig.model.requests().at(-1)?.body)).toContain('What was said so far, in short:');
    line.close();
    expect((await rig.post('/v1/responses/compact', { input: 'x' })).status).toBe(400);
    expect((await rig.post('/v1/responses', { model, input: [{ type: 'compaction', encrypted_content: 'of another' }, user('x')] })).status).toBe(400);
  });

  it('is ended when the key of whoever made it is taken back', verifies('KEL-KEYS-03'), async () => {
    const { secret, key } = KeyCreated.parse(await (await rig.post('/v1/commands/key.create', { name: 'line', scopes: ['models'] }, { 'idempotency-key': 'line' })).json());
    const open = new WebSocket(`${rig.url.replace('http', 'ws')}/v1/responses`, { headers: { authorization: `Bearer ${secret}` } });
    await new Promise((resolve, reject) => open.once('open', resolve).once('error', reject));
    await rig.post('/v1/commands/key.revoke', { key_id: key.key_id, reason: 'left' }, { 'idempotency-key': 'line-back' });
    expect(await new Promise((resolve) => open.once('close', resolve))).toBe(1008);
  });

  it('lets nobody in who shows no token', verifies('KEL-RESP-07'), async () => {
    const open = new WebSocket(`${rig.url.replace('http', 'ws')}/v1/responses`);
    expect(await new Promise((resolve) => open.once('error', (error) => resolve(error.message)))).toContain('401');
  });
});
