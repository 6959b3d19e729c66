import { afterEach, describe, expect, it } from 'vitest';
import { gatewayRig, modelAt, type GatewayRig, type RigOptions } from '../../../test/support/gateway-rig.ts';
import { JOURNAL_RUN, journalFixture, type JournalFixture } from '../../../test/support/journal-fixture.ts';
import { modelRequest, textPart } from '../../../test/support/model-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { CounterState, type CounterAmounts } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { BUILTIN_SETUP, createCounters, createDocuments } from '../../ledger/index.ts';
import { createPrefixWatch } from '../stability/prefix-watch.ts';
import { callRecorded, type RecordedCall } from './recorded-call.ts';

const rigs: GatewayRig[] = [];
afterEach(async () => void (await Promise.all(rigs.splice(0).map((rig) => rig.close()))));

type Turns = Parameters<typeof gatewayRig>[0]['turns'];

interface Desk {
  readonly rig: GatewayRig;
  readonly fixture: JournalFixture;
  ask(changes?: Partial<RecordedCall>): Promise<Awaited<ReturnType<typeof callRecorded>>>;
  counter(name: string): Promise<{ spent: CounterAmounts; reserved: CounterAmounts }>;
  types(): Promise<string[]>;
}

/** A run with a budget, whose calls go to a scripted server. */
async function deskWith(turns: Turns, limits: CounterAmounts = { tokens: 100_000, cost_microusd: 1_000_000, cloud_calls: 10 }, options?: RigOptions): Promise<Desk> {
  const rig = await gatewayRig({ turns }, options);
  rigs.push(rig);
  const fixture = await journalFixture();
  const { writer, clock, store } = fixture;
  const counters = createCounters(writer);
  for (const name of ['run:1', 'user:ada']) await counters.open(`open:${name}`, name, limits);
  const documents = createDocuments(store, BUILTIN_SETUP.projections);
  const prefixes = createPrefixWatch();
  return {
    rig,
    fixture,
    async ask(changes = {}) {
      const journal = await fixture.open();
      try {
        const call: RecordedCall = { runId: JOURNAL_RUN, key: 'execute/1/turn-1/model', request: modelRequest({ max_output_tokens: 100 }), candidates: ['openai_chat'], conversation: 'task-a', budgets: { counters: ['run:1', 'user:ada'], operations: counters.operations }, signal: new AbortController().signal, ...changes };
        return await callRecorded(call, { gateway: rig.gateway, journal, log: writer, prefixes, clock, calibrationOf: async () => undefined });
      } finally {
        await journal.close();
      }
    },
    async counter(name) {
      const { spent, reserved } = CounterState.parse((await documents.get(`counter:${name}`))?.body);
      return { spent, reserved };
    },
    types: async () => (await fixture.log.readAll({ after: 0, limit: 200 })).map(({ event }) => event.type),
  };
}

const NOTHING = { tokens: 0, cost_microusd: 0, cloud_calls: 0 };
const answered: Turns[number] = { answer: [{ type: 'text', text: 'good day' }], usage: { input_tokens: 20, output_tokens: 4 } };

