import type { StorageRef, ToolCallDecision, ToolCallEvidence, ToolCallOutcome } from '../contracts/index.ts';

/** A tool call that was really made: what was decided, how it ended, and where the journal holds it. */
export interface MadeCall {
  readonly decision: ToolCallDecision;
  readonly outcome: ToolCallOutcome;
  readonly evidence: ToolCallEvidence;
}

/** What is judged. The output is the executor's own words, which are a claim; the calls are what happened. */
export interface CheckedWork {
  readonly output: string;
  /** Of this subtask, earlier attempts included, in the order they were made. */
  readonly calls: readonly MadeCall[];
  /** Of the whole run so far, in order: what an earlier subtask changed is changed. */
  readonly runCalls: readonly MadeCall[];
  /** What the person asked for, in their own words; what they asked for is no trick. */
  readonly asked?: string;
}

/** Every call of the run once, whether or not the run's own list already holds those of this subtask. */
export function everyCall({ calls, runCalls }: Pick<CheckedWork, 'calls' | 'runCalls'>): readonly MadeCall[] {
  const known = new Set(runCalls.map(({ evidence }) => evidence.journal_ref.key));
  return [...runCalls, ...calls.filter(({ evidence }) => !known.has(evidence.journal_ref.key))];
}

/** A verdict that rests on more records than a person looks at names the first of them. */
export const EVIDENCE_REFS_MAX = 8;

/** Where the journal holds these calls, each once. */
export function refsOf(calls: readonly MadeCall[]): StorageRef[] {
  return distinctRefs(calls.map(({ evidence }) => evidence.journal_ref));
}

export function distinctRefs(refs: readonly StorageRef[]): StorageRef[] {
  return [...new Map(refs.map((ref) => [`${ref.kind}:${ref.key}`, ref])).values()].slice(0, EVIDENCE_REFS_MAX);
}
