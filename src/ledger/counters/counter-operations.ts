import type { CounterAmounts, CounterParent, ReservationId, StreamId } from '../../contracts/index.ts';
import type { LogWriter } from '../log/log.ts';
import { reportOf } from './charge.ts';
import { childReservation } from './counter-state.ts';
import type { CounterClose, CounterCommit, CounterOpen, CounterRaise, CounterRelease, CounterReserve } from './operations.ts';

/** Operations on counters, to travel in an append together with whatever they pay for. */
export interface CounterOperations {
  /** With a parent, the limits are carved out of what the parent has left. */
  open(counter: StreamId, limits: CounterAmounts, options?: { readonly parent?: StreamId }): CounterOpen;
  raise(counter: StreamId, limits: CounterAmounts, reason: string): CounterRaise;
  reserve(counter: StreamId, reservationId: ReservationId, amounts: CounterAmounts): CounterReserve;
  /** `used` may hold anything: what is not a believable number is recorded as such and charged in full. */
  commit(counter: StreamId, reservationId: ReservationId, used: Readonly<Record<string, unknown>>): CounterCommit;
  release(counter: StreamId, reservationId: ReservationId): CounterRelease;
  /** Names the parent it was opened with. */
  close(counter: StreamId, options?: { readonly parent?: StreamId }): CounterClose;
}

export function createCounterOperations({ stamps }: Pick<LogWriter, 'stamps'>): CounterOperations {
  return {
    open: (counter, limits, { parent } = {}) => ({ kind: 'counter.open', counter, limits, ...settledWith(stamps, counter, parent) }),
    raise: (counter, limits, reason) => ({ kind: 'counter.raise', counter, limits, reason, stamps: stamps(1) }),
    reserve: (counter, reservationId, amounts) => ({ kind: 'counter.reserve', counter, reservationId, amounts, stamps: stamps(1) }),
    commit: (counter, reservationId, used) => ({ kind: 'counter.commit', counter, reservationId, used: reportOf(used), stamps: stamps(1) }),
    release: (counter, reservationId) => ({ kind: 'counter.release', counter, reservationId, stamps: stamps(1) }),
    close: (counter, { parent } = {}) => ({ kind: 'counter.close', counter, ...settledWith(stamps, counter, parent) }),
  };
}

function settledWith(stamps: LogWriter['stamps'], counter: StreamId, parent: StreamId | undefined): Pick<CounterOpen, 'stamps'> & { parent?: CounterParent } {
  if (parent === undefined) return { stamps: stamps(1) };
  return { stamps: stamps(2), parent: { counter: parent, reservation_id: childReservation(counter) } };
}
