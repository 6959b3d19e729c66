/**
 * Errors by which a journal says that a step came to no outcome: the run was stopped, the store failed, a person is
 * needed. They pass through the steps around them and are recorded by none, or the run could never get past them.
 */
const interruptions = new WeakSet<object>();

const CAUSES_MAX = 32;

export function markInterruption(error: unknown): void {
  if (typeof error === 'object' && error !== null) interruptions.add(error);
}

/** True also for an error that was made of one, however its maker named it. */
export function isInterruption(error: unknown): boolean {
  let inner = error;
  for (let depth = 0; depth < CAUSES_MAX && inner instanceof Error; depth += 1) {
    if (interruptions.has(inner)) return true;
    inner = inner.cause;
  }
  return false;
}
