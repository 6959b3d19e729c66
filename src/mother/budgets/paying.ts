import type { CounterUnit, StreamId } from '../../contracts/index.ts';
import type { CounterOperations } from '../../ledger/index.ts';

/** A counter that pays for a call, and for what of it. */
export interface Payer {
  readonly counter: StreamId;
  /** These, none of which need be asked for, or everything that is not another's. */
  readonly pays: readonly CounterUnit[] | { readonly allBut: readonly CounterUnit[] };
}

export interface PaidFrom {
  readonly counters: readonly StreamId[];
  readonly operations: Pick<CounterOperations, 'reserve' | 'commit' | 'release'>;
  timesRaised?(): Promise<number>;
}

/**
 * Operations for a call that several scopes pay for. A counter refuses every unit that it does not limit, so each is asked
 * only for what is its own; a unit that nobody names goes to whoever pays for the rest, and is refused there.
 */
export function payingFrom(payers: readonly Payer[], operations: CounterOperations): PaidFrom {
  const byCounter = new Map(payers.map((payer) => [payer.counter, payer]));
  const asked = new Map<string, readonly CounterUnit[]>();
  return {
    counters: payers.map(({ counter }) => counter),
    operations: {
      reserve(counter, id, amounts) {
        asked.set(`${counter} ${id}`, Object.keys(amounts));
        return operations.reserve(counter, id, partOf(byCounter.get(counter), amounts, []));
      },
      // Silence about what was asked for costs all of it, so only what was never asked for is said to be unused.
      commit: (counter, id, used) => operations.commit(counter, id, partOf(byCounter.get(counter), used, asked.get(`${counter} ${id}`) ?? [])),
      release: (counter, id) => operations.release(counter, id),
    },
  };
}

function partOf<Amount>(payer: Payer | undefined, amounts: Readonly<Record<string, Amount>>, silent: readonly CounterUnit[]): Record<string, Amount | 0> {
  if (payer === undefined) return amounts;
  const { pays } = payer;
  if ('allBut' in pays) return Object.fromEntries(Object.entries(amounts).filter(([unit]) => !pays.allBut.includes(unit)));
  return Object.fromEntries(pays.flatMap((unit): [string, Amount | 0][] => (unit in amounts || !silent.includes(unit) ? [[unit, amounts[unit] ?? 0]] : [])));
}
