import type { LedgerForRuns } from '../commands/index.ts';
import { dream, type DreamPorts } from '../memory/index.ts';
import { isWorkedOn, lastEndAt } from '../mother/index.ts';

/** A pass of the Dreamer over one ledger, which it asks itself whether runs have been quiet. */
export function dreamsOver(parts: Pick<DreamPorts, 'clock' | 'ids' | 'ledger' | 'leases' | 'writer'>): NonNullable<LedgerForRuns['dream']> {
  const quiet = { documents: parts.ledger.documents, store: parts.ledger.store };
  return (options, distil) => dream({ ...parts, lastEndAt: () => lastEndAt(quiet), isWorkedOn: () => isWorkedOn(quiet), ...(distil !== undefined && { distil }) }, options);
}
