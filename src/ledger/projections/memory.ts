import {
  DEMOTED_DECAY,
  documentKey,
  memoryMegramDemoted,
  memoryMegramWritten,
  memorySopRecalled,
  MemoryStreamId,
  TaintClass,
  type DecayedSums,
  type MemoryPlaceState,
  type MemorySpaceRow,
  type MemorySpaceState,
  type MegramId,
  type RememberedMegram,
  type Timestamp,
} from '../../contracts/index.ts';
import { emptySums, potentialsAt, withTrace } from '../../formulas/index.ts';
import { MEMORY_LATEST_MAX, MEMORY_PLACES_MAX, MEMORY_SOPS_MAX } from '../limits.ts';
import type { DocumentBody, FoldedEvent, Projection } from './projection.ts';

type Written = Pick<RememberedMegram, 'megram' | 'origin'> & { readonly matter: MemoryPlaceState['matter'] };

/** What is known of one place. What was erased is not in it: it is folded again without that. */
export const memoryPlaceProjection: Projection = {
  name: 'memory_place',
  version: 1,
  types: [memoryMegramWritten.type, memorySopRecalled.type, memoryMegramDemoted.type],
  key: ({ streamId }) => documentKey.memoryPlace(MemoryStreamId.parse(streamId)),
  fold: (current, event) => foldPlace(current as MemoryPlaceState | undefined, event) as DocumentBody,
};

function foldPlace(place: MemoryPlaceState | undefined, event: FoldedEvent): MemoryPlaceState | Record<string, never> {
  if (event.type === memoryMegramWritten.type) return withMegram(place, event);
  // Of what was erased only that it was recalled or demoted is left, which says nothing by itself.
  if (place?.sops === undefined) return {};
  const { megram_id: id } = event.payload as { megram_id: MegramId };
  return event.type === memorySopRecalled.type ? recalled(place, id, event.payload['recalled_at'] as Timestamp) : demoted(place, id);
}

function withMegram(place: MemoryPlaceState | undefined, { payload, governance }: FoldedEvent): MemoryPlaceState {
  const { megram, origin, matter } = payload as unknown as Written;
  const { space, entity, created_at: at, state } = megram;
  const known = place?.sops === undefined ? undefined : place;
  const before: Omit<MemoryPlaceState, 'written'> & { readonly written: number } = known ?? { matter, space, entity, live: emptySums(at), written: 0, states: {}, first_at: at, last_at: at, latest: [], sops: [], taint_class: governance.taint_class };
  const remembered: RememberedMegram = { megram, origin, taint_class: governance.taint_class };
  const isRule = megram.level === 'C';
  return {
    ...before,
    live: isRule ? before.live : withTrace(before.live, megram),
    written: before.written + 1,
    states: { ...before.states, [state]: (before.states[state] ?? 0) + 1 },
    first_at: at < before.first_at ? at : before.first_at,
    last_at: at > before.last_at ? at : before.last_at,
    latest: isRule ? before.latest : [...before.latest, remembered].slice(-MEMORY_LATEST_MAX),
    sops: isRule ? [...before.sops, remembered].slice(-MEMORY_SOPS_MAX) : before.sops,
    taint_class: leastTrusted(before.taint_class, governance.taint_class),
  };
}

function recalled(place: MemoryPlaceState, id: MegramId, at: Timestamp): MemoryPlaceState {
  return { ...place, sops: place.sops.map((one) => (one.megram.megram_id === id ? { ...one, megram: { ...one.megram, last_recalled_at: at } } : one)) };
}

/** From now on it fades like the others, from the day that it was made. */
function demoted(place: MemoryPlaceState, id: MegramId): MemoryPlaceState {
  const rule = place.sops.find(({ megram }) => megram.megram_id === id);
  if (rule === undefined) return place;
  const megram = { ...rule.megram, level: 'K', k: DEMOTED_DECAY } as const;
  return { ...place, live: withTrace(place.live, megram), sops: place.sops.filter((one) => one !== rule), latest: [...place.latest, { ...rule, megram }].slice(-MEMORY_LATEST_MAX) };
}

function leastTrusted(one: TaintClass, other: TaintClass): TaintClass {
  const order = TaintClass.options;
  return order.indexOf(other) > order.indexOf(one) ? other : one;
}

/** The strongest places of one space. Which those are is decided at the moment of the event that is folded. */
export const memorySpaceProjection: Projection = {
  name: 'memory_space',
  version: 1,
  types: [memoryMegramWritten.type, memoryMegramDemoted.type],
  key: ({ streamId }) => documentKey.memorySpace(MemoryStreamId.parse(streamId)),
  fold: (current, event) => foldSpace(current as MemorySpaceState | undefined, event) as DocumentBody,
};

function foldSpace(table: MemorySpaceState | undefined, event: FoldedEvent): MemorySpaceState | Record<string, never> {
  const streamId = MemoryStreamId.parse(event.streamId);
  const known = table?.places === undefined ? undefined : table;
  if (event.type === memoryMegramDemoted.type) return known === undefined ? {} : { ...known, places: known.places.map((row) => (row.stream_id === streamId ? { ...row, has_sop: false } : row)) };
  const { megram, matter } = event.payload as unknown as Written;
  const { space, entity, created_at: at, level } = megram;
  const { places, dropped, ...rest }: MemorySpaceState = known ?? { matter, space, places: [], dropped: 0 };
  const before = places.find(({ stream_id: id }) => id === streamId);
  const live: DecayedSums = before?.live ?? emptySums(at);
  const row: MemorySpaceRow = {
    stream_id: streamId,
    entity,
    live: level === 'C' ? live : withTrace(live, megram),
    written: (before?.written ?? 0) + 1,
    last_at: before !== undefined && before.last_at > at ? before.last_at : at,
    has_sop: level === 'C' || before?.has_sop === true,
  };
  const all = [...places.filter((one) => one !== before), row];
  return all.length <= MEMORY_PLACES_MAX ? { ...rest, places: all, dropped } : { ...rest, places: withoutWeakest(all, at), dropped: dropped + 1 };
}

/** A place with a rule is never the weakest: a rule is timeless. */
function withoutWeakest(rows: readonly MemorySpaceRow[], now: Timestamp): MemorySpaceRow[] {
  const strengths = rows.map(({ live, has_sop: hasSop }) => (hasSop ? Number.POSITIVE_INFINITY : potentialsAt(live, now).attention));
  const weakest = strengths.indexOf(Math.min(...strengths));
  return rows.filter((_row, at) => at !== weakest);
}
