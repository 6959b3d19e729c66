import type { Sha256 } from '../../contracts/index.ts';
import { partsOf, type BlobRow } from '../rows.ts';

/** Stores content under its hash; the parts of a large blob come before it. */
export interface BlobPut {
  readonly kind: 'blob.put';
  readonly blob: BlobRow;
}

export type BlobOperation = BlobPut;

/** What is put only as a part of other content that is put along with it. */
export function piecesIn(operations: readonly { readonly kind: string }[]): ReadonlySet<Sha256> {
  return new Set(operations.filter(isBlobPut).flatMap(({ blob }) => partsOf(blob)));
}

function isBlobPut(operation: { readonly kind: string }): operation is BlobPut {
  return operation.kind === 'blob.put';
}