describe('a call in a run', () => {
  it('is reserved from every budget before it is made, settled after it, and told as events', verifies('KEL-GATEWAY-10'), async () => {
    const desk = await deskWith([answered]);
    const { response, record } = await desk.ask();
    expect(response.message.content).toEqual([textPart('good day')]);
    expect(record).toMatchObject({ model_id: 'openai_chat', stop_reason: 'end_turn', attempts: [{ outcome: 'answered' }], error: null, cost: { basis: 'measured_actual', components: { usd: { expected: 0.000028 } } } });
    // 20 tokens at 1 dollar and 4 at 2 dollars a million are 28 millionths of a dollar.
    for (const name of ['run:1', 'user:ada']) expect(await desk.counter(name)).toEqual({ spent: { tokens: 24, cost_microusd: 28, cloud_calls: 1 }, reserved: NOTHING });
    expect(await desk.types()).toEqual([
      'run.started',
      'counter.opened',
      'counter.opened',
      'run.step_intended',
      'run.llm_started',
      'counter.reserved',
      'counter.reserved',
      'run.step_completed',
      'run.llm_ended',
      'model.calibrated',
      'counter.settled',
      'counter.settled',
    ]);
    // Beside the opening of the two budgets.
    expect(desk.fixture.asked).toHaveLength(2 + 2);
  });

  it('is not made when the budget cannot hold its worst case', verifies('KEL-GATEWAY-11'), async () => {
    const desk = await deskWith([answered], { tokens: 100, cost_microusd: 1_000_000, cloud_calls: 10 });
    await expect(desk.ask()).rejects.toMatchObject({ code: 'counter.exhausted' });
    expect(desk.rig.server.requests()).toEqual([]);
    expect(await desk.counter('run:1')).toEqual({ spent: NOTHING, reserved: NOTHING });
    expect((await desk.types()).slice(-2)).toEqual(['run.llm_ended', 'run.exception_raised']);
  });

  it('is not made again when the run is resumed: its record answers', verifies('KEL-GATEWAY-12'), async () => {
    const desk = await deskWith([answered]);
    const first = await desk.ask();
    const before = await desk.types();
    expect(await desk.ask()).toEqual(first);
    expect(desk.rig.server.requests()).toHaveLength(1);
    expect(await desk.types()).toEqual(before);
  });

  it('reserves each of its tries, and charges nothing but the call for those that did no work', verifies('KEL-GATEWAY-13'), async () => {
    const desk = await deskWith([{ faults: [{ kind: 'status', status: 503 }] }, answered]);
    const { record } = await desk.ask();
    expect(record.attempts.map(({ fault }) => fault)).toEqual(['overloaded', null]);
    expect((await desk.counter('run:1')).spent).toEqual({ tokens: 24, cost_microusd: 28, cloud_calls: 2 });
  });

  it('is charged in full when it broke off, was stopped, or reported what cannot be', verifies('KEL-GATEWAY-13'), async () => {
    const limits = { tokens: 100_000, cost_microusd: 1_000_000, cloud_calls: 10 };
    const broken = await deskWith([{ ...answered, faults: [{ kind: 'cut', at: 'mid_body', by: 'reset' }] }, answered], limits);
    await broken.ask();
    const { spent } = await broken.counter('run:1');
    const reserved = (await broken.fixture.log.readAll({ after: 0, limit: 50 })).find(({ event }) => event.type === 'counter.reserved')?.event.payload?.['amounts'] as CounterAmounts;
    expect(reserved['tokens']).toBeGreaterThan(100);
    expect(spent).toEqual({ tokens: (reserved['tokens'] ?? 0) + 24, cost_microusd: (reserved['cost_microusd'] ?? 0) + 28, cloud_calls: 2 });
    for (const usage of [null, { input_tokens: -5, output_tokens: 4 }, { input_tokens: 20, output_tokens: 1.5 }]) {
      const doubtful = await deskWith([{ ...answered, usage }], limits);
      await doubtful.ask();
      expect((await doubtful.counter('run:1')).spent).toEqual(reserved);
    }
    const stop = new AbortController();
    const stopped = await deskWith([{ ...answered, chunk_chars: 1, latency_ms: { first_byte: 0, between_chunks: 50 } }], limits);
    await expect(stopped.ask({ signal: stop.signal, onEvent: ({ type }) => type === 'text_delta' && stop.abort() })).rejects.toMatchObject({ name: 'KeelsonError' });
    await expect.poll(() => stopped.counter('run:1')).toEqual({ spent: reserved, reserved: NOTHING });
  });

  it('tells when the beginning of its conversation has changed', verifies('KEL-GATEWAY-10', 'MAH-2D-1'), async () => {
    const desk = await deskWith([answered, answered]);
    await desk.ask();
    await desk.ask({ key: 'execute/1/turn-2/model', request: modelRequest({ messages: [{ role: 'system', text: 'other' }, ...modelRequest().messages] }) });
    const change = (await desk.fixture.log.readAll({ after: 0, limit: 200 })).find(({ event }) => event.type === 'run.prompt_prefix_changed')?.event.payload?.['change'];
    expect(change).toMatchObject({ conversation: 'task-a', changed: ['system'], detail: 'the system text is another' });
  });

  it('reserves for the dearest of its candidates, and costs nothing but tokens on this machine', verifies('KEL-GATEWAY-11'), async () => {
    const modelsAt: RigOptions['modelsAt'] = ({ url }) => [modelAt(url, 'openai_chat', 'openai_chat'), modelAt(url, 'openai_chat', 'dear', { prices: { input: 10, output: 20 } }), modelAt(url, 'ollama', 'here', { prices: undefined as never }, { location: 'local', keys: [] })];
    const desk = await deskWith([answered, answered], undefined, { modelsAt });
    await desk.ask({ candidates: ['openai_chat', 'dear'] });
    const reserved = (await desk.fixture.log.readAll({ after: 0, limit: 50 })).find(({ event }) => event.type === 'counter.reserved')?.event.payload?.['amounts'] as CounterAmounts;
    expect(reserved['cost_microusd']).toBeGreaterThan(2_000);
    await desk.ask({ key: 'execute/1/turn-2/model', candidates: ['here'] });
    expect((await desk.counter('run:1')).spent).toEqual({ tokens: 48, cost_microusd: 28, cloud_calls: 1 });
  });

  it('takes the way it took before when the run is resumed, whatever time there is now', verifies('KEL-GATEWAY-12'), async () => {
    const desk = await deskWith([{ times: 9, faults: [{ kind: 'status', status: 429, headers: { 'retry-after': '7' } }] }]);
    await expect(desk.ask({ timeoutMs: 5_000 })).rejects.toMatchObject({ code: 'model.call_failed', data: { attempts: 1 } });
    await expect(desk.ask({ timeoutMs: 500_000 })).rejects.toMatchObject({ code: 'model.call_failed', data: { attempts: 1 } });
    expect(desk.rig.server.requests()).toHaveLength(1);
  });

  it('waits for nothing that it has waited for before the run was resumed', verifies('KEL-GATEWAY-12'), async () => {
    const desk = await deskWith([{ faults: [{ kind: 'status', status: 429, headers: { 'retry-after': '7' } }] }, answered]);
    const first = await desk.ask();
    const waited = desk.rig.waits.length;
    expect(await desk.ask()).toEqual(first);
    expect(desk.rig.waits).toHaveLength(waited);
  });

  it('that was stopped has not ended: its end is told when the run goes on', verifies('KEL-GATEWAY-17'), async () => {
    const stop = new AbortController();
    const desk = await deskWith([{ ...answered, chunk_chars: 1, latency_ms: { first_byte: 0, between_chunks: 50 } }, answered]);
    await expect(desk.ask({ signal: stop.signal, onEvent: ({ type }) => type === 'text_delta' && stop.abort() })).rejects.toMatchObject({ code: 'journal.cancelled' });
    expect((await desk.types()).filter((type) => type === 'run.llm_ended' || type === 'run.exception_raised')).toEqual([]);
    const { record } = await desk.ask();
    expect(record).toMatchObject({ model_id: 'openai_chat', error: null });
    expect((await desk.types()).slice(-4)).toEqual(['run.llm_ended', 'model.calibrated', 'counter.settled', 'counter.settled']);
  });

  it('is charged for whom it asked: a model on this machine costs no money, whoever would have been next', verifies('KEL-GATEWAY-13'), async () => {
    const modelsAt: RigOptions['modelsAt'] = ({ url }) => [modelAt(url, 'ollama', 'here', { prices: undefined as never }, { location: 'local', keys: [] }), modelAt(url, 'openai_chat', 'dear', { prices: { input: 10, output: 20 } })];
    const desk = await deskWith([{ ...answered, faults: [{ kind: 'cut', at: 'mid_body', by: 'reset' }] }, { ...answered, usage: null }], undefined, { modelsAt });
    await desk.ask({ candidates: ['here', 'dear'] });
    const { spent } = await desk.counter('run:1');
    expect([spent['cost_microusd'], spent['cloud_calls'], (spent['tokens'] ?? 0) > 200]).toEqual([0, 0, true]);
  });

  it('is made by whom the budget can pay when it cannot pay all of them', verifies('KEL-GATEWAY-11'), async () => {
    const modelsAt: RigOptions['modelsAt'] = ({ url }) => [modelAt(url, 'openai_chat', 'dear'), modelAt(url, 'ollama', 'here', { prices: undefined as never }, { location: 'local', keys: [] })];
    const desk = await deskWith([answered], { tokens: 100_000 }, { modelsAt });
    const { record } = await desk.ask({ candidates: ['dear', 'here'] });
    expect(record.model_id).toBe('here');
    expect((await desk.counter('run:1')).spent).toEqual({ tokens: 24 });
  });

  it('is charged in full when it failed after it had begun to answer, and not at all when it was not sent', verifies('KEL-GATEWAY-13'), async () => {
    const begun = await deskWith([{ ...answered, faults: [{ kind: 'error_in_stream' }] }, answered], undefined);
    await begun.ask();
    expect((await begun.counter('run:1')).spent['tokens']).toBeGreaterThan(124);
    const modelsAt: RigOptions['modelsAt'] = ({ url }) => [modelAt(url, 'openai_chat', 'openai_chat')];
    const refuse = async (): Promise<never> => Promise.reject(new KeelsonError('model.key_unavailable', { message: 'no key', nextStep: 'set it', data: { provider: 'p', source: 's', detail: 'd' } }));
    const unsent = await deskWith([answered], undefined, { modelsAt, resolveKey: refuse });
    await expect(unsent.ask()).rejects.toMatchObject({ code: 'model.call_failed', data: { fault: 'authentication' } });
    expect(await unsent.counter('run:1')).toEqual({ spent: NOTHING, reserved: NOTHING });
  });
});

