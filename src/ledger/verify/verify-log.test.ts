import { describe, expect, it } from 'vitest';
import { message, runId, terminated } from '../../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ledgerInMemory } from '../../../test/support/ledger-in-memory.ts';
import { KeelsonError, sha256Hex } from '../../kernel/index.ts';
import { createBlobs } from '../blobs/blobs.ts';
import { chainHash } from '../decide/chain.ts';
import { BLOB_PART_BYTES, PAGE_ENTRIES } from '../limits.ts';
import { erasePayloads } from '../log/erase.ts';
import { BUILTIN_SETUP } from '../setup.ts';
import type { BlobRow, EntryRow, LedgerStore, StoredRecord } from '../store.ts';
import { LOG_FAULTS_MAX, type LogFault } from './faults.ts';
import { verifyLog, type VerifyOptions, type VerifyProgress, type VerifyReport } from './verify-log.ts';

/** One kind of document, so that each fault can be laid at one. */
const SETUP = { ...BUILTIN_SETUP, projections: BUILTIN_SETUP.projections.filter(({ name }) => name === 'termination') };

async function verify(store: LedgerStore, options?: VerifyOptions): Promise<VerifyReport & { readonly progress: readonly VerifyProgress[] }> {
  const progress: VerifyProgress[] = [];
  const work = verifyLog(store, SETUP, options);
  for (;;) {
    const step = await work.next();
    if (step.done === true) return { ...step.value, progress };
    progress.push(step.value);
  }
}

/** Two sessions, a document, a blob in parts; six entries. */
async function recorded() {
  const { store, writer } = await ledgerInMemory(SETUP);
  await writer.append({ key: 'k1', events: [message('s1', 'one'), message('s2', 'two'), message('s1', 'three')] });
  await writer.append({ key: 'k2', events: [terminated(runId(1))] });
  const { ref, operations } = await createBlobs(store).prepare(new Uint8Array(BLOB_PART_BYTES + 1));
  await writer.append({ key: 'k3', events: [referring(runId(2), ref.key)], operations });
  await writer.append({ key: 'k4', events: [message('s2', 'four')] });
  return { store, writer, blob: ref.key };
}

function referring(id: ReturnType<typeof runId>, sha256: string) {
  const outcome = { ok: true, result: { ref: { kind: 'blob', key: sha256, sha256 } } };
  return { type: 'run.step_completed', streamId: id, payload: { run_id: id, result: { key: 'plan/model', effect: 'model.call', request_hash: sha256, outcome } } };
}

/** The store with some of its rows changed or gone, as after damage that its driver did not notice. */
function damaged(store: LedgerStore, change: (row: EntryRow) => EntryRow | undefined): LedgerStore {
  const changed = (rows: readonly EntryRow[]): EntryRow[] => rows.map(change).filter((row) => row !== undefined);
  return { ...store, entries: async (query) => changed(await store.entries(query)) };
}

const at = (position: number, change: Partial<EntryRow> | undefined) => (row: EntryRow) => {
  if (row.position !== position) return row;
  return change === undefined ? undefined : { ...row, ...change };
};

const placesOf = (faults: readonly LogFault[]) => faults.map(({ code, position, subject }) => [code, position, subject]);

