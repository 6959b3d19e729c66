import { afterEach, describe, expect, it } from 'vitest';
import { gatewayRig, modelAt, type GatewayRig, type RigOptions } from '../../../test/support/gateway-rig.ts';
import { JOURNAL_RUN, journalFixture, type JournalFixture } from '../../../test/support/journal-fixture.ts';
import { modelRequest, readTool } from '../../../test/support/model-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { BUILTIN_SETUP, createCounters, createDocuments } from '../../ledger/index.ts';
import { uncalibrated } from '../tokens/calibration.ts';
import { readMeasures } from '../routing/read-measures.ts';
import { createPrefixWatch } from '../stability/prefix-watch.ts';
import { createModelDesk, type DeskAnswer, type DeskPorts } from './model-desk.ts';
import type { Question } from './question.ts';

const rigs: GatewayRig[] = [];
afterEach(async () => void (await Promise.all(rigs.splice(0).map((rig) => rig.close()))));

type Turns = Parameters<typeof gatewayRig>[0]['turns'];
const output = { name: 'verdict', schema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'], additionalProperties: false } };
const says = (text: string, model?: string): Turns[number] => ({ answer: [{ type: 'text', text }], ...(model !== undefined && { when: { model } }) });

/** Two small models and a large one, all in the cloud but the first. */
const modelsAt: NonNullable<RigOptions['modelsAt']> = ({ url }) => [
  modelAt(url, 'openai_chat', 'near', { name: 'near', tiers: ['flash'], capabilities: ['tool_calling', 'strict_json'] }, { location: 'local', keys: [] }),
  modelAt(url, 'openai_chat', 'far', { name: 'far', tiers: ['flash'], capabilities: ['tool_calling', 'strict_json'] }),
  modelAt(url, 'anthropic', 'large', { name: 'large', tiers: ['frontier'], capabilities: ['tool_calling', 'strict_json', 'coding'] }),
];

interface Office {
  readonly rig: GatewayRig;
  readonly fixture: JournalFixture;
  ask(changes?: Partial<Question>, ports?: Partial<DeskPorts>): Promise<DeskAnswer>;
  events(type: string): Promise<unknown[]>;
}

async function officeWith(turns: Turns, cloudCalls = 100): Promise<Office> {
  const rig = await gatewayRig({ turns }, { modelsAt });
  rigs.push(rig);
  const fixture = await journalFixture();
  const { writer, clock, store } = fixture;
  const counters = createCounters(writer);
  await counters.open('open', 'run:1', { tokens: 1_000_000, cost_microusd: 10_000_000, cloud_calls: cloudCalls });
  const documents = createDocuments(store, BUILTIN_SETUP.projections);
  const prefixes = createPrefixWatch();
  return {
    rig,
    fixture,
    async ask(changes = {}, ports = {}) {
      const journal = await fixture.open();
      try {
        const desk = createModelDesk({ gateway: rig.gateway, journal, log: writer, prefixes, clock, defaultModel: undefined, cloud: 'allow', measuresOf: (modelId) => readMeasures(documents, modelId), ...ports });
        return await desk.ask({
          runId: JOURNAL_RUN,
          key: 'review/1/critic',
          roleId: 'critic',
          work: 'repair',
          request: modelRequest({ output }),
          requiredCapabilities: ['strict_json'],
          sensitivity: 'private',
          targetLatencyMs: 10_000,
          conversation: 'review',
          budgets: { counters: ['run:1'], operations: counters.operations },
          policy: { libraryForbidsCloud: false, restrictedMayLeave: false },
          signal: new AbortController().signal,
          ...changes,
        });
      } finally {
        await journal.close();
      }
    },
    events: async (type) => (await fixture.log.readAll({ after: 0, limit: 1_000 })).filter(({ event }) => event.type === type).map(({ event }) => event.payload),
  };
}

describe('a question', () => {
  it('goes to the model on this machine that can answer it, and the decision is an event', verifies('KEL-DESK-01', 'ROLES-22'), async () => {
    const office = await officeWith([says('{"ok":true}')]);
    const answer = await office.ask();
    expect(answer).toMatchObject({ output: { ok: true }, corrections: 0, route: { model: { model_id: 'near', location: 'local' }, parallel: null }, records: [{ model_id: 'near' }] });
    expect(await office.events('run.model_routed')).toEqual([{ run_id: JOURNAL_RUN, call: 'review/1/critic', decision: answer.route }]);
    expect(await office.events('model.reliability_measured')).toEqual([{ model_id: 'near', role_id: 'critic', was_valid: true, measured: { score: 1, sample_size: 1 } }]);
  });

  it('is routed and asked by what was measured at one moment, and asked again by what is measured then', verifies('KEL-FAST-24'), async () => {
    const office = await officeWith([says('{"ok":1}', 'near'), says('{"ok":false}', 'far')]);
    const read: string[] = [];
    await office.ask({}, { measuresOf: async (modelId) => (read.push(modelId), { calibration: uncalibrated(modelId), reliability: {} }) });
    // Once for the route and the question after it, then for each of the two that correct it, and for the larger model.
    expect(read).toEqual(['near', 'far', 'large', 'near', 'far', 'large', 'near', 'far', 'large', 'far']);
  });

  it('takes the same way when the run is resumed, whatever has been measured meanwhile', verifies('KEL-DESK-02'), async () => {
    const office = await officeWith([says('{"ok":true}')]);
    const first = await office.ask();
    const { response, route, output: value, exchange } = await office.ask({}, { cloud: 'forbid', defaultModel: 'large' });
    expect({ response, route, output: value, exchange }).toEqual({ response: first.response, route: first.route, output: { ok: true }, exchange: [] });
    expect(office.rig.server.requests()).toHaveLength(1);
  });

  it('never leaves the machine when it may not', verifies('KEL-DESK-01'), async () => {
    const office = await officeWith([says('{"ok":true}')]);
    await expect(office.ask({ requiredCapabilities: ['coding'] }, { cloud: 'forbid' })).rejects.toMatchObject({ code: 'model.route_refused' });
    await expect(office.ask({ key: 'other', requiredCapabilities: ['coding'], sensitivity: 'confidential' })).rejects.toMatchObject({ code: 'model.route_refused' });
    expect(office.rig.server.requests()).toEqual([]);
  });

  it('is asked again with what was wrong, and goes to a larger model when that does not help', verifies('KEL-DESK-03'), async () => {
    const office = await officeWith([says('{"ok":1}', 'near'), says('{"ok":false}', 'far')]);
    const answer = await office.ask();
    expect(answer).toMatchObject({ output: { ok: false }, records: [{ model_id: 'far' }], route: { escalation: { when: 'repairs_exhausted', to: { model_id: 'far' } } } });
    expect(office.rig.server.requests()).toHaveLength(4);
    expect((await office.events('model.reliability_measured')).map((payload) => (payload as { was_valid: boolean }).was_valid)).toEqual([false, false, false, true]);
  });

  it('goes to two models when the chosen one often fails at JSON, and the first valid answer counts', verifies('KEL-DESK-04', 'ROLES-23'), async () => {
    const office = await officeWith([says('{"ok":1}', 'near'), says('{"ok":true}', 'far'), says('{"ok":false}', 'large')]);
    for (let count = 1; count <= 2; count += 1) await office.ask({ key: `review/${count}` });
    const before = office.rig.server.requests().length;
    const answer = await office.ask({ key: 'review/3' });
    expect(answer).toMatchObject({ output: { ok: true }, route: { model: { model_id: 'near' }, parallel: { models: [{ model_id: 'far' }], quorum: 'first_valid' } }, records: [{ model_id: 'far' }] });
    const after = office.rig.server.requests().length;
    expect(after - before).toBeGreaterThanOrEqual(2);
    expect(await office.ask({ key: 'review/3' })).toEqual(answer);
    expect(office.rig.server.requests()).toHaveLength(after);
  });

  it('that is words only measures nothing', verifies('KEL-DESK-01'), async () => {
    const office = await officeWith([says('Good day.'), { answer: [{ type: 'tool_call', name: 'read_file', arguments: { path: 'a' } }] }]);
    await office.ask({ request: modelRequest(), requiredCapabilities: [] });
    expect(await office.events('model.reliability_measured')).toEqual([]);
    const { calls } = await office.ask({ key: 'next', request: modelRequest({ tools: [readTool] }), requiredCapabilities: ['tool_calling'] });
    expect(calls).toMatchObject([{ name: 'read_file', arguments: { path: 'a' } }]);
    expect(await office.events('model.reliability_measured')).toHaveLength(1);
  });

  it('that goes to two models is told by its own name, also when several do so at once', verifies('KEL-DESK-04'), async () => {
    const office = await officeWith([says('{"ok":1}', 'near'), says('{"ok":true}', 'far')]);
    for (let count = 1; count <= 2; count += 1) await office.ask({ key: `warm/${count}` });
    const answers = await Promise.all(['one', 'two'].map((key) => office.ask({ key })));
    expect(answers.map(({ output: value }) => value)).toEqual([{ ok: true }, { ok: true }]);
    const ended = (await office.events('run.llm_ended')).map((payload) => (payload as { call: string }).call);
    expect(ended).toEqual(expect.arrayContaining(['one/together/model-2/ask-1', 'two/together/model-2/ask-1']));
  });

  it('is not answered by a refusal while another model answers it', verifies('KEL-DESK-04'), async () => {
    const office = await officeWith([{ when: { model: 'near', system_contains: 'now' }, answer: [{ type: 'refusal', text: 'No.' }], stop_reason: 'refusal' }, says('{"ok":1}', 'near'), { ...says('{"ok":true}', 'far'), latency_ms: { first_byte: 50, between_chunks: 0 } }, { when: { model: 'large' }, answer: [{ type: 'refusal', text: 'No.' }], stop_reason: 'refusal' }]);
    for (let count = 1; count <= 2; count += 1) await office.ask({ key: `warm/${count}` });
    const measured = (await office.events('model.reliability_measured')).length;
    const answer = await office.ask({ key: 'now', request: modelRequest({ output, messages: [{ role: 'system', text: 'now' }, ...modelRequest().messages] }) });
    expect([answer.output, answer.records[0]?.model_id]).toEqual([{ ok: true }, 'far']);
    expect(await office.events('model.reliability_measured')).toHaveLength(measured + 1);
  });

  it('about the work of one model goes to none that reasons less well, not even when nobody else is left', verifies('ART-INV-04', 'KEL-ROUTE-01'), async () => {
    const office = await officeWith([{ when: { model: 'large', system_contains: 'down' }, faults: [{ kind: 'status', status: 401, body: '{}' }], times: 9 }, says('{"ok":true}')]);
    const asked = (): unknown[] => office.rig.server.requests().map(({ model }) => model);
    expect(await office.ask({ noWeakerThan: 'large' })).toMatchObject({ output: { ok: true }, records: [{ model_id: 'large' }], route: { request: { no_weaker_than: 'large' }, model: { model_id: 'large' }, escalation: null } });
    expect(await office.ask({ key: 'review/2', noWeakerThan: 'near' })).toMatchObject({ records: [{ model_id: 'near' }] });
    await expect(office.ask({ key: 'review/3', noWeakerThan: 'large', request: modelRequest({ output, messages: [{ role: 'system', text: 'down' }, ...modelRequest().messages] }) })).rejects.toMatchObject({ code: 'model.call_failed', data: { model_id: 'large', fault: 'authentication' } });
    await expect(office.ask({ key: 'review/4', noWeakerThan: 'large' }, { cloud: 'forbid' })).rejects.toMatchObject({ code: 'model.route_refused', data: { reason: 'weaker_than_required' } });
    expect(asked()).toEqual(['large', 'near', 'large']);
  });

  it('that wants a larger model goes to one, which everybody can see, and the same way when the run is resumed', verifies('KEL-ROUTE-02'), async () => {
    const office = await officeWith([says('{"ok":true}')]);
    const { route, response } = await office.ask({ work: 'main', escalate: true });
    expect([response.model_id, route.escalated, route.model]).toEqual(['large', 'to_larger', { model_id: 'large', location: 'cloud' }]);
    expect(await office.events('run.model_routed')).toEqual([{ run_id: JOURNAL_RUN, call: 'review/1/critic', decision: route }]);
    expect((await office.ask({ work: 'main', escalate: true }, { cloud: 'forbid' })).route).toEqual(route);
    expect(await office.ask({ key: 'alone', work: 'main', escalate: true }, { cloud: 'forbid' })).toMatchObject({ records: [{ model_id: 'near' }], route: { escalated: 'none_available', rationale: expect.stringMatching(/^Escalation: none available/) as unknown } });
    expect(office.rig.server.requests().map(({ model }) => model)).toEqual(['large', 'near']);
  });

  it('draws on the same budget for a larger model in the cloud, which is not asked when no cloud call is left', verifies('MH4-5-21', 'KEL-ROUTE-03'), async () => {
    const office = await officeWith([says('{"ok":true}')], 1);
    expect((await office.ask({ key: 'one', work: 'main', escalate: true })).response.model_id).toBe('large');
    expect((await office.ask({ key: 'two', work: 'main', escalate: true })).response.model_id).toBe('near');
    await expect(office.ask({ key: 'three', work: 'main', escalate: true, noWeakerThan: 'large' })).rejects.toMatchObject({ code: 'counter.exhausted' });
    expect(office.rig.server.requests().map(({ model }) => model)).toEqual(['large', 'near']);
  });
});
