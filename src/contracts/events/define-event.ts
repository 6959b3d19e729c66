import type { z } from 'zod';
import type { ReadModelInvalidationSpec } from '../ledger/read-model.ts';
import type { AggregateKind } from './envelope.ts';

/** Takes a payload of one version to the next. Pure; never edits its argument. */
export type Upcaster = (payload: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** A value in the payload and the receipt, in the same payload, that shows how it was derived. */
export interface DerivedValue {
  readonly value: string;
  readonly receipt: string;
}

/** A part of the payload that never changes, and the fields of that record which only later events may set. */
export interface Snapshot {
  readonly path: string;
  readonly setLater: readonly string[];
}

/** Which views a change makes stale, and how far; or that it makes none stale, said out loud. */
export type Invalidation = 'nothing' | Pick<ReadModelInvalidationSpec, 'invalidates_read_models' | 'invalidation_scope'>;

/** What the rules of the write boundary need to know about an event besides its shape. */
export interface EventRules {
  readonly derived: readonly DerivedValue[];
  readonly snapshots: readonly Snapshot[];
  /** For a transition of state: where the payload says why. Who and when stand on every event. */
  readonly lifecycle?: { readonly receipt: string };
  /** Required of a transition. */
  readonly invalidates?: Invalidation;
}

/** An event type, defined once. `upcasters[n]` takes version n to n + 1, for every n below `version`. */
export interface EventDefinition<Payload extends z.ZodType = z.ZodType> extends EventRules {
  readonly type: string;
  readonly version: number;
  readonly aggregate: AggregateKind;
  readonly payload: Payload;
  readonly upcasters: Readonly<Record<number, Upcaster>>;
}

export interface EventDeclaration<Payload extends z.ZodType> extends Partial<EventRules> {
  readonly type: string;
  readonly version: number;
  readonly payload: Payload;
  readonly upcasters?: Readonly<Record<number, Upcaster>>;
}

/** The aggregate is the part before the dot: it cannot disagree with the type. */
export function defineEvent<Aggregate extends AggregateKind, Payload extends z.ZodType>(
  declaration: EventDeclaration<Payload> & { readonly type: `${Aggregate}.${string}` },
): EventDefinition<Payload> {
  const aggregate = declaration.type.slice(0, declaration.type.indexOf('.')) as Aggregate;
  return { upcasters: {}, derived: [], snapshots: [], ...declaration, aggregate };
}
