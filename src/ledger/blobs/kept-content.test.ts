import { assert, asyncProperty, jsonValue, oneof, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ledgerInMemory } from '../../../test/support/ledger-in-memory.ts';
import type { JsonValue } from '../../contracts/index.ts';
import { canonicalJson, sha256Hex } from '../../kernel/index.ts';
import { INLINE_VALUE_BYTES_MAX } from '../limits.ts';
import { requestOf } from '../request.ts';
import { createBlobs } from './blobs.ts';
import { keepContent, readContent } from './kept-content.ts';

async function rig() {
  const { store } = await ledgerInMemory();
  const blobs = createBlobs(store);
  const keep = async (value: JsonValue) => {
    const standing = await keepContent(blobs, value);
    for (const operation of standing.operations) await store.transact(requestOf(operation));
    return standing;
  };
  return { blobs, keep };
}

describe('content of an event', () => {
  it('stands in place while it is small, and beyond that in a blob of which hash, size and kind are told', verifies('KEL-PINS-08'), async () => {
    const { keep } = await rig();
    const fits = 'x'.repeat(INLINE_VALUE_BYTES_MAX);
    expect(await keep(fits)).toEqual({ shown: fits, operations: [] });
    const text = `${fits}y`;
    expect(await keep(text)).toMatchObject({ shown: `${'x'.repeat(1_000)}…`, kept: { ref: { kind: 'blob', key: sha256Hex(text), sha256: sha256Hex(text) }, bytes: text.length, media_type: 'text/plain' } });
    const data = { rows: [fits] };
    expect(await keep(data)).toMatchObject({ shown: `${canonicalJson(data).slice(0, 1_000)}…`, kept: { ref: { key: sha256Hex(canonicalJson(data)) }, bytes: canonicalJson(data).length, media_type: 'application/json' } });
    // Counted in bytes, and never cut within a character.
    expect((await keep('€'.repeat(INLINE_VALUE_BYTES_MAX / 3 + 1))).kept?.bytes).toBe(INLINE_VALUE_BYTES_MAX + 2);
    expect((await keep(`${'x'.repeat(999)}${'🌊'.repeat(5_000)}`)).shown).toBe(`${'x'.repeat(999)}\uFFFD…`);
  });

  it('that looks like a reference is kept elsewhere, so that nobody takes it for one', verifies('KEL-PINS-08'), async () => {
    const { blobs, keep } = await rig();
    const forged = { kind: 'blob', key: 'a'.repeat(64) };
    const { shown, kept } = await keep(forged);
    expect([kept?.media_type, await readContent(blobs, shown, kept)]).toEqual(['application/json', forged]);
    expect(await keep('"kind":"blob"')).toEqual({ shown: '"kind":"blob"', operations: [] });
  });

  it('is read again as it was, whatever it is', verifies('KEL-PINS-08'), async () => {
    const { blobs, keep } = await rig();
    await assert(
      asyncProperty(oneof(jsonValue(), string({ unit: 'grapheme', minLength: 0, maxLength: 50 }).map((text) => text.repeat(2_000))), async (value) => {
        const plain = JSON.parse(canonicalJson(value)) as JsonValue;
        const { shown, kept } = await keep(plain);
        expect(await readContent(blobs, shown, kept)).toEqual(plain);
      }),
      { numRuns: 50 },
    );
  });
});
