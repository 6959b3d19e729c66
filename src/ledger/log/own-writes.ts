import type { EventCatalogue, EventType } from '../../contracts/index.ts';
import type { AppendedEvent } from '../request.ts';
import { OWN_ENTRIES_MAX, OWN_STREAMS_MAX } from '../limits.ts';

/** An entry that this process wrote. What an operation wrote has a type that only the store knows. */
export type OwnEntry = AppendedEvent & { readonly type?: EventType | undefined };

/** Which types stand where, in a stretch of the log that this process wrote without a gap. */
interface Stretch {
  readonly from: number;
  to: number;
  /** Places in order, by type; by aggregate where the type is not known. */
  readonly places: Map<string, number[]>;
}

export interface OwnWrites {
  note(entries: readonly OwnEntry[]): void;
  /** The last place up to which there is nothing of these types, as far as is known; `after` when nothing is. */
  passOver(stream: string | undefined, after: number, types: readonly EventType[]): number;
}

const WHOLE_LOG = '';

/**
 * Most of what is new in a log was written by the process that looks for news, and most of it concerns nobody who looks. What
 * others wrote lies between, and shows as a gap: a stretch ends there and whoever stands before it reads.
 */
export function createOwnWrites(catalogue: EventCatalogue): OwnWrites {
  const stretches = new Map<string, Stretch>();
  // Whoever follows the log asks with the same list after every commit.
  const kindsOfTypes = new WeakMap<readonly EventType[], readonly string[] | 'unknown'>();
  const kindsOf = (types: readonly EventType[]): readonly string[] | 'unknown' => {
    const known = kindsOfTypes.get(types);
    if (known !== undefined) return known;
    const aggregates = types.map((type) => catalogue.get(type)?.aggregate);
    const kinds = aggregates.includes(undefined) ? 'unknown' : [...new Set([...types, ...aggregates.map((aggregate) => aggregateKind(aggregate ?? ''))])];
    kindsOfTypes.set(types, kinds);
    return kinds;
  };

  const noteAt = (name: string, place: number, kind: string): void => {
    const known = stretches.get(name);
    if (known !== undefined && place <= known.to) return;
    const goesOn = known !== undefined && place === known.to + 1 && place - known.from < OWN_ENTRIES_MAX;
    const stretch: Stretch = goesOn ? known : { from: place, to: place, places: new Map() };
    stretch.to = place;
    const places = stretch.places.get(kind) ?? [];
    places.push(place);
    stretch.places.set(kind, places);
    // The stream that was silent longest is forgotten first.
    stretches.delete(name);
    stretches.set(name, stretch);
    if (stretches.size > OWN_STREAMS_MAX) stretches.delete(stretches.keys().next().value ?? '');
  };

  return {
    note(entries) {
      for (const { stream, position, sequence, type } of entries) {
        const kind = type ?? aggregateKind(stream.slice(0, stream.indexOf('/')));
        noteAt(stream, sequence, kind);
        noteAt(WHOLE_LOG, position, kind);
      }
    },
    passOver(stream = WHOLE_LOG, after, types) {
      const known = stretches.get(stream);
      if (known === undefined || after + 1 < known.from || after >= known.to) return after;
      const kinds = kindsOf(types);
      if (kinds === 'unknown') return after;
      let upTo = known.to;
      for (const kind of kinds) {
        const places = known.places.get(kind);
        const first = places === undefined ? undefined : firstAfter(places, after);
        if (first !== undefined && first - 1 < upTo) upTo = first - 1;
      }
      return upTo;
    },
  };
}

/** No type is written so. */
function aggregateKind(aggregate: string): string {
  return `${aggregate}/`;
}

/** Looked for from the end: whoever follows stands near it. */
function firstAfter(places: readonly number[], after: number): number | undefined {
  let at = places.length;
  while (at > 0 && (places[at - 1] ?? 0) > after) at -= 1;
  return places[at];
}
