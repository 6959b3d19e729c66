import type { AggregateKind, EventDefinition, EventType, Governance, JsonObject, StreamId, ValidationCode } from '../../contracts/index.ts';

/** An event at the moment it is written. */
export interface WrittenEvent {
  readonly definition: EventDefinition;
  readonly type: EventType;
  readonly aggregate: AggregateKind;
  readonly streamId: StreamId;
  readonly actor: string;
  readonly governance: Governance;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A document with the last event folded into it. */
export interface ValidatedDocument {
  readonly body: JsonObject;
  readonly position: number | null;
}

export interface WriteContext {
  /** Everything written by the same append that some rule applies to, this event included. */
  readonly batch: readonly WrittenEvent[];
  /** A document as this append leaves it; only those that `documents` names. */
  document(key: string): ValidatedDocument | undefined;
}

/** A rule at the write boundary. Pure; says what is wrong, or nothing. */
export interface Validator {
  readonly code: ValidationCode;
  readonly appliesTo: (definition: EventDefinition) => boolean;
  /** Text without which a payload in canonical JSON cannot concern this rule: frequent events are then not parsed for it. */
  readonly mark?: string;
  readonly documents?: (event: WrittenEvent) => readonly string[];
  readonly check: (event: WrittenEvent, context: WriteContext) => string | undefined;
}

export interface Finding {
  readonly code: ValidationCode;
  /** The event that breaks the rule, or the projection whose document does. */
  readonly type: string;
  readonly detail: string;
}
