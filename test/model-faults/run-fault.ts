import { CounterState, type CounterAmounts, type ModelAttempt, type WireFormat } from '../../src/contracts/index.ts';
import { KeelsonError } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, createCounters, createDocuments } from '../../src/ledger/index.ts';
import { askUntilReadable } from '../../src/models/decode/correct-answer.ts';
import type { DecodedCall } from '../../src/models/decode/decode-answer.ts';
import { callRecorded } from '../../src/models/gateway/recorded-call.ts';
import { createPrefixWatch } from '../../src/models/stability/prefix-watch.ts';
import { faultTurn, type FaultRow } from '../support/fault-turns.ts';
import { gatewayRig, modelAt } from '../support/gateway-rig.ts';
import { JOURNAL_RUN, journalFixture } from '../support/journal-fixture.ts';
import { modelRequest } from '../support/model-samples.ts';

export const FAULT_LIMITS = { connectMs: 250, firstByteMs: 250, idleMs: 250, totalMs: 1_500, bytesMax: 12 * 1024 * 1024 };
const BUDGET: CounterAmounts = { tokens: 60_000, cost_microusd: 200_000, cloud_calls: 12 };

/** The tool that the scripted answers call. */
const tides = {
  name: 'tides',
  description: 'Tells the tides of a port.',
  parameters: { type: 'object', properties: { port: { type: 'string' }, day: { type: 'string' } }, required: ['port', 'day'], additionalProperties: false },
};

/** What came of one fault. */
export interface Observed {
  readonly error: KeelsonError | undefined;
  readonly text: string;
  readonly calls: readonly DecodedCall[];
  readonly corrections: number;
  readonly attempts: readonly ModelAttempt[];
  readonly flags: readonly string[];
  readonly waits: readonly number[];
  readonly requests: number;
  readonly budget: CounterAmounts;
  readonly spent: CounterAmounts;
  readonly reserved: CounterAmounts;
  readonly openSockets: number;
}

/** A server that shows the fault once and answers well from then on, asked by a run with a budget until its answer can be read. */
export async function runFault(row: FaultRow, format: WireFormat, seed: number): Promise<Observed> {
  const turn = faultTurn(row.input);
  const sound = { answer: [{ type: 'text' as const, text: 'I look it up for Tromsø 🌊.' }, { type: 'tool_call' as const, name: 'tides', call_id: 'call_2', arguments: { port: 'Tromsø', day: 'today' } }], usage: { input_tokens: 60, output_tokens: 20 } };
  const isRefused = turn === 'refused';
  const rig = await gatewayRig({ seed, turns: [...(isRefused ? [] : [turn]), { ...sound, times: 50 }] }, { seed, limits: FAULT_LIMITS, modelsAt: ({ url, deadUrl }) => [modelAt(isRefused ? deadUrl : url, format, 'model')] });
  const fixture = await journalFixture();
  const counters = createCounters(fixture.writer);
  await counters.open('open', 'run:1', BUDGET);
  const journal = await fixture.open();
  const attempts: ModelAttempt[] = [];
  const flags: string[] = [];
  const asked = askUntilReadable(modelRequest({ tools: [tides], max_output_tokens: 200 }), async (request, attempt) => {
    const { response, record } = await callRecorded(
      { runId: JOURNAL_RUN, key: `fault/ask-${attempt}`, request, candidates: ['model'], conversation: 'fault', budgets: { counters: ['run:1'], operations: counters.operations }, timeoutMs: FAULT_LIMITS.totalMs * 4, signal: new AbortController().signal },
      { gateway: rig.gateway, journal, log: fixture.writer, prefixes: createPrefixWatch(), clock: fixture.clock, calibrationOf: async () => undefined },
    ).catch(async (error: unknown) => {
      attempts.push(...(await endedAttempts()));
      throw error;
    });
    attempts.push(...record.attempts);
    flags.push(...response.usage.flags);
    return response;
  });
  const outcome = await asked.then((answer) => ({ answer }), (error: unknown) => ({ error }));
  await journal.close();
  const requests = rig.server.requests().length;
  rig.http.close();
  const openSockets = await settled(() => rig.server.openSockets());
  await rig.close();
  const { spent, reserved } = CounterState.parse((await createDocuments(fixture.store, BUILTIN_SETUP.projections).get('counter:run:1'))?.body);
  if ('error' in outcome && !(outcome.error instanceof KeelsonError)) throw outcome.error;
  const answer = 'answer' in outcome ? outcome.answer : undefined;
  return {
    error: 'error' in outcome ? (outcome.error as KeelsonError) : undefined,
    text: (answer?.response.message.content ?? []).map((part) => (part.type === 'text' ? part.text : '')).join(''),
    calls: answer?.calls ?? [],
    corrections: answer?.corrections ?? 0,
    attempts,
    flags,
    waits: rig.waits,
    requests,
    budget: BUDGET,
    spent,
    reserved,
    openSockets,
  };

  async function endedAttempts(): Promise<ModelAttempt[]> {
    const ended = (await fixture.log.readAll({ after: 0, limit: 1_000 })).findLast(({ event }) => event.type === 'run.llm_ended');
    return ((ended?.event.payload?.['record'] as { attempts?: ModelAttempt[] } | undefined)?.attempts ?? []);
  }
}

/** A socket that is still open by then was left open, however busy the machine is. */
const CLOSED_WITHIN_MS = 10_000;

/** Sockets close a moment after they were told to. */
async function settled(count: () => number): Promise<number> {
  const until = performance.now() + CLOSED_WITHIN_MS;
  while (count() > 0 && performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
  return count();
}