describe('a report of a server that cannot be', () => {
  it('uses up what was set aside for the call and no more, is told, and teaches nothing', verifies('KEL-RAISE-03'), async () => {
    const desk = await deskWith([{ answer: [{ type: 'text', text: 'good day' }], usage: { input_tokens: 1_500_000, output_tokens: 4 } }]);
    const { record, response } = await desk.ask();
    const { spent, reserved } = await desk.counter('run:1');
    expect([(spent['tokens'] ?? 0) < 1_000, reserved['tokens']]).toEqual([true, 0]);
    expect([record.usage.flags, record.usage.input_tokens, response.usage]).toEqual([['far_from_estimate'], null, record.usage]);
    expect([record.cost.estimator_confidence, record.cost.assumptions.at(-1)]).toEqual(['uncalibrated', 'Assumed: the reported usage is not believed (far_from_estimate); the cost is what was charged for it.']);
    expect(await desk.types()).not.toContain('model.calibrated');
  });

  it('says that a figure is assumed where none was reported', verifies('KEL-RAISE-03'), async () => {
    const desk = await deskWith([{ answer: [{ type: 'text', text: 'good day' }], usage: null }]);
    const { record } = await desk.ask();
    expect(record.cost.assumptions.at(-1)).toBe('Assumed: the server did not report its tokens; the cost is the most that the call can have used.');
  });
});

