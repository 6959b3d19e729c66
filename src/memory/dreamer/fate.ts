import { DREAM, type MemoryPlaceState, type MemoryPotentials, type RememberedMegram, type RuleKind, type Timestamp } from '../../contracts/index.ts';
import { potentialsOf } from '../reader.ts';

/** What is due in one place. */
export interface PlaceFate {
  /** Of levels M and K, now. */
  readonly potentials: MemoryPotentials;
  /** Nothing of levels M and K is strong enough to be kept. */
  readonly isFaded: boolean;
  /** Rules that all that is known here speaks against, with what it comes to. */
  readonly bankrupt: readonly RememberedMegram[];
  readonly decision: number;
  /** The rule that can be distilled; none where one that says the same holds already. */
  readonly distils: RuleKind | null;
}

/** Pure: the same place at the same moment has the same fate. */
export function fateOf(place: MemoryPlaceState, now: Timestamp): PlaceFate {
  const potentials = potentialsOf(place, now);
  const decision = place.sops.reduce((total, { megram: { f, sigma } }) => total + f * sigma, potentials.decision);
  const bankrupt = place.sops.filter(({ megram }) => along(megram.sigma, decision) < 0);
  const kind = ruleFor(potentials);
  const stands = place.sops.some((rule) => !bankrupt.includes(rule) && kindOf(rule.megram.sigma) === kind);
  return { potentials, isFaded: place.written > place.sops.length && potentials.attention < DREAM.forgotten_below, bankrupt, decision, distils: stands ? null : kind };
}

/** A constraint is confirmed by what went wrong: what speaks against a rule is what points the other way. */
function along(sigma: number, decision: number): number {
  return sigma < 0 ? 0 - decision : decision;
}

function ruleFor({ attention, decision }: MemoryPotentials): RuleKind | null {
  if (attention < DREAM.distilled_attention || Math.abs(decision) < DREAM.distilled_decision) return null;
  return kindOf(decision);
}

export function kindOf(sigma: number): RuleKind {
  return sigma < 0 ? 'constraint' : 'best_practice';
}
