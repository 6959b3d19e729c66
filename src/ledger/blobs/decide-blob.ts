import { blobMissing, type Draft } from '../decide/draft.ts';
import type { OperationPlan } from '../decide/plan.ts';
import { partsOf } from '../rows.ts';
import type { BlobPut } from './operations.ts';

export function planBlob({ blob }: BlobPut): OperationPlan {
  return { blobs: partsOf(blob) };
}

/**
 * Content under its own hash can be put twice without harm; a large blob needs all of its parts. A piece that is there
 * already is not written again: the whole that comes with it keeps it.
 */
export function decideBlob({ blob }: BlobPut, draft: Draft, isPiece: boolean): null {
  if (isPiece && draft.hasBlob(blob.sha256)) return null;
  const missing = partsOf(blob).find((part) => !draft.hasBlob(part));
  if (missing !== undefined) throw blobMissing(missing);
  draft.putBlob(blob);
  return null;
}
