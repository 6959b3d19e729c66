import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { logOver } from '../../test/contract-suites/ledger-samples.ts';
import { ledgerInMemory } from '../../test/support/ledger-in-memory.ts';
import { runSteered, runSteeringTaken } from '../contracts/index.ts';
import { createIds, fixedClock, seededRandom } from '../kernel/index.ts';
import { BUILTIN_SETUP, createBlobs, createLeases, systemTimer } from '../ledger/index.ts';
import { startRun, terminateRun } from './run-life.ts';
import { terminationRecord } from './termination/ending.ts';

const ENDING = { reason: 'insufficient_evidence', details: 'It ended.', factors: [], canRetry: true, suggestedAction: 'user_input', unmet: [] } as const;

async function endOf(texts: readonly string[], takenCount: number): Promise<[details: string, factors: readonly string[]]> {
  const { store } = await ledgerInMemory();
  const { log, writer } = logOver(store, BUILTIN_SETUP);
  const clock = fixedClock(1_800_000_000_000);
  const random = seededRandom(1);
  const ids = createIds({ clock, random });
  const ports = { ledger: { log, blobs: createBlobs(store) }, writer, leases: createLeases({ transact: store.transact.bind(store), pause: async () => {} }), clock, ids, random, timer: systemTimer };
  const runId = await startRun({ key: 'run', userId: 'ada', request: 'tidy up', limits: { tool_calls: 1 } }, ports);
  const messages = texts.map((text) => ({ message_id: ids.mint('cmd'), text, sent_by: 'ada' }));
  const taken = takenCount === 0 ? [] : [{ type: runSteeringTaken.type, streamId: runId, payload: { run_id: runId, call: 'execute/turn-1/steering', messages: messages.slice(0, takenCount) } }];
  await writer.append({ key: 'said', events: [...messages.map((message) => ({ type: runSteered.type, streamId: runId, payload: { run_id: runId, message } })), ...taken] });
  const { details, contributing_factors: factors } = await terminateRun(runId, (at) => terminationRecord(ENDING, { runId, phase: 'execute', artifacts: [] }, at), ports);
  return [details, factors];
}

describe('the end of a run', () => {
  it('tells of what a person said and nobody heard', verifies('KEL-RUN-06'), async () => {
    expect(await endOf(['stop at the tests', 'and commit', 'then rest'], 1)).toEqual(['It ended. It ended before it heard "and commit" and 1 more.', ['steering.unheard']]);
    expect(await endOf(['x'.repeat(300)], 0)).toEqual([`It ended. It ended before it heard "${'x'.repeat(200)}…".`, ['steering.unheard']]);
    expect(await endOf(['stop at the tests'], 1)).toEqual(['It ended.', []]);
  });
});
