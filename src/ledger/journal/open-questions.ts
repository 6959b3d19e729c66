import type { StepKey } from '../../contracts/index.ts';
import { mayHaveHappened } from './decide-step.ts';
import type { JournalState } from './journal-state.ts';
import type { StepRecord } from './step-record.ts';

/** Destructive steps of earlier executions of which nobody knows whether they happened. */
export function unansweredAtOpening(steps: ReadonlyMap<StepKey, StepRecord>): readonly StepKey[] {
  return [...steps].filter(([, record]) => isUnanswered(record)).map(([key]) => key);
}

/**
 * The first of them that is still open. Nothing destructive begins before it is answered: it would be cut off when the
 * question ends the run, and become a question itself; two of them side by side would then be asked about for ever.
 */
export function openQuestion({ steps, used, unanswered }: Pick<JournalState, 'steps' | 'used' | 'unanswered'>): StepRecord | undefined {
  for (const key of unanswered) {
    const record = steps.get(key);
    if (record !== undefined && isUnanswered(record) && !used.has(key) && !isBelowSettled(key, steps)) return record;
  }
  return undefined;
}

function isUnanswered(record: StepRecord): boolean {
  return record.intent.side_effect === 'destructive' && mayHaveHappened(record);
}

/** What a settled step had begun is never looked at again. */
function isBelowSettled(key: StepKey, steps: ReadonlyMap<StepKey, StepRecord>): boolean {
  for (let end = key.lastIndexOf('/'); end > 0; end = key.lastIndexOf('/', end - 1)) {
    const standing = steps.get(key.slice(0, end))?.standing;
    if (standing?.is === 'completed' || (standing?.is === 'resolved' && standing.resolution.decision === 'did_happen')) return true;
  }
  return false;
}
