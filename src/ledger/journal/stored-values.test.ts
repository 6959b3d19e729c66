import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { journalFixture, shout } from '../../../test/support/journal-fixture.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { KeelsonError, sha256Hex } from '../../kernel/index.ts';
import { createBlobs } from '../blobs/blobs.ts';
import { INLINE_VALUE_BYTES_MAX } from '../limits.ts';
import type { BlobPort } from './ports.ts';
import { prepareValue, readValue } from './stored-values.ts';

async function blobsInMemory(): Promise<BlobPort> {
  return createBlobs((await journalFixture()).store);
}

describe('a value in the journal', () => {
  it('stays in place up to the limit in bytes and is a blob beyond', verifies('KEL-JOURNAL-08'), async () => {
    const blobs = await blobsInMemory();
    const largest = 'é'.repeat((INLINE_VALUE_BYTES_MAX - 2) / 2);
    expect(await prepareValue(blobs, largest)).toEqual({ stored: { value: largest }, operations: [], value: largest });
    const { stored, operations, value } = await prepareValue(blobs, `${largest}x`);
    const sha256 = sha256Hex(`"${largest}x"`);
    expect({ stored, value, kinds: operations.map(({ kind }) => kind) }).toEqual({ stored: { ref: { kind: 'blob', key: sha256, sha256 } }, value: `${largest}x`, kinds: ['blob.put'] });
  });

  it('that is large travels in the same append and comes back whole', verifies('KEL-JOURNAL-08'), async () => {
    const fixture = await journalFixture();
    const text = 'x'.repeat(3_000_000);
    const effect = shout('destructive');
    expect(await (await fixture.open()).step('a', effect, { text })).toBe('X'.repeat(3_000_000));
    expect(await (await fixture.open()).step('a', effect, { text })).toBe('X'.repeat(3_000_000));
    const [before, after] = fixture.asked.map(({ operations = [] }) => operations.map((operation) => (operation.kind === 'blob.put' ? operation.blob.bytes : operation.kind)));
    // The request goes in pieces, so that another one shares them; the result was stored ahead in parts.
    expect(before?.at(-1)).toBe(3_000_011);
    expect(before?.slice(0, -1).reduce((sum: number, bytes) => sum + Number(bytes), 0)).toBe(3_000_011);
    expect([after, effect.performed.length]).toEqual([[3_000_002], 1]);
    const reading = shout('read_only');
    await (await fixture.open()).step('b', reading, { text: 'y'.repeat(20_000) });
    expect(fixture.asked).toHaveLength(3);
    expect(await (await fixture.open()).step('b', reading, { text: 'y'.repeat(20_000) })).toBe('Y'.repeat(20_000));
  });

  it('that looks like a reference to a blob that is not there stops nothing', verifies('KEL-JOURNAL-08'), async () => {
    const fixture = await journalFixture();
    const blobs = createBlobs(fixture.store);
    const forged = { nested: [{ kind: 'blob', key: 'd'.repeat(64) }] };
    const real = await blobs.put(Buffer.from('content'));
    expect((await prepareValue(blobs, real)).stored).toEqual({ value: real });
    const kept = await prepareValue(blobs, forged);
    expect(kept.stored).toHaveProperty('ref');
    await fixture.store.transact({ append: null, fences: [], expected: [], events: [], operations: kept.operations });
    expect(await readValue(blobs, kept.stored)).toEqual(forged);
    const corrupt: BlobPort = {
      ...blobs,
      async *stream() {
        yield Buffer.from('');
        throw new TypeError('only the beginning is looked at');
      },
    };
    expect((await prepareValue(corrupt, forged)).stored).toEqual({ value: forged });
    const broken: BlobPort = {
      ...blobs,
      stream() {
        throw new TypeError('the disk is gone');
      },
    };
    await expect(prepareValue(broken, forged)).rejects.toThrow('the disk is gone');
  });

  it('that the store refuses is a recorded failure, never a shorter value', verifies('KEL-JOURNAL-08'), async () => {
    const fixture = await journalFixture();
    const refusal = new KeelsonError('blob.too_large', { message: 'Too large.', nextStep: 'Keep the file where it is.', data: { bytes: 9, limit: 8 } });
    const blobs: BlobPort = { ...createBlobs(fixture.store), prepare: () => Promise.reject(refusal) };
    const effect = shout('destructive', async () => 'x'.repeat(20_000));
    expect(await refusalOf((await fixture.open({ blobs })).step('a', effect, { text: '' }))).toEqual(refusal.toBody());
    expect(await refusalOf((await fixture.open()).step('a', effect, { text: '' }))).toEqual(refusal.toBody());
    expect([await fixture.trail(), effect.performed.length]).toEqual([['intended a', 'completed a'], 1]);
    expect(await refusalOf((await fixture.open({ blobs })).step('b', effect, { text: 'y'.repeat(20_000) }))).toEqual(refusal.toBody());
    expect([await fixture.trail(), effect.performed.length]).toEqual([['intended a', 'completed a'], 1]);
  });

  it('that a failing store cannot take is not an outcome', verifies('KEL-JOURNAL-08'), async () => {
    const fixture = await journalFixture();
    const blobs: BlobPort = { ...createBlobs(fixture.store), prepare: () => Promise.reject(new KeelsonError('ledger.closed', { message: 'm', nextStep: 'n', data: { store: 's' } })) };
    expect(await refusalOf((await fixture.open({ blobs })).step('a', shout('destructive', async () => 'x'.repeat(20_000)), { text: '' }))).toMatchObject({ code: 'ledger.closed' });
    expect(await fixture.trail()).toEqual(['intended a']);
  });
});
