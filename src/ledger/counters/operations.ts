import type { CounterAmounts, CounterParent, ReservationId, StreamId } from '../../contracts/index.ts';
import type { EventStamp } from '../event-stamp.ts';

interface Stamped {
  readonly counter: StreamId;
  /** One for each event the operation writes. */
  readonly stamps: readonly EventStamp[];
}

/** Opens a counter. With a parent, its limits are reserved there first: two events. */
export interface CounterOpen extends Stamped {
  readonly kind: 'counter.open';
  readonly limits: CounterAmounts;
  readonly parent?: CounterParent;
}

/** Raises limits, by a person's decision; never lowers them. */
export interface CounterRaise extends Stamped {
  readonly kind: 'counter.raise';
  readonly limits: CounterAmounts;
  readonly reason: string;
}

export interface CounterReserve extends Stamped {
  readonly kind: 'counter.reserve';
  readonly reservationId: ReservationId;
  readonly amounts: CounterAmounts;
}

/** Ends a reservation with what was really used. `used` is what somebody reports and is not believed blindly. */
export interface CounterCommit extends Stamped {
  readonly kind: 'counter.commit';
  readonly reservationId: ReservationId;
  readonly used: Readonly<Record<string, unknown>>;
}

/** Gives a reservation back for which nothing was ever started. */
export interface CounterRelease extends Stamped {
  readonly kind: 'counter.release';
  readonly reservationId: ReservationId;
}

/** Closes a counter and settles its reservation with its parent: two events then. Open reservations count as spent. */
export interface CounterClose extends Stamped {
  readonly kind: 'counter.close';
  readonly parent?: CounterParent;
}

export type CounterOperation = CounterOpen | CounterRaise | CounterReserve | CounterCommit | CounterRelease | CounterClose;
