import { describe, expect, it } from 'vitest';
import { message, runId, terminated } from '../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../test/requirements/verifies.ts';
import { ledgerInMemory, refusalOf } from '../../test/support/ledger-in-memory.ts';
import { createDocuments } from './documents.ts';
import { BUILTIN_SETUP } from './setup.ts';
import type { LedgerStore } from './store.ts';

const START_AGAIN = { kind: 'projection.start', name: 'termination', version: 1, types: ['run.terminated'], again: true } as const;

/** Counts what is read of a store. */
function counting(store: LedgerStore): { readonly reads: string[]; readonly store: LedgerStore } {
  const reads: string[] = [];
  return {
    reads,
    store: {
      ...store,
      record: (key) => (reads.push(`record ${key.space}`), store.record(key)),
      records: (query) => (reads.push(`records ${query.space}`), store.records(query)),
    },
  };
}

async function ended() {
  const { store, writer } = await ledgerInMemory();
  await writer.append({ key: 'k1', events: [terminated(runId(1)), message('s', 'x')] });
  const counted = counting(store);
  return { ...counted, documents: createDocuments(counted.store, BUILTIN_SETUP.projections) };
}

describe('a document', () => {
  it('is read with a look at its own projection alone, however many there are', verifies('KEL-FAST-01'), async () => {
    const { reads, documents } = await ended();
    expect((await documents.get(`termination:${runId(1)}`))?.projectionEventSeq).toBe(1);
    expect(reads).toEqual(['record document', 'record projection']);
  });

  it('that is not there is looked for again once every projection is known to stand', verifies('KEL-FAST-01'), async () => {
    const { reads, documents } = await ended();
    expect(await documents.get(`termination:${runId(2)}`)).toBeUndefined();
    expect(reads).toEqual(['record document', 'records projection', 'record document']);
  });

  it('whose projection is named is looked for once, whether it is there or not', verifies('KEL-FAST-23'), async () => {
    const { store, reads, documents } = await ended();
    expect([(await documents.get(`termination:${runId(1)}`, 'termination'))?.projectionEventSeq, await documents.get(`termination:${runId(2)}`, 'termination')]).toEqual([1, undefined]);
    expect(reads).toEqual(['record projection', 'record document', 'record projection', 'record document']);
    await store.transact({ append: null, fences: [], expected: [], events: [], operations: [START_AGAIN] });
    expect(await refusalOf(documents.get(`termination:${runId(2)}`, 'termination'))).toMatchObject({ code: 'ledger.projection_stale' });
  });

  it('is read in one look where the store can give it with the state of its projection', verifies('KEL-FAST-64'), async () => {
    const { store, reads } = await ended();
    const documentWithState = async (key: string) => {
      const document = await store.record({ space: 'document', key });
      return { document, state: document && (await store.record({ space: 'projection', key: 'termination' })) };
    };
    const documents = createDocuments({ ...store, documentWithState, record: (key) => (reads.push(`alone ${key.space}`), store.record(key)) }, BUILTIN_SETUP.projections);
    for (const of of [undefined, 'termination']) expect((await documents.get(`termination:${runId(1)}`, of))?.projectionEventSeq).toBe(1);
    expect(reads.filter((read) => read.startsWith('alone'))).toEqual([]);
    expect(await documents.get(`termination:${runId(2)}`)).toBeUndefined();
    await store.transact({ append: null, fences: [], expected: [], events: [], operations: [START_AGAIN] });
    for (const key of [`termination:${runId(1)}`, `termination:${runId(2)}`]) for (const of of [undefined, 'termination']) expect(await refusalOf(documents.get(key, of))).toMatchObject({ code: 'ledger.projection_stale' });
  });

  it('is refused while its projection is folded again, and while it might be one of that', verifies('KEL-FAST-01', 'KEL-LEDGER-18'), async () => {
    const { store, documents } = await ended();
    await store.transact({ append: null, fences: [], expected: [], events: [], operations: [START_AGAIN] });
    for (const key of [`termination:${runId(1)}`, `termination:${runId(2)}`]) expect(await refusalOf(documents.get(key))).toMatchObject({ code: 'ledger.projection_stale', data: { projection: 'termination', rebuilt_to: 0 } });
  });
});
