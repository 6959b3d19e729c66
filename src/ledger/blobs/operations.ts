import type { BlobRow } from '../rows.ts';

/** Stores content under its hash; the parts of a large blob come before it. */
export interface BlobPut {
  readonly kind: 'blob.put';
  readonly blob: BlobRow;
}

export type BlobOperation = BlobPut;
