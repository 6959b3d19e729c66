import { z } from 'zod';
import { Count, NonEmptyText, PositiveCount } from '../core/index.ts';
import { StreamId } from './stream.ts';

/** What is counted, with its unit in the name: `tokens`, `tool_calls`, `cost_microusd`. */
export const CounterUnit = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'expected lower-case letters, digits or underscore');
export type CounterUnit = z.infer<typeof CounterUnit>;

/** Whole numbers of each unit; fractions would drift, so money is counted in millionths. */
export const CounterAmounts = z.record(CounterUnit, Count);
export type CounterAmounts = z.infer<typeof CounterAmounts>;

export const ReservationId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:/-]{0,511}$/, 'expected letters, digits, dot, dash, colon, slash or underscore');
export type ReservationId = z.infer<typeof ReservationId>;

/** A child's limits are a reservation of its parent: what the child may spend, nobody else can. */
export const CounterParent = z.strictObject({ counter: StreamId, reservation_id: ReservationId });
export type CounterParent = z.infer<typeof CounterParent>;

export const CounterOpened = z.strictObject({ limits: CounterAmounts, parent: CounterParent.optional() });
export type CounterOpened = z.infer<typeof CounterOpened>;

export const CounterRaised = z.strictObject({ limits: CounterAmounts, reason: NonEmptyText });
export type CounterRaised = z.infer<typeof CounterRaised>;

export const CounterReserved = z.strictObject({ reservation_id: ReservationId, amounts: CounterAmounts });
export type CounterReserved = z.infer<typeof CounterReserved>;

/** How a reservation ended. `reported` is kept as it came; what cannot be believed is charged in full, or at more than that. */
export const CounterSettled = z.strictObject({
  reservation_id: ReservationId,
  how: z.enum(['committed', 'released']),
  reported: z.record(CounterUnit, z.union([z.number(), z.string()])),
  charged: CounterAmounts,
  refunded: CounterAmounts,
  /** Units whose reported use was negative, missing, no number or absurdly large. */
  disbelieved: z.array(CounterUnit),
  /** Units of which more was used than reserved; the counter is charged all of it. */
  overrun: z.array(CounterUnit),
});
export type CounterSettled = z.infer<typeof CounterSettled>;

export const CounterClosed = z.strictObject({ spent: CounterAmounts, forfeited_reservations: z.array(ReservationId) });
export type CounterClosed = z.infer<typeof CounterClosed>;

/** A counter as it stands; the document under the counter's own name. */
export const CounterState = z.strictObject({
  limits: CounterAmounts,
  spent: CounterAmounts,
  reserved: CounterAmounts,
  reservations: z.record(ReservationId, CounterAmounts),
  parent: CounterParent.optional(),
  is_closed: z.boolean(),
  operations: PositiveCount,
});
export type CounterState = z.infer<typeof CounterState>;
