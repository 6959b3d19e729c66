import { createHash, randomInt } from 'node:crypto';

/** Playing all of them takes half an hour; each test run plays another few of those that hold. */
const SAMPLE = 6;

export interface Drawn<Named> {
  readonly drawn: readonly Named[];
  /** Longer than one may take and wait for its turn. */
  readonly timeoutMs: number;
}

/** The environment variable of the name says `all` or a part of a name; without it, a few are drawn by a seed that is printed. */
export function drawnFrom<Named extends { readonly name: string }>(all: readonly Named[], variable: 'HONEST' | 'LIES', isHolding: (one: Named) => boolean): Drawn<Named> {
  const asked = process.env[variable] ?? '';
  const timeoutMs = asked === 'all' ? 7_200_000 : 600_000;
  if (asked !== '') return { drawn: all.filter(({ name }) => asked === 'all' || name.includes(asked)), timeoutMs };
  const seed = Number(process.env[`${variable}_SEED`] ?? randomInt(1_000_000));
  const holding = all.filter(isHolding);
  console.log(`${variable.toLowerCase()}: ${SAMPLE} of ${holding.length} that hold (${all.length} in all), ${variable}_SEED=${seed} plays the same again`);
  const rank = ({ name }: Named): string => createHash('sha256').update(`${seed}:${name}`).digest('hex');
  return { drawn: holding.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1)).slice(0, SAMPLE), timeoutMs };
}
