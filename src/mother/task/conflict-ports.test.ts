import { describe, expect, it } from 'vitest';
import { JOURNAL_RUN, journalFixture } from '../../../test/support/journal-fixture.ts';
import { needed, planOf, subtaskOf, task } from '../../../test/support/loop-samples.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { createBlobs } from '../../ledger/index.ts';
import { conflictPorts, type InDispute } from './conflict-ports.ts';
import type { TaskWork } from './task-ports.ts';

const { signal } = new AbortController();
const SEND_BACK = 'Send it back';
const DISPUTE: InDispute = { key: 'review/1/conflict-1', round: { round: 1, task, plan: planOf([subtaskOf(1, [needed('it is there')])]), said: [], avoided: [], earlier: [] }, dispatched: [], replaced: new Map(), shown: [] };

async function asking() {
  const { store, log, writer, clock, open } = await journalFixture();
  return async (overseers: Pick<TaskWork['overseers'], 'ask'>): Promise<string | undefined> => {
    const work = { runId: JOURNAL_RUN, taskId: sample.taskId, journal: await open(), engine: { kind: 'offline' }, overseers, budget: { whileWaiting: <Value>(wait: () => Value) => wait() }, ports: { writer, clock, ledger: { log, blobs: createBlobs(store) } } };
    return conflictPorts(work as unknown as TaskWork, DISPUTE, signal).askPerson('What counts?', [SEND_BACK]);
  };
}

describe('a person asked about a conflict', () => {
  it('has said it also when the run is gone on with where nobody is', async () => {
    const ask = await asking();
    expect([await ask({ ask: async () => SEND_BACK }), await ask({})]).toEqual([SEND_BACK, SEND_BACK]);
  });

  it('is nobody where nobody is there and nothing was said before', async () => {
    expect(await (await asking())({})).toBeUndefined();
  });
});