describe('verifyLog', () => {
  it('finds nothing wrong with a sound log, and says what it looked at', verifies('KEL-LEDGERCLI-01'), async () => {
    const { store, writer } = await recorded();
    await erasePayloads({ key: 'e1', entries: [{ stream: { aggregate: 'session', id: 's1' }, sequence: 1 }], reason: 'asked', requestedBy: 'ada' }, { store, writer, projections: SETUP.projections });
    expect(await verify(store)).toEqual({
      head: await store.head().then(({ position, chainHash: hash }) => expect.objectContaining({ position, chainHash: hash }) as unknown),
      entries: 7,
      erased: 1,
      documents: 1,
      blobs: 1,
      notCompared: [],
      faults: [],
      isWhole: true,
      progress: [{ checked: 7, total: 7 }],
    });
  });

  it('has nothing to say about an empty log', verifies('KEL-LEDGERCLI-01'), async () => {
    const { store } = await ledgerInMemory(SETUP);
    expect(await verify(store)).toMatchObject({ entries: 0, faults: [], isWhole: true, progress: [] });
  });

  it('notices a changed payload', verifies('KEL-LEDGERCLI-01'), async () => {
    const { store } = await recorded();
    const payload = '{"role":"person","session_id":"s1","text":"other"}';
    expect(placesOf((await verify(damaged(store, at(3, { payload })))).faults)).toEqual([['ledger.payload_changed', 3, 'session/s1#2']]);
  });

  it('notices a payload that went without an erasure', verifies('KEL-LEDGERCLI-01'), async () => {
    const { store } = await recorded();
    const { faults, erased } = await verify(damaged(store, at(3, { payload: null })));
    expect(placesOf(faults)).toEqual([['ledger.payload_missing', 3, 'session/s1#2']]);
    expect(erased).toBe(1);
  });

  it('notices a changed header, and each link that no longer fits', verifies('KEL-LEDGERCLI-01'), async () => {
    const { store } = await recorded();
    const [first] = await store.entries({ after: 0, limit: 1 });
    const header = (first?.header ?? '').replace('"mother"', '"father"');
    expect(placesOf((await verify(damaged(store, at(1, { header })))).faults)).toEqual([['ledger.chain_broken', 1, 'session/s1#1']]);
    expect(placesOf((await verify(damaged(store, at(2, { chainHash: sha256Hex('x') })))).faults)).toEqual([
      ['ledger.chain_broken', 2, 'session/s2#1'],
      ['ledger.chain_broken', 3, 'session/s1#2'],
    ]);
  });

  it('notices an entry that is gone, and that its stream has a gap', verifies('KEL-LEDGERCLI-01'), async () => {
    const { store } = await recorded();
    expect(placesOf((await verify(damaged(store, at(1, undefined)))).faults)).toEqual([
      ['ledger.position_missing', 1, 'log'],
      ['ledger.stream_broken', 3, 'session/s1'],
    ]);
  });

  it('notices a log that ends before its head, or at another entry', verifies('KEL-LEDGERCLI-01'), async () => {
    const { store } = await recorded();
    expect(placesOf((await verify(damaged(store, at(6, undefined)))).faults)).toEqual([['ledger.head_differs', 6, 'log']]);
    const [last] = await store.entries({ after: 5, limit: 1 });
    expect(placesOf((await verify({ ...store, head: async () => ({ position: 6, chainHash: sha256Hex('x') }) })).faults)).toEqual([
      ['ledger.head_differs', 6, `${last?.stream}#${last?.sequence}`],
    ]);
  });

  it('notices an event under a stream that is not its own, or doubled in it', verifies('KEL-LEDGERCLI-01'), async () => {
    const { store } = await recorded();
    const [, , third] = await store.entries({ after: 0, limit: 3 });
    expect(placesOf((await verify(damaged(store, at(6, { stream: 'session/s1', sequence: 3 })))).faults)).toContainEqual(['ledger.stream_broken', 6, 'session/s1']);
    expect(placesOf((await verify(damaged(store, at(6, { stream: 'session/s2', sequence: 1 })))).faults)).toContainEqual(['ledger.stream_broken', 6, 'session/s2']);
    expect(third?.sequence).toBe(2);
  });

  it('notices what this version cannot read, and compares no document without it', verifies('KEL-LEDGERCLI-01'), async () => {
    const { store } = await recorded();
    const [row] = await store.entries({ after: 3, limit: 1 });
    const relinked = (header: string) => damaged(store, at(4, { header }));
    for (const header of [(row?.header ?? '').replace('run.terminated', 'run.abducted'), 'not json']) {
      expect(placesOf((await verify(relinked(header))).faults)).toEqual([
        ['ledger.chain_broken', 4, `run/${runId(1)}#1`],
        ['ledger.event_unreadable', 4, `run/${runId(1)}#1`],
      ]);
    }
  });

  it('notices a document that differs, is missing, or has no event behind it', verifies('KEL-LEDGERCLI-02'), async () => {
    const { store } = await recorded();
    const [document] = await store.records({ space: 'document', prefix: '', after: '', limit: 1 });
    const stored = (...records: (StoredRecord | undefined)[]): LedgerStore => ({
      ...store,
      records: async ({ after }) => (after === '' ? records.filter((record) => record !== undefined) : []),
    });
    const changed = document && { ...document, body: { reason: 'other' } };
    const early = document && { ...document, position: 3 };
    const foreign = document && { ...document, key: 'termination:other' };
    const key = `termination:${runId(1)}`;
    expect(placesOf((await verify(stored(changed))).faults)).toEqual([['ledger.document_differs', 4, key]]);
    expect(placesOf((await verify(stored(early))).faults)).toEqual([['ledger.document_differs', 4, key]]);
    expect(placesOf((await verify(stored())).faults)).toEqual([['ledger.document_missing', 4, key]]);
    expect(placesOf((await verify(stored(document, foreign))).faults)).toEqual([['ledger.document_unexplained', 4, 'termination:other']]);
  });

  it('leaves a document alone that moved on while the log was walked', verifies('KEL-LEDGERCLI-02'), async () => {
    const { store } = await recorded();
    const [document] = await store.records({ space: 'document', prefix: '', after: '', limit: 1 });
    const later = { ...document, position: 7, body: {} } as StoredRecord;
    expect((await verify({ ...store, records: async ({ after }) => (after === '' ? [later] : []) })).faults).toEqual([]);
  });

  it('compares no documents of a projection that is behind the log, and names it', verifies('KEL-LEDGERCLI-02'), async () => {
    const { store, writer } = await recorded();
    await erasePayloads({ key: 'e1', entries: [{ stream: { aggregate: 'run', id: runId(1) }, sequence: 1 }], reason: 'asked', requestedBy: 'ada' }, { store, writer, projections: SETUP.projections });
    expect(await verify(store)).toMatchObject({ faults: [], notCompared: ['termination'], documents: 0 });
  });

  it('walks the log again for each share of many documents, and counts that in', verifies('KEL-LEDGERCLI-02'), async () => {
    const { store, writer } = await ledgerInMemory(SETUP);
    await writer.append({ key: 'k', events: [1, 2, 3, 4, 5].map((id) => terminated(runId(id))) });
    const { documents, entries, faults, progress } = await verify(store, { documentsPerWalk: 2 });
    expect({ documents, entries, faults, progress }).toEqual({
      documents: 5,
      entries: 5,
      faults: [],
      progress: [
        { checked: 5, total: 15 },
        { checked: 10, total: 15 },
        { checked: 15, total: 15 },
      ],
    });
    const none = { ...store, records: async () => [] };
    expect((await verify(none, { documentsPerWalk: 2 })).faults).toHaveLength(5);
  });

  it('notices blobs that are gone or changed, parts included, each once', verifies('KEL-LEDGERCLI-03'), async () => {
    const { store, writer, blob } = await recorded();
    await writer.append({ key: 'k5', events: [referring(runId(3), blob)] });
    const withBlob = (change: (row: BlobRow | undefined) => BlobRow | undefined): LedgerStore => ({ ...store, blob: async (sha256) => change(await store.blob(sha256)) });
    expect((await verify(store)).faults).toEqual([]);
    expect(placesOf((await verify(withBlob((row) => (row?.sha256 === blob ? undefined : row)))).faults)).toEqual([['blob.missing', 5, blob]]);
    expect(placesOf((await verify(withBlob((row) => (row?.bytes === 1 ? undefined : row)))).faults)).toEqual([['blob.missing', 5, blob]]);
    const flipped = withBlob((row) => (row?.bytes === 1 ? { ...row, content: new Uint8Array([1]) } : row));
    expect(placesOf((await verify(flipped)).faults)).toEqual([['blob.corrupt', 5, blob]]);
  });

  it.each([1, 2, 3, 4, 6])('goes on past entry %i when the storage refuses to hand it out, and reports it once', verifies('KEL-LEDGERCLI-04'), async (bad) => {
    const { store } = await recorded();
    const refusing: LedgerStore = {
      ...store,
      async entries(query) {
        const rows = await store.entries(query);
        if (rows.some(({ position }) => position === bad)) throw corrupt();
        return rows;
      },
    };
    const { faults, entries } = await verify(refusing);
    expect(faults).toEqual([{ code: 'ledger.entry_unreadable', position: bad, subject: 'log', detail: 'A row is damaged.' }]);
    expect(entries).toBe(5);
  });

  it('says of each fault what was seen', verifies('KEL-LEDGERCLI-01', 'KEL-LEDGERCLI-02'), async () => {
    const { store } = await recorded();
    const [first] = await store.entries({ after: 0, limit: 1 });
    const [document] = await store.records({ space: 'document', prefix: '', after: '', limit: 1 });
    const stored = (...records: unknown[]): LedgerStore => ({ ...store, records: async ({ after }) => (after === '' ? (records as StoredRecord[]) : []) });
    const other = sha256Hex('x');
    const headHash = (await store.head()).chainHash;
    const details = async (changed: LedgerStore): Promise<string[]> => (await verify(changed)).faults.map(({ detail }) => detail);
    expect(await details(damaged(store, at(1, { header: (first?.header ?? '').replace('"mother"', '"father"') })))).toEqual(['its link does not fit what stands before it and in it']);
    expect(await details(damaged(store, at(1, undefined)))).toEqual(['after entry 0 comes entry 2', 'expected number 1 in this stream, found 2']);
    expect(await details(damaged(store, at(6, undefined)))).toEqual(['the head stands at entry 6, the log ends at 5']);
    expect(await details({ ...store, head: async () => ({ position: 6, chainHash: other }) })).toEqual([`the head says ${other.slice(0, 12)}…, the entry ${headHash.slice(0, 12)}…`]);
    expect(await details(damaged(store, at(6, { stream: 'session/s1', sequence: 3 })))).toContain('the event says that it belongs to session/s2');
    expect(await details(damaged(store, at(3, { payload: '{"role":"person","session_id":"s1","text":"other"}' })))).toEqual(['session.message_recorded: the payload does not have the hash it was written with']);
    expect(await details(damaged(store, at(3, { payload: '{}' })))).toEqual([expect.stringMatching(/^invalid_payload: session\.message_recorded: /)]);
    expect(await details(damaged(store, at(3, { payload: null })))).toEqual(['the payload is gone and no erasure names it']);
    expect(await details(stored({ ...document, position: 3 }))).toEqual(['it was last folded at entry 3, the log gives 4']);
    expect(await details(stored({ ...document, body: {} }))).toEqual(['what is stored is not what the log gives']);
    expect(await details(stored())).toEqual(['the log gives a document that is not stored']);
    expect(await details(stored(document, { ...document, key: 'x' }))).toEqual(['no event of the log gives this document']);
  });

  it('reports state beside the log that the storage refuses to hand out', verifies('KEL-LEDGERCLI-04'), async () => {
    const { store } = await recorded();
    const refuse = async (): Promise<never> => {
      throw corrupt();
    };
    expect(placesOf((await verify({ ...store, records: refuse })).faults)).toEqual([['ledger.record_unreadable', null, 'documents']]);
    const { faults, notCompared } = await verify({ ...store, record: refuse });
    const names = SETUP.projections.map(({ name }) => name);
    expect(placesOf(faults)).toEqual(names.map((name) => ['ledger.record_unreadable', null, name]));
    expect(notCompared).toEqual(names);
  });

  it('lets every other failure of the storage through', verifies('KEL-LEDGERCLI-04'), async () => {
    const { store } = await recorded();
    const fail = async (): Promise<never> => {
      throw new TypeError('a defect');
    };
    const busy = async (): Promise<never> => {
      throw new KeelsonError('ledger.busy', { message: 'It is held.', nextStep: 'Wait.', data: { file: 'f', attempts: 15 } });
    };
    await expect(verify({ ...store, entries: fail })).rejects.toThrow('a defect');
    await expect(verify({ ...store, entries: busy })).rejects.toThrow('It is held.');
    await expect(verify({ ...store, records: fail })).rejects.toThrow('a defect');
    await expect(verify({ ...store, blob: fail })).rejects.toThrow('a defect');
  });

  it('adds what the driver finds below the log', verifies('KEL-LEDGERCLI-04'), async () => {
    const { store } = await recorded();
    const { faults } = await verify({ ...store, examine: async () => [{ code: 'ledger.corrupt', detail: 'page 3' }] });
    expect(faults).toEqual([{ code: 'ledger.corrupt', position: null, subject: 'storage', detail: 'page 3' }]);
  });

  it('stops when there are too many faults to be of use', verifies('KEL-LEDGERCLI-04'), async () => {
    const { store, writer } = await ledgerInMemory(SETUP);
    const events = Array.from({ length: 1_000 }, () => message('s1', 'x'));
    for (const key of ['a', 'b', 'c']) await writer.append({ key, events });
    const { faults, isWhole, progress } = await verify(damaged(store, (row) => ({ ...row, payload: '{}' })));
    expect({ faults: faults.length, isWhole, pages: progress.length }).toEqual({ faults: LOG_FAULTS_MAX, isWhole: false, pages: Math.ceil(LOG_FAULTS_MAX / PAGE_ENTRIES) });
  });

  it('notices a wholly rewritten history only by its head', verifies('KEL-LEDGERCLI-01'), async () => {
    const { store } = await recorded();
    const [first] = await store.entries({ after: 0, limit: 1 });
    const header = (first?.header ?? '').replace('"mother"', '"father"');
    let previous = '0'.repeat(64);
    const rewritten = (row: EntryRow): EntryRow => {
      const changed = row.position === 1 ? { ...row, header } : row;
      previous = chainHash(previous, changed);
      return { ...changed, chainHash: previous };
    };
    expect(placesOf((await verify(damaged(store, rewritten))).faults)).toEqual([['ledger.head_differs', 6, 'session/s2#2']]);
  });
});

function corrupt(): KeelsonError {
  return new KeelsonError('ledger.corrupt', { message: 'A row is damaged.', nextStep: 'Restore a backup.', data: { file: 'f', detail: 'row' } });
}
