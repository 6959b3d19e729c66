import { DEMOTED_DECAY, documentKey, memoryMegramDemoted, memoryMegramsForgotten, memoryMegramWritten, MemoryStreamId, type MegramId, type MemorySpaceRow, type MemorySpaceState, type MetPlace, type Timestamp } from '../../contracts/index.ts';
import { daysBetween, decay, emptySums, withTrace } from '../../formulas/index.ts';
import { MEMORY_PLACES_MAX } from '../limits.ts';
import type { Written } from './memory-place.ts';
import type { DocumentBody, ErasedEvent, FoldedEvent, Projection } from './projection.ts';

type Table = Pick<MemorySpaceState, 'places' | 'met' | 'dropped'> & Partial<Pick<MemorySpaceState, 'matter' | 'space'>>;

const EMPTY: Table = { places: [], met: [], dropped: 0 };

/** Rules are written by the Dreamer alone, which is known also of one that was erased. */
const RULES_BY = 'dreamer';

/**
 * The places of one space. Which of them stay follows from the headers of events, and what is forgotten leaves by the event that
 * says so: with the erased words and without them the same table comes out.
 */
export const memorySpaceProjection: Projection = {
  name: 'memory_space',
  version: 2,
  types: [memoryMegramWritten.type, memoryMegramDemoted.type, memoryMegramsForgotten.type],
  makesUpForErasure: ({ type, payload }) => type === memoryMegramsForgotten.type && payload['is_partial'] !== true,
  key: ({ streamId }) => documentKey.memorySpace(MemoryStreamId.parse(streamId)),
  fold: (current, event) => foldSpace((current as Table | undefined) ?? EMPTY, event) as unknown as DocumentBody,
  foldErased: (current, event) => (event.type === memoryMegramWritten.type ? withMet((current as Table | undefined) ?? EMPTY, event) : (current ?? EMPTY)) as unknown as DocumentBody,
};

function foldSpace(table: Table, event: FoldedEvent): Table {
  if (event.type === memoryMegramWritten.type) return withMet(withMegram(table, event), event);
  return event.type === memoryMegramDemoted.type ? demoted(table, event) : forgotten(table, event);
}

function withMegram({ places, ...rest }: Table, { streamId, payload }: FoldedEvent): Table {
  const { megram, matter } = payload as unknown as Written;
  const { space, entity, created_at: at, level, megram_id: id } = megram;
  const before = places.find(({ stream_id: known }) => known === streamId);
  const live = before?.live ?? emptySums(at);
  const rules = before?.rules ?? [];
  const row: MemorySpaceRow = { stream_id: streamId, entity, live: level === 'C' ? live : withTrace(live, megram), rules: level === 'C' ? [...rules, id] : rules };
  return { ...rest, matter, space, places: [...places.filter((one) => one !== before), row] };
}

/** A place that is met goes to the end of the list; where there are too many, the one that was met least goes, with its row. */
function withMet({ met, places, dropped, ...rest }: Table, { streamId, recordedAt: at, actor }: ErasedEvent): Table {
  const before = met.find(({ stream_id: known }) => known === streamId);
  const all: MetPlace[] = [...met.filter((one) => one !== before), { stream_id: streamId, at, times: timesAt(before, at) + 1, rules: (before?.rules ?? 0) + (actor === RULES_BY ? 1 : 0) }];
  if (all.length <= MEMORY_PLACES_MAX) return { ...rest, places, met: all, dropped };
  const gone = leastMet(all, at);
  return { ...rest, places: places.filter(({ stream_id: known }) => known !== gone), met: all.filter(({ stream_id: known }) => known !== gone), dropped: dropped + 1 };
}

/** A place with a rule is never the least met: a rule is timeless. */
function leastMet(met: readonly MetPlace[], now: Timestamp): string | undefined {
  const weights = met.map((one) => (one.rules > 0 ? Number.POSITIVE_INFINITY : timesAt(one, now)));
  return met[weights.indexOf(Math.min(...weights))]?.stream_id;
}

function timesAt(met: MetPlace | undefined, now: Timestamp): number {
  return met === undefined ? 0 : met.times * decay({ k: DEMOTED_DECAY, age_days: daysBetween(met.at, now) });
}

function demoted(table: Table, { streamId, payload }: FoldedEvent): Table {
  const { megram_id: id } = payload as { megram_id: MegramId };
  return {
    ...table,
    places: table.places.map((row) => (row.stream_id === streamId ? { ...row, rules: row.rules.filter((rule) => rule !== id) } : row)),
    met: table.met.map((one) => (one.stream_id === streamId ? { ...one, rules: Math.max(0, one.rules - 1) } : one)),
  };
}

/** Rules outlive what they were distilled from, unless a person wants the place forgotten. */
function forgotten(table: Table, { streamId, payload, recordedAt }: FoldedEvent): Table {
  const { matter, space, met, dropped } = table;
  const row = table.places.find(({ stream_id: known }) => known === streamId);
  const others = table.places.filter((one) => one !== row);
  // What stays of it is folded from the log again: which of the payloads are gone cannot be told from here.
  if (payload['is_partial'] === true) return table;
  if (row !== undefined && row.rules.length > 0 && payload['because'] === 'faded') return { ...table, places: [...others, { ...row, live: emptySums(recordedAt) }] };
  // Without any row nobody's words are left that named the space.
  const named = others.length > 0 && matter !== undefined && space !== undefined ? { matter, space } : {};
  return { ...named, places: others, met: met.filter(({ stream_id: known }) => known !== streamId), dropped };
}
