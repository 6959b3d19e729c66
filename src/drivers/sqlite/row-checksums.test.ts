import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { blobChecksum, blobRefChecksum, eventChecksum, metaChecksum, recordChecksum, streamChecksum } from './row-checksums.ts';

type Columns = Record<string, string | number | null>;

const EVENT = { position: 7, stream: 2, sequence: 3, header: '{"a":1}', payload: '{"b":2}', chain_hash: 'c'.repeat(64), append_key: 'key', content_hash: 'd'.repeat(64) };
const RECORD = { space: 'lease', key: 'run', body: '{}', due_ms: 5, position: 6, source: 'counter@1' };

const ROWS: [string, Columns, (columns: never) => number][] = [
  ['an event', EVENT, eventChecksum],
  ['a record', RECORD, recordChecksum],
  ['a stream', { id: 1, name: 'run/a' }, streamChecksum],
  ['a blob', { sha256: 'e'.repeat(64), bytes: 9, parts: 'f g', put_at: 4 }, blobChecksum],
  ['a reference to a blob', { sha256: 'e'.repeat(64), position: 3 }, blobRefChecksum],
  ['a fact about the database', { name: 'touches', value: '3' }, metaChecksum],
];

describe('the checksum of a row', () => {
  it.each(ROWS)('of %s changes with every column', verifies('KEL-SQLITE-02'), (_what, columns, checksum) => {
    const of = (changed: Columns): number => checksum({ ...columns, ...changed } as never);
    expect(of({})).toBe(of({}));
    for (const [name, value] of Object.entries(columns)) {
      const others = typeof value === 'number' ? [value + 1, value - 1, null] : [`${value}x`, String(value).slice(1), '', null];
      for (const other of others) expect({ name, other, checksum: of({ [name]: other }) }).not.toEqual({ name, other, checksum: of({}) });
    }
  });

  it('tells an erased payload from an empty one, and a missing key from a dash', verifies('KEL-SQLITE-02'), () => {
    expect(eventChecksum({ ...EVENT, payload: null })).not.toBe(eventChecksum({ ...EVENT, payload: '' }));
    expect(eventChecksum({ ...EVENT, payload: null })).not.toBe(eventChecksum({ ...EVENT, payload: '-' }));
    expect(eventChecksum({ ...EVENT, append_key: null })).not.toBe(eventChecksum({ ...EVENT, append_key: '' }));
    expect(recordChecksum({ ...RECORD, source: null })).not.toBe(recordChecksum({ ...RECORD, source: '-' }));
  });

  it('notices every flipped bit of a payload', verifies('KEL-SQLITE-02'), () => {
    const flipped = fc.record({ at: fc.nat(EVENT.payload.length - 1), bit: fc.nat(6) });
    fc.assert(
      fc.property(flipped, ({ at, bit }) => {
        const bytes = Buffer.from(EVENT.payload);
        bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);
        return eventChecksum({ ...EVENT, payload: bytes.toString() }) !== eventChecksum(EVENT);
      }),
    );
  });
});
