import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ledgerInMemory } from '../../test/support/ledger-in-memory.ts';
import { createLeases } from '../ledger/index.ts';
import { sweepCopies } from './sweep-copies.ts';

const GONE = 'run_01JCQZ9Y5D0000000000000001';
const BUSY = 'run_01JCQZ9Y5D0000000000000002';

describe('copies of files that a killed process left', () => {
  it('are removed when nobody works on their run, and nothing else is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keelson-copies-'));
    try {
      for (const name of [GONE, BUSY, 'mine']) {
        await mkdir(join(folder, name));
        await writeFile(join(folder, name, '1'), 'x');
      }
      const { store } = await ledgerInMemory();
      const leases = createLeases({ transact: store.transact.bind(store), pause: async () => undefined });
      await leases.acquire(`run:${BUSY}`, 'somebody');
      await sweepCopies(folder, leases);
      await sweepCopies(join(folder, 'not-there'), leases);
      expect((await readdir(folder)).toSorted()).toEqual(['mine', BUSY].toSorted());
      await expect(leases.acquire(`run:${GONE}`, 'later')).resolves.toMatchObject({ owner: 'later' });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
