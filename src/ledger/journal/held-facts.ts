import type { AppendKey, StepKey } from '../../contracts/index.ts';
import type { NewEvent } from '../log/log.ts';
import type { LedgerOperation } from '../request.ts';
import { isSettlementRefusal } from './settlement-refusal.ts';

export type Send = (key: AppendKey, events: readonly NewEvent[], operations: readonly LedgerOperation[]) => Promise<void>;

/** A fact that waits for the next append. */
export interface HeldFact {
  readonly key: StepKey;
  readonly events: readonly NewEvent[];
  /** The counters that it moves, and how it is written by itself when that is refused, after what was held before it. */
  readonly settled?: { readonly operations: readonly LedgerOperation[]; alone(before: readonly NewEvent[]): Promise<void> };
}

export interface HeldFacts {
  hold(fact: HeldFact): void;
  /** Appends with everything that is held; with nothing of one's own, what is held alone, under the key of the first of them. */
  append(own: { readonly key: () => AppendKey; readonly events: readonly NewEvent[]; readonly operations: readonly LedgerOperation[] } | undefined): Promise<void>;
}

/** Facts are held in order and written in order; none is lost when an append fails. `keyOf` names the append of held facts alone. */
export function createHeldFacts(send: Send, keyOf: (key: StepKey) => AppendKey): HeldFacts {
  let held: HeldFact[] = [];
  let carrying: Promise<unknown> | undefined;

  /** One append for all. Where what goes along is refused, whose that is shows when the first that moves a counter is written by itself. */
  const carry = async (facts: readonly HeldFact[], own: Parameters<HeldFacts['append']>[0], onWritten: (facts: readonly HeldFact[]) => void): Promise<void> => {
    const [first] = facts;
    const key = own?.key() ?? (first === undefined ? undefined : keyOf(first.key));
    if (key === undefined) return;
    try {
      await send(key, [...facts.flatMap(({ events }) => events), ...(own?.events ?? [])], [...facts.flatMap(({ settled }) => settled?.operations ?? []), ...(own?.operations ?? [])]);
      onWritten(facts);
    } catch (error) {
      const at = facts.findIndex(({ settled }) => settled !== undefined);
      if (at === -1 || !isSettlementRefusal(error)) throw error;
      await facts[at]?.settled?.alone(facts.slice(0, at).flatMap(({ events }) => events));
      onWritten(facts.slice(0, at + 1));
      await carry(facts.slice(at + 1), own, onWritten);
    }
  };

  return {
    hold: (fact) => void held.push(fact),
    async append(own) {
      // Who comes while others are carried waits: what follows a fact is never written before it. Nobody may come between the end of that wait and taking what is held.
      for (let under = carrying; under !== undefined; under = carrying) await under;
      const facts = held;
      if (facts.length === 0) return carry([], own, () => undefined);
      held = [];
      const written = new Set<HeldFact>();
      const appending = carry(facts, own, (some) => some.forEach((one) => written.add(one)));
      carrying = appending.then(
        () => (carrying = undefined),
        () => {
          carrying = undefined;
          held = [...facts.filter((one) => !written.has(one)), ...held];
        },
      );
      await appending;
    },
  };
}
