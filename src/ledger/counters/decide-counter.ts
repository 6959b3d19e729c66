import { counterClosed, counterOpened, counterRaised, counterReserved, counterSettled } from '../../contracts/index.ts';
import type { CounterAmounts, CounterClosed, CounterParent, CounterSettled, CounterState, EventType, JsonObject, ReservationId, StreamId } from '../../contracts/index.ts';
import { invariant } from '../../kernel/index.ts';
import type { Draft } from '../decide/draft.ts';
import type { OperationPlan } from '../decide/plan.ts';
import { REASON_CHARS_MAX } from '../limits.ts';
import type { EventStamp } from '../event-stamp.ts';
import { amountOf, combine, minus, plus, unitsOf } from './amounts.ts';
import { chargeFor, chargeOf, reportOf } from './charge.ts';
import { checkAmounts, checkCountable, checkCounterName, checkReservationName, checkRoom } from './checks.ts';
import { counterDocument } from './counter-projection.ts';
import { childReservation, openCounter, openReservation, requireCurrentCounters } from './counter-state.ts';
import { noteDecided } from './known-reservations.ts';
import type { CounterClose, CounterCommit, CounterOpen, CounterOperation, CounterRaise, CounterRelease, CounterReserve } from './operations.ts';
import { counterExists, counterInvalid } from './refusals.ts';

interface Change {
  readonly counter: StreamId;
  readonly type: EventType;
  readonly payload: JsonObject;
}

export function planCounter(operation: CounterOperation): OperationPlan {
  const own = `counter/${operation.counter}`;
  const parent = 'parent' in operation ? operation.parent : undefined;
  const onParent = (type: EventType): OperationPlan['writes'] & {} => (parent === undefined ? [] : [{ stream: `counter/${parent.counter}`, type }]);
  switch (operation.kind) {
    case 'counter.open':
      return { writes: [...onParent(counterReserved.type), { stream: own, type: counterOpened.type }] };
    case 'counter.raise':
      return { writes: [{ stream: own, type: counterRaised.type }] };
    case 'counter.reserve':
      return { writes: [{ stream: own, type: counterReserved.type }] };
    case 'counter.commit':
    case 'counter.release':
      return { writes: [{ stream: own, type: counterSettled.type }] };
    case 'counter.close':
      return { writes: [{ stream: own, type: counterClosed.type }, ...onParent(counterSettled.type)] };
  }
}

/** Decides what becomes of a counter and writes it, one event for each stamp. */
export function decideCounter(operation: CounterOperation, draft: Draft): void {
  checkCounterName(operation.counter);
  requireCurrentCounters(draft);
  write(draft, changesOf(operation, draft), operation.stamps);
}

function write(draft: Draft, changes: readonly Change[], stamps: readonly EventStamp[]): void {
  invariant(stamps.length === changes.length, 'an operation brings a stamp for each event it writes');
  for (const [index, { counter, type, payload }] of changes.entries()) {
    draft.append({ aggregate: 'counter', streamId: counter, type, payload }, stamps[index] as EventStamp);
    // Both the state before and the change to it were checked; an opening has no state before it, and is read whole once.
    if (type === counterReserved.type || type === counterSettled.type) noteDecided(draft.record({ space: 'document', key: counterDocument(counter) })?.body);
  }
}

function changesOf(operation: CounterOperation, draft: Draft): Change[] {
  switch (operation.kind) {
    case 'counter.open':
      return opened(operation, draft);
    case 'counter.raise':
      return [raised(operation, draft)];
    case 'counter.reserve':
      checkReservationName(operation.counter, operation.reservationId);
      return [reserved(operation, draft)];
    case 'counter.commit':
      return [committed(operation, draft)];
    case 'counter.release':
      return [released(operation, draft)];
    case 'counter.close':
      return closed(operation, draft);
  }
}

function opened({ counter, limits, parent }: CounterOpen, draft: Draft): Change[] {
  checkAmounts(counter, limits);
  if (draft.record({ space: 'document', key: counterDocument(counter) }) !== undefined) throw counterExists(counter);
  if (parent === undefined) return [{ counter, type: counterOpened.type, payload: { limits } }];
  checkCounterName(parent.counter);
  if (parent.reservation_id !== childReservation(counter)) {
    throw counterInvalid(counter, 'the reservation on its parent has another name', `Call it "${childReservation(counter)}".`);
  }
  const onParent = reserved({ counter: parent.counter, reservationId: parent.reservation_id, amounts: limits }, draft);
  return [onParent, { counter, type: counterOpened.type, payload: { limits, parent } }];
}

