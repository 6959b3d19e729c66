import { CounterAmounts, CounterState, ReservationId } from '../../contracts/index.ts';

type Reservations = CounterState['reservations'];

/**
 * Reservations that were checked, or made here from some that were. A counter that many share has many open at once, and
 * checking all of them again for each that comes or goes would cost each the more, the more there are.
 */
const checked = new WeakSet<Reservations>();

/** Whole states that were checked, or decided on here from one that was: nobody changes them, and what comes from a store is another object. */
const checkedStates = new WeakSet<object>();

/** To be called for a state that was folded from one that was checked and a change that was. */
export function noteDecided(body: unknown): void {
  if (typeof body === 'object' && body !== null) checkedStates.add(body);
}

/** A counter of which everything but the reservations is looked at. */
const WithCheckedReservations = CounterState.omit({ reservations: true });

/** The state that a stored document holds; undefined when it holds none. */
export function readCounterState(body: unknown): CounterState | undefined {
  if (typeof body === 'object' && body !== null && checkedStates.has(body)) return body as CounterState;
  const reservations = (body as Partial<CounterState> | null)?.reservations;
  if (typeof reservations !== 'object' || reservations === null || !checked.has(reservations)) {
    const whole = CounterState.safeParse(body);
    if (whole.success && typeof reservations === 'object') checked.add(reservations);
    return whole.data;
  }
  const { reservations: _checked, ...others } = body as CounterState;
  const rest = WithCheckedReservations.safeParse(others);
  return rest.success ? { ...rest.data, reservations } : undefined;
}

export function withReservation(reservations: Reservations, id: ReservationId, amounts: CounterAmounts): Reservations {
  const more = { ...reservations, [id]: amounts };
  if (checked.has(reservations) && ReservationId.safeParse(id).success && CounterAmounts.safeParse(amounts).success) checked.add(more);
  return more;
}

export function withoutReservation(reservations: Reservations, id: ReservationId): { readonly amounts: CounterAmounts; readonly others: Reservations } {
  const { [id]: amounts = {}, ...others } = reservations;
  if (checked.has(reservations)) checked.add(others);
  return { amounts: Object.hasOwn(reservations, id) ? amounts : {}, others };
}
