import { DEMOTED_DECAY, documentKey, memoryMegramDemoted, memoryMegramWritten, memorySopRecalled, MemoryStreamId, TaintClass, type MemoryPlaceState, type MegramId, type RememberedMegram, type Timestamp } from '../../contracts/index.ts';
import { emptySums, withTrace } from '../../formulas/index.ts';
import { MEMORY_LATEST_MAX, MEMORY_SOPS_MAX } from '../limits.ts';
import type { DocumentBody, FoldedEvent, Projection } from './projection.ts';

/** What an event says that something was learnt. */
export type Written = Pick<RememberedMegram, 'megram' | 'origin'> & { readonly matter: MemoryPlaceState['matter'] };

/** What is known of one place. What was erased is not in it: it is folded again without that. */
export const memoryPlaceProjection: Projection = {
  name: 'memory_place',
  version: 1,
  isOfOneStream: true,
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
