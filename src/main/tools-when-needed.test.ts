import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { DEFAULT_TENANT } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import { toolsWhenNeeded } from './tools-when-needed.ts';

/** Tools over ledgers that cannot be opened, and a list of those that somebody tried to open. */
function toolsOverNoLedger(): { readonly tools: ReturnType<typeof toolsWhenNeeded>; readonly tried: string[] } {
  const tried: string[] = [];
  const refuse = async (tenant: string): Promise<never> => {
    tried.push(tenant);
    throw new KeelsonError('ledger.closed', { message: 'It is closed.', nextStep: 'Open another.', data: { store: tenant } });
  };
  const folder = tmpdir();
  const tools = toolsWhenNeeded({
    places: { currentFolder: folder, dataFolder: folder, userId: undefined },
    home: folder,
    environment: {},
    platform: 'linux',
    version: '0.0.0',
    ledgers: { open: refuse, openToRead: refuse, openOrCreate: refuse, fileOf: () => folder },
  });
  return { tools, tried };
}

it('begins to open the ledger before the tools are there, once, and leaves it to others to tell what failed', verifies('KEL-FAST-43'), async () => {
  const { tools, tried } = toolsOverNoLedger();
  const opening = tools.open({ forRuns: true });
  expect(tried).toEqual([DEFAULT_TENANT]);
  expect(await tools.open({ forRuns: true })).toBe(await opening);
  expect(tried).toEqual([DEFAULT_TENANT]);
  await tools.close();
});

it('leaves the ledger alone for whoever does no run', verifies('KEL-FAST-43'), async () => {
  const { tools, tried } = toolsOverNoLedger();
  await tools.open();
  await tools.open({ forRuns: false });
  await tools.close();
  expect(tried).toEqual([]);
});
