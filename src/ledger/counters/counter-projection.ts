import { counterClosed, counterOpened, counterRaised, counterReserved, counterSettled } from '../../contracts/index.ts';
import type { CounterAmounts, CounterClosed, CounterOpened, CounterRaised, CounterReserved, CounterSettled, CounterState, JsonObject } from '../../contracts/index.ts';
import type { FoldedEvent, Projection } from '../projections/projection.ts';
import { combine, minus, plus, unitsOf } from './amounts.ts';
import { withoutReservation, withReservation } from './known-reservations.ts';

/** Beside the documents that people know budgets by: those are made from counters, and have their own shapes. */
export function counterDocument(counter: string): string {
  return `counter:${counter}`;
}

/** A counter as it stands. */
export const counterProjection: Projection = {
  name: 'counter',
  version: 1,
  types: [counterOpened, counterRaised, counterReserved, counterSettled, counterClosed].map(({ type }) => type),
  key: ({ streamId }) => counterDocument(streamId),
  fold: (current, event) => foldCounter((current as CounterState | undefined) ?? UNKNOWN, event) as JsonObject,
};

/** Where folding begins. A counter whose opening was erased stays without limits, so it allows nothing. */
const UNKNOWN = { limits: {}, spent: {}, reserved: {}, reservations: {}, is_closed: false, operations: 0 } as const satisfies CounterState;

function foldCounter(state: CounterState, { type, payload }: Pick<FoldedEvent, 'type' | 'payload'>): CounterState {
  const next = { ...state, operations: state.operations + 1 };
  switch (type) {
    case counterOpened.type: {
      const { limits, parent } = payload as CounterOpened;
      return { ...next, limits, spent: nothingOf(limits), reserved: nothingOf(limits), ...(parent !== undefined && { parent }) };
    }
    case counterRaised.type: {
      const { limits } = payload as CounterRaised;
      return { ...next, limits: { ...state.limits, ...limits }, spent: plus(state.spent, nothingOf(limits)), reserved: plus(state.reserved, nothingOf(limits)) };
    }
    case counterReserved.type: {
      const { reservation_id, amounts } = payload as CounterReserved;
      return { ...next, reserved: plus(state.reserved, amounts), reservations: withReservation(state.reservations, reservation_id, amounts) };
    }
    case counterSettled.type: {
      const { reservation_id, charged } = payload as CounterSettled;
      const { amounts, others } = withoutReservation(state.reservations, reservation_id);
      return { ...next, spent: plus(state.spent, charged), reserved: minus(state.reserved, amounts), reservations: others };
    }
    default: {
      const { spent } = payload as CounterClosed;
      return { ...next, spent, reserved: nothingOf(state.reserved), reservations: {}, is_closed: true };
    }
  }
}

function nothingOf(amounts: CounterAmounts): CounterAmounts {
  return combine(unitsOf(amounts), () => 0);
}
