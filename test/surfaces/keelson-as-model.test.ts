import { describe, expect, it, vi } from 'vitest';
import { attentionList, attentionShow, budgetShow, KeyCreated, ResponseResource, ResponseStreamEvent } from '../../src/contracts/index.ts';
import { EXAMPLE_SCENARIO, readScenario } from '../../src/models/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { eventsOf } from '../support/read-events.ts';
import { HOUSE_MODEL, servedModels, type ServedModelsRig } from '../support/served-models.ts';

const SECRET = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH';
const HELLO = { turns: [{ answer: [{ type: 'text' as const, text: 'Hello.' }] }] };
const asked = async (rig: ServedModelsRig, body: object): Promise<ResponseResource> => ResponseResource.parse(await (await rig.post('/v1/responses', { model: 'keelson', ...body })).json());
const shown = async (rig: ServedModelsRig, id: string): Promise<ResponseResource> => ResponseResource.parse(await (await rig.get(`/v1/responses/${id}`)).json());

const WAIT = { timeout: 50_000, interval: 100 };

/** As a person does who says yes to everything. */
async function approveAll(rig: ServedModelsRig): Promise<void> {
  const { items } = attentionList.response.parse(await (await rig.post('/v1/queries/attention.list', {})).json());
  for (const { item_id: id } of items) {
    const item = attentionShow.response.parse(await (await rig.post('/v1/queries/attention.show', { id })).json());
    if (item.kind !== 'approval' || item.settled !== null) continue;
    await rig.post('/v1/commands/approval.answer', { approval_id: id, answer: 'approved', action_hash: item.record.question.decision.action_hash }, { 'idempotency-key': id });
  }
}

describe('keelson as a model', () => {
  it('plans, works and checks, tells how it goes on, and answers with what it rests on', verifies('KEL-RESP-11', 'MAH-1-5'), async () => {
    await using rig = await servedModels(readScenario(EXAMPLE_SCENARIO, 'example'));
    const events = (await eventsOf((await rig.post('/v1/responses', { model: 'keelson', input: 'note the tides', stream: true })).body ?? [])).slice(0, -1).map(({ data }) => ResponseStreamEvent.parse(JSON.parse(data)));
    const thought = events.flatMap((event) => (event.type === 'response.reasoning_summary_text.delta' ? [event.delta] : [])).join('');
    expect(thought).toMatch(/Task: .*\nPlan:\n1\. .*write_file: .*tides\.md/s);
    const last = events.at(-1);
    const resource = last?.type === 'response.completed' ? last.response : undefined;
    expect(resource).toMatchObject({ status: 'completed', output: [{ type: 'reasoning' }, { type: 'message', phase: 'final_answer', content: [{ text: 'High water is at 14:05; it stands in tides.md.' }] }], metadata: { keelson_ended: 'success', keelson_checked: expect.stringMatching(/^(\d+) of \1 criteria met$/) as unknown } });
    expect(resource?.usage?.total_tokens).toBeGreaterThan(0);
    const [, message] = resource?.output ?? [];
    const annotations = message?.type === 'message' && message.content[0]?.type === 'output_text' ? message.content[0].annotations : [];
    expect(annotations.map(({ url }) => url)).toEqual(annotations.map(() => expect.stringMatching(/^keelson:artifact:art_/) as unknown));
    expect(annotations.length).toBeGreaterThan(0);
    expect(await shown(rig, resource?.id ?? '')).toEqual(resource);
  });

  it('says that it waits for a person and for what, and has the result when the run was answered and has ended', verifies('KEL-RESP-12'), async () => {
    await using rig = await servedModels(readScenario(EXAMPLE_SCENARIO.replaceAll('tides.md', '.env'), 'example'));
    const waiting = await asked(rig, { input: 'note the tides' });
    expect(waiting).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'waiting_for_person' }, metadata: { keelson_run_id: expect.stringMatching(/^run_/) as unknown } });
    const [, id] = /keelson approve (apr_\w+)/.exec(JSON.stringify(waiting.output)) ?? [];
    expect(id).toMatch(/^apr_/);
    expect(await shown(rig, waiting.id)).toEqual(waiting);
    // Nobody reads such a file, so that each round asks anew; when the run has ended, the response is what it came to.
    await vi.waitFor(async () => {
      await approveAll(rig);
      expect(await shown(rig, waiting.id)).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'retries_exhausted' }, metadata: { keelson_run_id: waiting.metadata?.['keelson_run_id'] } });
    }, WAIT);
  });

  it('is not for who may only ask models', verifies('KEL-RESP-13'), async () => {
    await using rig = await servedModels(HELLO);
    const { secret } = KeyCreated.parse(await (await rig.post('/v1/commands/key.create', { name: 'asks', scopes: ['models'] }, { 'idempotency-key': 'k' })).json());
    const by = (model: string): Promise<Response> => rig.post('/v1/chat/completions', { model, messages: [{ role: 'user', content: 'Hi' }] }, { authorization: `Bearer ${secret}` });
    expect((await by(HOUSE_MODEL)).status).toBe(200);
    const refused = await by('keelson');
    expect([refused.status, await refused.json()]).toMatchObject([403, { error: { type: 'permission_error', code: 'server.not_admitted' } }]);
  });
});

describe('a model that is asked through Keelson', () => {
  it('is paid from the day, and not asked when the day has nothing left', verifies('KEL-RESP-09'), async () => {
    await using rig = await servedModels(HELLO, { config: { runs: { budget: { per_user_daily: { max_total_tokens: 9_000 } } } } });
    const ask = (more: object = {}): Promise<Response> => rig.post('/v1/chat/completions', { model: HOUSE_MODEL, messages: [{ role: 'user', content: 'Hi' }], max_tokens: 50, ...more });
    const answered = await ask();
    expect(answered.status).toBe(200);
    const { usage } = (await answered.json()) as { usage: { total_tokens: number } };
    const total = usage.total_tokens;
    expect(total).toBeGreaterThan(0);
    const before = rig.model.requests().length;
    const refused = await ask({ messages: [{ role: 'user', content: 'word '.repeat(40_000) }] });
    expect([refused.status, refused.headers.get('x-should-retry'), await refused.json()]).toMatchObject([429, 'false', { error: { code: 'insufficient_quota', keelson: { code: 'counter.exhausted' } } }]);
    expect(rig.model.requests()).toHaveLength(before);
    await rig.restart();
    // What was set aside ahead is given back, and exactly what was used stays taken.
    const { scopes } = budgetShow.response.parse(await (await rig.post('/v1/queries/budget.show', {})).json());
    expect(scopes[0]?.limits.find(({ resource }) => resource === 'tokens')).toMatchObject({ used: total, held: 0, left: 9_000 - total });
  });

  it('is told no secrets when it is elsewhere, and none are kept', verifies('KEL-RESP-10'), async () => {
    await using rig = await servedModels(HELLO, { provider: { location: 'cloud', keys: [{ env: 'HOUSE_API_KEY' }] } });
    const resource = ResponseResource.parse(await (await rig.post('/v1/responses', { model: HOUSE_MODEL, input: `My key is ${SECRET}.` })).json());
    const sent = JSON.stringify(rig.model.requests().at(-1)?.body);
    expect([sent.includes(SECRET), sent.includes('[SECRET]')]).toEqual([false, true]);
    const items = await (await rig.get(`/v1/responses/${resource.id}/input_items`)).text();
    expect([items.includes(SECRET), items.includes('[SECRET]')]).toEqual([false, true]);
  });
});
