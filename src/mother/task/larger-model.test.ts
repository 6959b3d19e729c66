import { describe, expect, it } from 'vitest';
import { runId as runNumber } from '../../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { JOURNAL_RUN, journalFixture } from '../../../test/support/journal-fixture.ts';
import { ended, started, stated } from '../../../test/support/run-history.ts';
import type { TerminationRecord } from '../../contracts/index.ts';
import { BUILTIN_SETUP, createDocuments } from '../../ledger/index.ts';
import { repairsOnLargerModel, startsOnLargerModel } from './larger-model.ts';
import type { TaskPorts } from './task-ports.ts';

const REQUEST = 'Mend the gate.';

/** A ledger with runs in it, and what one of them finds out about those before it. */
async function rig() {
  const fixture = await journalFixture();
  const { store, log, writer } = fixture;
  const ports = { ledger: { log, documents: createDocuments(store, BUILTIN_SETUP.projections) } } as unknown as Pick<TaskPorts, 'ledger'>;
  let runs = 0;
  const begun = async (request = REQUEST) => {
    const runId = runNumber((runs += 1) + 100);
    await writer.append({ key: `begun-${runs}`, events: [stated('run.started', started(runId, request), runId)] });
    return runId;
  };
  return {
    begun,
    async over(request: string, changes: Partial<TerminationRecord>) {
      const runId = await begun(request);
      const { termination } = ended('retries_exhausted', runId) as { termination: TerminationRecord };
      await writer.append({ key: `${runId}:terminated`, events: [stated('run.terminated', { termination: { ...termination, can_retry: true, suggested_action: 'escalate_model', ...changes } }, runId)] });
    },
    async startsLarger(request = REQUEST) {
      const journal = await fixture.open();
      try {
        return await startsOnLargerModel(JOURNAL_RUN, request, journal, ports, new AbortController().signal);
      } finally {
        await journal.close();
      }
    },
  };
}

describe('a larger model', () => {
  it('does the third repair and no other', verifies('ROLES-12', 'KEL-ROUTE-04'), () => {
    expect([1, 2, 3, 4, 5, 6].map((round) => repairsOnLargerModel(round))).toEqual([false, false, false, true, false, false]);
  });

  it('is begun with when the last attempt at the same words asked for it', verifies('MH4-1-10', 'KEL-ROUTE-07'), async () => {
    const { over, begun, startsLarger } = await rig();
    await over(`  ${REQUEST}\n`, {});
    await over('Mend the fence.', { suggested_action: 'retry' });
    await begun();
    expect(await startsLarger()).toBe(true);
  });

  it.each<[string, (has: Awaited<ReturnType<typeof rig>>) => Promise<unknown>]>([
    ['nothing was tried before', async () => undefined],
    ['other words failed', (has) => has.over('Mend the fence.', {})],
    ['it could not be tried again', (has) => has.over(REQUEST, { can_retry: false })],
    ['something else was suggested', (has) => has.over(REQUEST, { suggested_action: 'broaden_scope' })],
    ['a later attempt came to another end', async (has) => (await has.over(REQUEST, {}), has.over(REQUEST, { suggested_action: 'user_input' }))],
    ['the earlier attempt has not ended', (has) => has.begun()],
  ])('is not begun with when %s', verifies('MH4-1-10', 'KEL-ROUTE-07'), async (_when, happened) => {
    const has = await rig();
    await happened(has);
    expect(await has.startsLarger()).toBe(false);
  });

  it('stays what the run began with when it is gone on with', verifies('MH4-1-10', 'KEL-ROUTE-07'), async () => {
    const { over, startsLarger } = await rig();
    expect(await startsLarger()).toBe(false);
    await over(REQUEST, {});
    expect(await startsLarger()).toBe(false);
  });
});