function raised({ counter, limits, reason }: CounterRaise, draft: Draft): Change {
  checkAmounts(counter, limits);
  const state = openCounter(draft, counter);
  if (state.parent !== undefined) {
    throw counterInvalid(counter, 'its limits are a reservation of its parent', 'Raise the parent and carve a new child from it.');
  }
  const lowered = unitsOf(limits).filter((unit) => amountOf(limits, unit) < amountOf(state.limits, unit));
  if (lowered.length > 0) throw counterInvalid(counter, `a raise would lower ${lowered.join(', ')}`, 'Name only limits that grow; a lower limit needs a new counter.');
  checkAmounts(counter, { ...state.limits, ...limits });
  if (reason.length === 0 || reason.length > REASON_CHARS_MAX) {
    throw counterInvalid(counter, `a raise needs a reason of at most ${REASON_CHARS_MAX} characters`, 'Say in a few words who allowed it and why.');
  }
  return { counter, type: counterRaised.type, payload: { limits, reason } };
}

function reserved({ counter, reservationId, amounts }: Pick<CounterReserve, 'counter' | 'reservationId' | 'amounts'>, draft: Draft): Change {
  checkAmounts(counter, amounts);
  checkRoom(counter, openCounter(draft, counter), reservationId, amounts);
  return { counter, type: counterReserved.type, payload: { reservation_id: reservationId, amounts } };
}

function committed({ counter, reservationId, used }: CounterCommit, draft: Draft): Change {
  const state = openCounter(draft, counter);
  checkReservationName(counter, reservationId);
  return settled(counter, state, reservationId, used);
}

/** The report is kept for the units this counter limits; whatever else it names is nobody's here. */
function settled(counter: StreamId, state: CounterState, id: ReservationId, used: Readonly<Record<string, unknown>>): Change {
  const amounts = openReservation(counter, state, id);
  const reported = reportOf(Object.fromEntries(Object.entries(used).filter(([unit]) => Object.hasOwn(state.limits, unit))));
  const charge = chargeFor(amounts, reported, { limits: state.limits, taken: takenByOthers(state, amounts) });
  const payload: CounterSettled = { reservation_id: id, how: 'committed', reported, ...charge };
  return { counter, type: counterSettled.type, payload };
}

/** All that is spent or reserved beside these amounts. */
function takenByOthers({ spent, reserved: held }: CounterState, amounts: CounterAmounts): CounterAmounts {
  return minus(plus(spent, held), amounts);
}

function released({ counter, reservationId }: CounterRelease, draft: Draft): Change {
  const state = openCounter(draft, counter);
  checkReservationName(counter, reservationId);
  const refunded = openReservation(counter, state, reservationId);
  const charged: CounterAmounts = combine(unitsOf(refunded), () => 0);
  const payload: CounterSettled = { reservation_id: reservationId, how: 'released', reported: {}, charged, refunded, disbelieved: [], overrun: [] };
  return { counter, type: counterSettled.type, payload };
}

/**
 * Nobody knows what became of reservations that are still open, those of children included, so they count as spent. A
 * child that outlives its parent may go on within its limits, all of which its parent has paid for.
 */
function closed({ counter, parent }: CounterClose, draft: Draft): Change[] {
  const state = openCounter(draft, counter);
  if (parent?.counter !== state.parent?.counter || parent?.reservation_id !== state.parent?.reservation_id) {
    throw counterInvalid(counter, 'it has another parent', 'Close it with the parent it was opened with, or with none if it had none.');
  }
  const spent = plus(state.spent, state.reserved);
  const payload: CounterClosed = { spent, forfeited_reservations: Object.keys(state.reservations).sort() };
  const own: Change = { counter, type: counterClosed.type, payload };
  if (parent === undefined) return [own];
  return [own, settledChild(parent, spent, draft)];
}

/** What a child spent was judged when it was spent; here it is a fact, however far beyond its limits. */
function settledChild({ counter, reservation_id }: CounterParent, spent: CounterAmounts, draft: Draft): Change {
  const state = openCounter(draft, counter);
  const amounts = openReservation(counter, state, reservation_id);
  const charge = chargeOf(amounts, spent);
  checkCountable(counter, takenByOthers(state, amounts), charge.charged);
  const payload: CounterSettled = { reservation_id, how: 'committed', reported: spent, ...charge };
  return { counter, type: counterSettled.type, payload };
}
