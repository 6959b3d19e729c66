import type { z } from 'zod';
import type { AggregateKind } from './envelope.ts';

/** Takes a payload of one version to the next. Pure; never edits its argument. */
export type Upcaster = (payload: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** A value in the payload and the receipt, in the same payload, that shows how it was derived. */
export interface DerivedValue {
  readonly value: string;
  readonly receipt: string;
}

/** An event type, defined once. `upcasters[n]` takes version n to n + 1, for every n below `version`. */
export interface EventDefinition<Payload extends z.ZodType = z.ZodType> {
  readonly type: string;
  readonly version: number;
  readonly aggregate: AggregateKind;
  readonly payload: Payload;
  readonly upcasters: Readonly<Record<number, Upcaster>>;
  readonly derived: readonly DerivedValue[];
}

export interface EventDeclaration<Payload extends z.ZodType> {
  readonly type: string;
  readonly version: number;
  readonly payload: Payload;
  readonly upcasters?: Readonly<Record<number, Upcaster>>;
  readonly derived?: readonly DerivedValue[];
}

/** The aggregate is the part before the dot: it cannot disagree with the type. */
export function defineEvent<Aggregate extends AggregateKind, Payload extends z.ZodType>(
  declaration: EventDeclaration<Payload> & { readonly type: `${Aggregate}.${string}` },
): EventDefinition<Payload> {
  const aggregate = declaration.type.slice(0, declaration.type.indexOf('.')) as Aggregate;
  return { upcasters: {}, derived: [], ...declaration, aggregate };
}
