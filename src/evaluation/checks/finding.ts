import type { FailureClass, StorageRef } from '../../contracts/index.ts';
import { distinctRefs } from '../work.ts';

/** What a check came to. `open` means that it could not be looked at: the environment stood in the way, and nothing is known. */
export interface CheckFinding {
  readonly result: 'met' | 'unmet' | 'open';
  /** In whole sentences: what was seen, or what was missing. */
  readonly evidence: string;
  readonly refs: readonly StorageRef[];
  /** Set exactly when it is unmet. */
  readonly failureClass: FailureClass | null;
}

/** A pass that points at no record would be a claim; it becomes a failure that says so. */
export function met(evidence: string, refs: readonly StorageRef[]): CheckFinding {
  if (refs.length === 0) return unmet(`${evidence} But no record of this run shows it.`, 'logical');
  return { result: 'met', evidence, refs: distinctRefs(refs), failureClass: null };
}

export function unmet(evidence: string, failureClass: FailureClass, refs: readonly StorageRef[] = []): CheckFinding {
  return { result: 'unmet', evidence, refs: distinctRefs(refs), failureClass };
}

export function open(evidence: string): CheckFinding {
  return { result: 'open', evidence, refs: [], failureClass: null };
}
