import { ledgerStoreSuite } from '../../test/contract-suites/ledger-store.ts';
import { createDecider, createMemoryStore, type StoreTime } from './index.ts';

const time = (): StoreTime => ({ epoch: 'boot', monotonicMs: 1_000, wallMs: 1_800_000_000_000 });

ledgerStoreSuite({
  name: 'memory',
  lasts: false,
  histories: 200,
  createPlace: async () => ({
    open: async (_module, setup) => createMemoryStore({ decider: createDecider(setup), time }),
    remove: async () => {},
  }),
});
