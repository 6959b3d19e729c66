import type { MadeCall } from '../work.ts';
import { answersWithOne } from './call-nature.ts';

/** What is wrong with how a call ended; the word says whether the tool failed, or the thing it was asked to do. */
export interface BadEnd {
  readonly of: 'tool' | 'program';
  /** Goes after the name of the tool: `write_file failed: …`. */
  readonly how: string;
}

/**
 * How a call ended badly; undefined when nothing is wrong with it. An output that was only too long to be shown whole is
 * no truncation of the work: the call completed and the rest lies in a blob.
 */
export function badEndOf(call: MadeCall): BadEnd | undefined {
  const { status, output, error } = call.outcome;
  if (status === 'failed') return { of: 'tool', how: `failed: ${withoutStop(error?.message ?? 'it did not say why')}` };
  if (status === 'interrupted') return { of: 'tool', how: 'was interrupted' };
  if (status === 'truncated' && output === null) return { of: 'tool', how: 'was cut off before it had completed' };
  const ending = output?.['ending'];
  if (typeof ending === 'string' && ending !== 'exited') return { of: 'tool', how: `was broken off (${ending})` };
  const exitCode = exitCodeOf(call);
  if (exitCode === null || exitCode === 0 || (exitCode === 1 && answersWithOne(call))) return undefined;
  return { of: 'program', how: `ended with exit code ${exitCode}` };
}

/** The tool did what it is for. What it was asked to run may have failed: that is an observation like any other. */
export function hasCompleted(call: MadeCall): boolean {
  return badEndOf(call)?.of !== 'tool';
}

/** The tool completed, and so did what it was asked to do. */
export function hasSucceeded(call: MadeCall): boolean {
  return badEndOf(call) === undefined;
}

export function exitCodeOf({ outcome }: MadeCall): number | null {
  const code = outcome.output?.['exit_code'];
  return typeof code === 'number' ? code : null;
}

/** The sentence goes on behind it. */
function withoutStop(sentence: string): string {
  return sentence.endsWith('.') ? sentence.slice(0, -1) : sentence;
}
