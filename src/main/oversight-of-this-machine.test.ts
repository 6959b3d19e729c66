import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { runId } from '../../test/contract-suites/ledger-samples.ts';
import { ledgerInMemory } from '../../test/support/ledger-in-memory.ts';
import { plainSandbox } from '../../test/support/runner-rig.ts';
import type { Attendance } from '../contracts/index.ts';
import { createIds, systemClock, systemRandom } from '../kernel/index.ts';
import { BUILTIN_SETUP, createLeases, openLedger } from '../ledger/index.ts';
import { createCatalogue } from '../tools/index.ts';
import { oversightOfThisMachine } from './oversight-of-this-machine.ts';

const folder = mkdtempSync(join(tmpdir(), 'keelson-oversight-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Which questions a run may put to a person. */
async function mayAsk(attendance: Attendance): Promise<[ask: boolean, resolveStep: boolean]> {
  const { store, writer } = await ledgerInMemory();
  const ids = createIds({ clock: systemClock, random: systemRandom });
  const ledger = await openLedger({ store, setup: BUILTIN_SETUP, clock: systemClock, ids });
  const ports = oversightOfThisMachine({ places: { currentFolder: folder, dataFolder: folder, userId: undefined }, userId: 'owner', ids, sandbox: async () => plainSandbox(), roles: async () => ({ triggersOf: () => [] }), network: async () => [], privateValues: [] });
  const place = { workspace: folder, home: folder, platform: 'linux', ownState: [] };
  const watched = await ports.forRun({ runId: runId(1), attendance, place, catalogue: createCatalogue([]) }, { ledger, owner: writer, mother: writer, roleWriters: { perceiver: writer, planner: writer, agentValidator: writer, metaValidator: writer, solver: writer, context: writer }, leases: createLeases({ transact: store.transact.bind(store), pause: async () => {} }) });
  await watched.cancel.stop();
  return [watched.ask !== undefined, watched.resolveStep !== undefined];
}

describe('a run on this machine', () => {
  it('asks a person, also about a step that may have happened, only when one is there', async () => {
    expect([await mayAsk('attended'), await mayAsk('unattended')]).toEqual([[true, true], [false, false]]);
  });
});
