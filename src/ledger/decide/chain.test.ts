import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { sha256Hex } from '../../kernel/index.ts';
import { chainHash, GENESIS } from './chain.ts';

const entry = { position: 3, stream: 'session/s1', sequence: 2, header: '{"actor":"mother"}', append: { key: 'k1', contentHash: 'c'.repeat(64) } };

describe('chainHash', () => {
  it('covers what came before and everything but the payload', verifies('KEL-LEDGER-16'), () => {
    const before = 'b'.repeat(64);
    const hash = chainHash(before, entry);
    expect(hash).toBe(sha256Hex(`${before}\n3\nsession/s1\n2\nk1 ${'c'.repeat(64)}\n{"actor":"mother"}`));
    const others = [
      chainHash('d'.repeat(64), entry),
      chainHash(before, { ...entry, position: 4 }),
      chainHash(before, { ...entry, stream: 'session/s2' }),
      chainHash(before, { ...entry, sequence: 3 }),
      chainHash(before, { ...entry, header: '{"actor":"solver"}' }),
      chainHash(before, { ...entry, append: null }),
      chainHash(before, { ...entry, append: { ...entry.append, key: 'k2' } }),
      chainHash(before, { ...entry, append: { ...entry.append, contentHash: 'e'.repeat(64) } }),
    ];
    expect(new Set([hash, ...others]).size).toBe(9);
    expect(chainHash(before, { ...entry, payload: 'anything' } as typeof entry)).toBe(hash);
  });

  it('begins at a position and hash that no entry has', verifies('KEL-LEDGER-16'), () => {
    expect(GENESIS).toEqual({ position: 0, chainHash: '0'.repeat(64) });
  });
});
