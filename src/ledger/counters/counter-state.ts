import type { CounterAmounts, CounterState, ReservationId, StreamId } from '../../contracts/index.ts';
import type { Draft } from '../decide/draft.ts';
import { sourceOf, type ProjectionState } from '../projections/projection.ts';
import { counterDocument, counterProjection } from './counter-projection.ts';
import { readCounterState } from './known-reservations.ts';
import { counterInvalid, counterIsClosed, countersStale, counterUnknown, reservationUnknown } from './refusals.ts';

/** While counters are being folded anew they show too little, and a decision on them would give away too much. */
export function requireCurrentCounters(draft: Draft): void {
  const state = draft.record({ space: 'projection', key: counterProjection.name })?.body as ProjectionState | undefined;
  if (state?.version !== counterProjection.version || state.rebuilt_to !== null) throw countersStale(state?.rebuilt_to ?? 0);
}

/** The counter as it stands, this request's own changes included. What cannot be read allows nothing. */
export function openCounter(draft: Draft, counter: StreamId): CounterState {
  const record = draft.record({ space: 'document', key: counterDocument(counter) });
  if (record === undefined || record.source !== sourceOf(counterProjection)) throw counterUnknown(counter);
  const state = readCounterState(record.body);
  if (state === undefined) throw counterInvalid(counter, 'its document cannot be read', 'Have the projections rebuilt from the log, then try again.');
  if (state.is_closed) throw counterIsClosed(counter);
  return state;
}

export function openReservation(counter: StreamId, { reservations }: CounterState, id: ReservationId): CounterAmounts {
  const amounts = Object.hasOwn(reservations, id) ? reservations[id] : undefined;
  if (amounts === undefined) throw reservationUnknown(counter, id);
  return amounts;
}

const CHILD_PREFIX = 'child/';

/**
 * The reservation that a child's limits are on its parent. Its name is fixed and kept from everybody else, so that only
 * closing the child can settle it: otherwise its money could be given back while the child still spends it.
 */
export function childReservation(child: StreamId): ReservationId {
  return `${CHILD_PREFIX}${child}`;
}

export function isChildReservation(id: ReservationId): boolean {
  return id.startsWith(CHILD_PREFIX);
}
