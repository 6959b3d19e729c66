import type { DatabaseSync } from 'node:sqlite';
import type { Sha256 } from '../../contracts/index.ts';
import { KeelsonError, sha256Hex } from '../../kernel/index.ts';
import type { BlobRow } from '../../ledger/index.ts';
import { blobChecksum, type BlobColumns } from './row-checksums.ts';

export type StoredBlob = BlobColumns & { readonly content: Uint8Array | null; readonly crc: number };

export interface BlobQueries {
  has(sha256: Sha256): boolean;
  one(sha256: Sha256): BlobRow | undefined;
}

export function createBlobQueries(database: DatabaseSync): BlobQueries {
  const has = database.prepare('SELECT 1 AS found FROM blobs WHERE sha256 = ?');
  const one = database.prepare('SELECT sha256, bytes, content, parts, put_at, crc FROM blobs WHERE sha256 = ?');
  return {
    has: (sha256) => has.get(sha256) !== undefined,
    one(sha256) {
      const row = one.get(sha256);
      return row === undefined ? undefined : blobOfRow(row as unknown as StoredBlob);
    },
  };
}

export function blobOfRow(row: StoredBlob): BlobRow {
  const isWhole = row.crc === blobChecksum(row) && (row.parts !== null || (row.content !== null && sha256Hex(row.content) === row.sha256));
  if (!isWhole) {
    throw new KeelsonError('blob.corrupt', {
      message: `The blob ${row.sha256} is not what was stored.`,
      nextStep: 'Restore a backup with `keelson ledger restore`, or store the same content again under a new ledger.',
      data: { sha256: row.sha256 },
    });
  }
  return { sha256: row.sha256, bytes: row.bytes, content: row.parts === null ? (row.content ?? new Uint8Array()) : partsOf(row.parts) };
}

export function partsOf(parts: string): Sha256[] {
  return parts.split(' ').filter((part) => part !== '');
}
