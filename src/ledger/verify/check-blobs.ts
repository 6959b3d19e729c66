import type { Sha256 } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import { createBlobs } from '../blobs/blobs.ts';
import { blobRefsOf } from '../decide/blob-refs.ts';
import type { LedgerStore } from '../store.ts';
import type { EntryCheck } from './entry-check.ts';
import type { FaultSink } from './faults.ts';

/** What an event refers to is there and has the content it is named after. Each blob is read once. */
export function checkBlobs(store: LedgerStore, faults: FaultSink): EntryCheck & { readonly blobs: () => number } {
  const blobs = createBlobs(store);
  const seen = new Set<Sha256>();
  const readWhole = async (sha256: Sha256): Promise<void> => {
    for await (const _piece of blobs.stream({ key: sha256 }));
  };
  return {
    async take({ position, payload }, event) {
      // A payload that does not read is reported as such; what it refers to cannot be known.
      if (payload === null || !event.ok) return;
      for (const sha256 of blobRefsOf(payload)) {
        if (seen.has(sha256)) continue;
        seen.add(sha256);
        await readWhole(sha256).catch((error: unknown) => {
          if (hasCode(error, 'blob.missing')) faults.report('blob.missing', position, sha256, error.message);
          else if (hasCode(error, 'blob.corrupt') || hasCode(error, 'ledger.corrupt')) faults.report('blob.corrupt', position, sha256, error.message);
          else throw error;
        });
      }
    },
    finish() {},
    blobs: () => seen.size,
  };
}
