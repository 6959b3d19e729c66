import type { ParallelQuorum } from '../../contracts/index.ts';

/** What became of one of several questions. `digest` is the same for outputs that are the same JSON. */
export type Arrival<Answer> = { readonly index: number } & (
  | { readonly kind: 'valid'; readonly answer: Answer; readonly digest: string }
  | { readonly kind: 'invalid'; readonly answer: Answer; readonly why: string }
  | { readonly kind: 'failed'; readonly error: unknown }
);

type Valid<Answer> = Extract<Arrival<Answer>, { readonly kind: 'valid' }>;

/** Settled, not settled yet, or never to be settled. */
export type QuorumState<Answer> = { readonly kind: 'agreed'; readonly by: Valid<Answer> } | { readonly kind: 'open' } | { readonly kind: 'lost' };

/**
 * Where a vote stands, given what has arrived so far, in that order, of so many asked.
 *
 * - `first_valid`: the first valid answer to arrive counts.
 * - `any`: one valid answer is enough, and the model listed first is preferred, however fast the others are.
 * - `majority`: more than half of all that were asked gave the same output.
 * - `all`: every one gave the same output.
 */
export function quorum<Answer>(arrived: readonly Arrival<Answer>[], asked: number, rule: ParallelQuorum): QuorumState<Answer> {
  const valid = arrived.filter((each) => each.kind === 'valid');
  const remaining = asked - arrived.length;
  switch (rule) {
    case 'first_valid':
      return agreedOr(valid[0], remaining > 0);
    case 'any':
      return agreedOr(preferred(arrived, asked), remaining > 0);
    case 'majority':
      return agreeing(valid, Math.floor(asked / 2) + 1, remaining);
    case 'all':
      return agreeing(valid, asked, remaining);
  }
}

function agreedOr<Answer>(by: Valid<Answer> | undefined, isOpen: boolean): QuorumState<Answer> {
  if (by !== undefined) return { kind: 'agreed', by };
  return isOpen ? { kind: 'open' } : { kind: 'lost' };
}

/** The valid answer of the lowest number, once all of lower numbers are in and were not valid. */
function preferred<Answer>(arrived: readonly Arrival<Answer>[], asked: number): Valid<Answer> | undefined {
  for (let index = 0; index < asked; index += 1) {
    const own = arrived.find((each) => each.index === index);
    if (own === undefined) return undefined;
    if (own.kind === 'valid') return own;
  }
  return undefined;
}

/** So many of the same output; lost as soon as those still to come could not make it up. */
function agreeing<Answer>(valid: readonly Valid<Answer>[], needed: number, remaining: number): QuorumState<Answer> {
  const votes = valid.map((each) => ({ each, count: valid.filter(({ digest }) => digest === each.digest).length }));
  const best = Math.max(0, ...votes.map(({ count }) => count));
  return agreedOr(votes.find(({ count }) => count >= needed)?.each, best + remaining >= needed);
}
