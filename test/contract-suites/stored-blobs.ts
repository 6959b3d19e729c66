import { expect, it } from 'vitest';
import type { StorageRef } from '../../src/contracts/index.ts';
import { createBlobs, erasePayloads, requestOf, type LedgerSetup, type LedgerStore } from '../../src/ledger/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { runId, type OpenedLog } from './ledger-samples.ts';

interface Opened extends OpenedLog {
  readonly store: LedgerStore;
  readonly setup: LedgerSetup;
}

/** A step whose result is kept elsewhere. */
export function stepWith(ref: StorageRef) {
  return { type: 'run.step_completed', streamId: runId(1), payload: { run_id: runId(1), result: { key: 'a', effect: 'tool.run', request_hash: 'b'.repeat(64), outcome: { ok: true, result: { ref: { ...ref } } } } } };
}

/** What every driver promises of content that stands beside the log. */
export function storedBlobs(open: () => Promise<Opened>): void {
  it('refuses an event that names a blob which is not there, and keeps the blob of one that does', verifies('KEL-LEDGER-07'), async () => {
    const { store, writer } = await open();
    const blobs = createBlobs(store);
    const text = (sha256: string): string => JSON.stringify({ kind: 'blob', key: sha256 });
    const artifact = (key: string) => ({ type: 'run.step_cancelled', streamId: runId(1), payload: { run_id: runId(1), cancellation: { key: 'a', request_hash: key, may_have_happened: false, reason: text(key) } } });
    expect(await writer.append({ key: 'k0', events: [artifact('a'.repeat(64))] })).toMatchObject({ isReplay: false });
    await expect(writer.append({ key: 'k1', events: [stepWith({ kind: 'blob', key: 'c'.repeat(64), sha256: 'c'.repeat(64) })] })).rejects.toMatchObject({ code: 'blob.missing' });
    const { ref: stored, operations } = await blobs.prepare(new TextEncoder().encode('large'));
    await writer.append({ key: 'k2', events: [stepWith(stored)], operations });
    const { key: loose } = await blobs.put(new TextEncoder().encode('nobody wants me'));
    expect(await store.sweepBlobs(-1_000)).toBe(1);
    expect(new TextDecoder().decode(await blobs.read(stored))).toBe('large');
    await expect(blobs.read({ key: loose })).rejects.toMatchObject({ code: 'blob.missing' });
  });

  it('keeps content that turns out to be empty', verifies('KEL-LEDGER-07'), async () => {
    const { store } = await open();
    const blobs = createBlobs(store);
    const nothing = async function* (): AsyncGenerator<Uint8Array> {};
    for (const content of [nothing(), new Uint8Array(0)]) expect(await blobs.read(await blobs.put(content))).toHaveLength(0);
  });

  it('keeps large content in parts and gives it back whole', verifies('KEL-LEDGER-07'), async () => {
    const { store } = await open();
    const blobs = createBlobs(store);
    const content = new Uint8Array(2 * 1024 * 1024 + 5).map((_, at) => at % 251);
    const ref = await blobs.put(content);
    expect(Buffer.compare(await blobs.read(ref), content)).toBe(0);
    expect((await store.blob(ref.key))?.content).toHaveLength(3);
    expect(await blobs.put(content)).toEqual(ref);
    expect((await store.counts()).blobs).toBe(4);
  });

  it('keeps of content that comes again only what is new, and that for as long as something needs it', verifies('KEL-LEDGER-19', 'KEL-LEDGER-08'), async () => {
    const { store, setup, writer } = await open();
    const blobs = createBlobs(store);
    const conversation = Array.from({ length: 2_000 }, (_, nth) => `message ${nth} of a long conversation, ${(nth * 7_919) % 1_013}`).join(' ');
    const questions = [conversation, `${conversation} and one more`, `${conversation} and two others`];
    const stored: { readonly ref: StorageRef; readonly pieces: number }[] = [];
    for (const [at, question] of questions.entries()) {
      const { ref, operations } = await blobs.prepare(Buffer.from(question), { comesAgain: true });
      await writer.append({ key: `k${at}`, events: [stepWith(ref)], operations });
      stored.push({ ref, pieces: operations.length - 1 });
    }
    const [first] = stored;
    const { blobs: kept } = await store.counts();
    expect(first?.pieces).toBeGreaterThan(5);
    expect(kept).toBeLessThanOrEqual((first?.pieces ?? 0) + 1 + 2 * 3);
    const readAll = async () => Promise.all(stored.map(async ({ ref }) => blobs.read(ref).then(String, (error: unknown) => (error as { code: string }).code)));
    const eraseStep = async (sequence: number) => {
      await erasePayloads({ key: `erase-${sequence}`, entries: [{ stream: { aggregate: 'run', id: runId(1) }, sequence }], reason: 'the person asked', requestedBy: 'ada' }, { store, writer, projections: setup.projections });
    };
    expect(await readAll()).toEqual(questions);
    expect(await store.sweepBlobs(-1_000)).toBe(0);
    await eraseStep(1);
    expect(await readAll()).toEqual(['blob.missing', ...questions.slice(1)]);
    await eraseStep(3);
    expect(await readAll()).toEqual(['blob.missing', questions[1], 'blob.missing']);
    expect((await store.counts()).blobs).toBe((stored[1]?.pieces ?? 0) + 1);
    await eraseStep(2);
    expect((await store.counts()).blobs).toBe(0);
  });

  it('sweeps pieces with the last whole that nobody refers to', verifies('KEL-LEDGER-19'), async () => {
    const { store, writer } = await open();
    const blobs = createBlobs(store);
    const text = Array.from({ length: 9_000 }, (_, nth) => `word ${nth}`).join(' ');
    const [used, unused] = [await blobs.prepare(Buffer.from(text), { comesAgain: true }), await blobs.prepare(Buffer.from(`${text} more`), { comesAgain: true })];
    await writer.append({ key: 'k1', events: [stepWith(used.ref)], operations: used.operations });
    for (const operation of unused.operations) await store.transact(requestOf(operation));
    const before = (await store.counts()).blobs;
    expect(before).toBeGreaterThan(used.operations.length);
    expect(await store.sweepBlobs(-1_000)).toBe(before - used.operations.length);
    expect(String(await blobs.read(used.ref))).toBe(text);
  });
}
