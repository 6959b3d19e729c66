import { CounterAmounts, ReservationId, StreamId, type CounterState, type CounterUnit } from '../../contracts/index.ts';
import { COUNTER_RESERVATIONS_MAX, COUNTER_UNITS_MAX } from '../limits.ts';
import { amountOf, plus, unitsOf } from './amounts.ts';
import { isChildReservation } from './counter-state.ts';
import { counterExhausted, counterInvalid, reservationExists } from './refusals.ts';

export function checkCounterName(counter: StreamId): void {
  if (StreamId.safeParse(counter).success) return;
  throw counterInvalid(counter.slice(0, 128), 'this cannot name a counter', 'Use letters, digits, dot, dash, colon or underscore, at most 128.');
}

export function checkAmounts(counter: StreamId, amounts: CounterAmounts): void {
  const isValid = CounterAmounts.safeParse(amounts).success && unitsOf(amounts).length > 0 && unitsOf(amounts).length <= COUNTER_UNITS_MAX;
  if (isValid) return;
  throw counterInvalid(counter, `amounts are whole numbers from 0 of 1 to ${COUNTER_UNITS_MAX} named units`, 'State every amount as a whole number, money in millionths.');
}

/** Reservations of children have names of their own; see `childReservation`. */
export function checkReservationName(counter: StreamId, id: ReservationId): void {
  if (ReservationId.safeParse(id).success && !isChildReservation(id)) return;
  throw counterInvalid(counter, 'this cannot name a reservation', 'Use another id; a reservation under "child/" is settled by closing that child.');
}

/** A unit that the counter does not limit has nothing to give: an oversight must not become a licence. */
export function checkRoom(counter: StreamId, state: CounterState, id: ReservationId, amounts: CounterAmounts): void {
  if (Object.hasOwn(state.reservations, id)) throw reservationExists(counter, id);
  if (Object.keys(state.reservations).length >= COUNTER_RESERVATIONS_MAX) {
    throw counterInvalid(counter, `${COUNTER_RESERVATIONS_MAX} reservations are open`, 'Settle some of them first, or carve a child counter for this work.');
  }
  // Whoever has spent too much of one thing gets nothing of any other: the limits were set together.
  for (const unit of unitsOf(state.limits)) {
    if (amountOf(state.spent, unit) > amountOf(state.limits, unit)) throw counterExhausted(counter, { unit, asked: amountOf(amounts, unit), available: 0 });
  }
  for (const unit of unitsOf(amounts)) {
    const asked = amountOf(amounts, unit);
    const available = Math.max(0, availableOf(state, unit));
    if (!Object.hasOwn(state.limits, unit) || asked > available) throw counterExhausted(counter, { unit, asked, available });
  }
}

function availableOf({ limits, spent, reserved }: CounterState, unit: CounterUnit): number {
  return amountOf(limits, unit) - amountOf(spent, unit) - amountOf(reserved, unit);
}

/** Beyond this, sums would silently lose their last digits. */
export function checkCountable(counter: StreamId, ...parts: readonly CounterAmounts[]): void {
  const total = parts.reduce(plus);
  if (Object.values(total).every(Number.isSafeInteger)) return;
  throw counterInvalid(counter, 'the sum is too large to be counted exactly', 'Close this counter and count on in a new one, or use a larger unit.');
}
