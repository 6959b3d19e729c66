import { blobMissing, type Draft } from '../decide/draft.ts';
import type { OperationPlan } from '../decide/plan.ts';
import { partsOf } from '../rows.ts';
import type { BlobPut } from './operations.ts';

export function planBlob({ blob }: BlobPut): OperationPlan {
  return { blobs: partsOf(blob) };
}

/** Content under its own hash can be put twice without harm; a large blob needs all of its parts. */
export function decideBlob({ blob }: BlobPut, draft: Draft): null {
  const missing = partsOf(blob).find((part) => !draft.hasBlob(part));
  if (missing !== undefined) throw blobMissing(missing);
  draft.putBlob(blob);
  return null;
}