describe('a call that no limit held', () => {
  it('is made once a limit is raised, with an end of its own, and is met again from the record', verifies('KEL-RAISE-07'), async () => {
    const desk = await deskWith([answered], { tokens: 120, cost_microusd: 1_000_000, cloud_calls: 10 });
    const counters = createCounters(desk.fixture.writer);
    const budgets = (raises: number) => ({ counters: ['run:1', 'user:ada'], operations: counters.operations, timesRaised: async () => raises });
    const ended = async () => (await desk.types()).filter((type) => type === 'run.llm_ended').length;
    expect(await desk.ask({ budgets: budgets(0) }).catch(({ code }: KeelsonError) => code)).toBe('counter.exhausted');
    for (const name of ['run:1', 'user:ada']) await counters.raise(`raise:${name}`, name, { tokens: 100_000 }, 'More.');
    expect(await desk.ask({ budgets: budgets(0) }).catch(({ code }: KeelsonError) => code)).toBe('counter.exhausted');
    expect([await ended(), desk.rig.server.requests().length]).toEqual([1, 0]);
    const { record } = await desk.ask({ budgets: budgets(1) });
    expect([record.error, (await desk.ask({ budgets: budgets(1) })).response, await ended(), desk.rig.server.requests().length]).toMatchObject([null, { stop_reason: 'end_turn' }, 2, 1]);
  });
});
