import { listOf, objectOf, type WireObject } from '../wire-values.ts';

/**
 * The text of a chunk that does nothing but add that text: read again with another text, it would add the other one.
 * Undefined for every chunk that says anything more.
 */
export function plainTextOf(chunk: WireObject): string | undefined {
  const choices = listOf(chunk['choices']);
  const choice = objectOf(choices[0]);
  const delta = objectOf(choice?.['delta']);
  if (choices.length !== 1 || choice === undefined || delta === undefined) return undefined;
  const isFirst = (choice['index'] ?? 0) === 0;
  const endsNothing = (choice['finish_reason'] ?? null) === null;
  const addsNothingElse = Object.entries(delta).every(([name, value]) => name === 'content' || name === 'role' || value === null);
  const { content } = delta;
  return isFirst && endsNothing && addsNothingElse && typeof content === 'string' ? content : undefined;
}
