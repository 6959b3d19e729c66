import { eventCatalogue, EVENTS, type EventCatalogue, type EventDefinition } from '../contracts/index.ts';
import { BUILTIN_PROJECTIONS } from './projections/builtin.ts';
import type { Projection } from './projections/projection.ts';
import { createFoldGuard, type FoldGuard } from './projections/registry.ts';
import { BUILTIN_VALIDATORS } from './validators/builtin.ts';
import type { Validator } from './validators/validator.ts';

/** The words of an event by which it can be found later. */
export interface Searchable {
  readonly type: string;
  words(payload: Readonly<Record<string, unknown>>): { readonly scope: string; readonly text: string };
}

/** Everything the write boundary knows. Pure data and functions, loaded again in the thread that writes. */
export interface LedgerSetup {
  readonly events: readonly EventDefinition[];
  readonly projections: readonly Projection[];
  readonly validators: readonly Validator[];
  readonly searchable: readonly Searchable[];
}

export const BUILTIN_SETUP: LedgerSetup = {
  events: EVENTS,
  projections: BUILTIN_PROJECTIONS,
  validators: BUILTIN_VALIDATORS,
  searchable: [
    { type: 'session.message_recorded', words: ({ session_id, text }) => ({ scope: String(session_id), text: String(text) }) },
  ],
};

/** What concerns each type of event, found once instead of at every append. */
export interface TypeRules {
  readonly definition: EventDefinition;
  readonly projections: readonly Projection[];
  readonly validators: readonly Validator[];
  readonly searchable: Searchable | undefined;
}

export interface Rules {
  readonly catalogue: EventCatalogue;
  readonly byType: ReadonlyMap<string, TypeRules>;
  readonly projections: ReadonlyMap<string, Projection>;
  readonly refuseUnknownFolds: FoldGuard;
}

export function rulesOf(setup: LedgerSetup): Rules {
  const byType = setup.events.map((definition): [string, TypeRules] => [
    definition.type,
    {
      definition,
      projections: setup.projections.filter(({ types }) => types.includes(definition.type)),
      validators: setup.validators.filter((validator) => validator.appliesTo(definition)),
      searchable: setup.searchable.find(({ type }) => type === definition.type),
    },
  ]);
  const projections = new Map(setup.projections.map((projection) => [projection.name, projection]));
  return { catalogue: eventCatalogue(setup.events), byType: new Map(byType), projections, refuseUnknownFolds: createFoldGuard(projections) };
}
