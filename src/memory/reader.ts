import { documentKey, memorySopRecalled, type MemoryPlaceState, type MemoryPotentials, type MemorySpaceRow, type MemorySpaceState, type Name, type RecalledPlace, type RememberedMegram, type RunId, type SopRecord, type Timestamp } from '../contracts/index.ts';
import { potentialAction, potentialsAt, withoutTrace } from '../formulas/index.ts';
import { timestamp, type Clock } from '../kernel/index.ts';
import type { Documents, LogWriter } from '../ledger/index.ts';
import { demandAuthor } from './authors.ts';
import { PLACES_TOLD_MAX } from './limits.ts';
import { anyStreamIn, memoryStreamOf, type MemoryPlace } from './place.ts';
import { spaceOf, tagOf } from './tags.ts';
import type { WriteQueue } from './write-queue.ts';

export interface ReaderPorts {
  readonly documents: Pick<Documents, 'get'>;
  readonly clock: Clock;
  /** The compartment that is read; there is no way to name another. */
  readonly matter: Name | null;
  /** The run that asks: what it has learnt itself is for its solver to weigh, and is left out here. */
  readonly exceptRun?: RunId;
  /** Where it is noted that rules were recalled, and for which run; nothing is noted without it. */
  readonly recalls?: { readonly writer: LogWriter; readonly queue: WriteQueue; readonly runId: RunId | null };
}

/** Where to look: one entity, or all of a kind such as `path`. */
export interface RecallTag {
  readonly space: string;
  readonly entity?: string;
  readonly entityKind?: string;
}

/** What memory answers, as data. It formats nothing and asks no model. */
export interface MemoryReader {
  /** The rules of level C; that they were recalled is noted in the background. */
  queryC(space: string, entity: string): Promise<readonly SopRecord[]>;
  /** What the levels M and K come to now. */
  queryMK(space: string, entity: string): Promise<MemoryPotentials>;
  /** Both, for many tags at once; places that call for nothing are left out. Single entities come first, then the strongest of all kinds. */
  recall(tags: readonly RecallTag[]): Promise<readonly RecalledPlace[]>;
}

export function createMemoryReader({ documents, clock, matter, exceptRun, recalls }: ReaderPorts): MemoryReader {
  if (recalls !== undefined) demandAuthor(recalls.writer, 'recall');
  const placeOf = async (space: string, entity: string): Promise<MemoryPlaceState | undefined> => readPlace(documents, { matter, ...tagOf(space, entity) });
  const note = (sops: readonly SopRecord[], at: Timestamp): void => {
    for (const { megram_id: id, space, entity } of sops) {
      const event = { type: memorySopRecalled.type, streamId: memoryStreamOf({ matter, space, entity }), payload: { megram_id: id, recalled_at: at, run_id: recalls?.runId ?? null } };
      recalls?.queue.add({ key: `memory:recalled:${id}:${at}`, writer: recalls.writer, event: async () => event });
    }
  };
  /** The strongest of all tags together: what a place says is read only of those. */
  const targetsOf = async (tags: readonly RecallTag[], now: Timestamp): Promise<(MemoryPlaceState | undefined)[]> => {
    const kinds = tags.flatMap(({ space, entityKind }) => (entityKind === undefined ? [] : [strongest(documents, matter, space, `${entityKind}:`, now)]));
    const rows = (await Promise.all(kinds)).flat().toSorted((one, other) => other.attention - one.attention);
    return Promise.all(rows.slice(0, PLACES_TOLD_MAX).map(({ space, row }) => placeOf(space, row.entity)));
  };
  return {
    async queryC(space, entity) {
      const found = (await placeOf(space, entity))?.sops.map(sopOf) ?? [];
      note(found, timestamp(clock));
      return found;
    },
    async queryMK(space, entity) {
      const place = await placeOf(space, entity);
      return place === undefined ? { attention: 0, decision: 0, action: 'ignore' } : potentialsOf(place, timestamp(clock));
    },
    async recall(tags) {
      const now = timestamp(clock);
      const exact = Promise.all(tags.flatMap(({ space, entity }) => (entity === undefined ? [] : [placeOf(space, entity)])));
      const places = [...(await exact), ...(await targetsOf(tags, now))].flatMap((place) => place ?? []);
      const found = places.flatMap((place) => recalledWithout(place, exceptRun, now)).filter(({ action }) => action !== 'ignore');
      note(found.flatMap(({ sops }) => sops), now);
      return found;
    },
  };
}

export async function readPlace(documents: Pick<Documents, 'get'>, place: MemoryPlace): Promise<MemoryPlaceState | undefined> {
  const body = (await documents.get(documentKey.memoryPlace(memoryStreamOf(place)), 'memory_place'))?.body;
  // It was folded from events that were checked; one of which nothing is left is empty.
  return body?.['live'] === undefined ? undefined : (body as MemoryPlaceState);
}

export async function readSpace(documents: Pick<Documents, 'get'>, matter: Name | null, space: string): Promise<MemorySpaceState | undefined> {
  const body = (await documents.get(documentKey.memorySpace(anyStreamIn(matter, spaceOf(space))), 'memory_space'))?.body;
  return body?.['places'] === undefined ? undefined : (body as MemorySpaceState);
}

/** Those of the table that may call for something; the place itself decides. */
async function strongest(documents: Pick<Documents, 'get'>, matter: Name | null, space: string, prefix: string, now: Timestamp): Promise<{ readonly space: string; readonly row: MemorySpaceRow; readonly attention: number }[]> {
  const rows = (await readSpace(documents, matter, space))?.places ?? [];
  const weighed = rows.filter(({ entity }) => entity.startsWith(prefix)).map((row) => ({ row, ...potentialsAt(row.live, now) }));
  return weighed.filter(({ row, attention, decision }) => row.rules.length > 0 || potentialAction(attention, decision) !== 'ignore').map(({ row, attention }) => ({ space, row, attention: row.rules.length > 0 ? Number.POSITIVE_INFINITY : attention }));
}

/** Of the levels M and K alone. */
export function potentialsOf({ live }: Pick<MemoryPlaceState, 'live'>, now: Timestamp): MemoryPotentials {
  const { attention, decision } = potentialsAt(live, now);
  return { attention, decision, action: potentialAction(attention, decision) };
}

export function recalledPlace(place: MemoryPlaceState, now: Timestamp): RecalledPlace {
  const { space, entity, written, states, first_at, last_at, latest, taint_class } = place;
  const potentials = potentialsOf(place, now);
  const rules = place.sops.map(({ megram }) => megram);
  const attention = rules.reduce((total, { f }) => total + f, potentials.attention);
  const decision = rules.reduce((total, { f, sigma }) => total + sigma * f, potentials.decision);
  const episodes = latest.map(({ megram, origin }) => ({ at: megram.created_at, state: megram.state, content: megram.content, sigma: megram.sigma, from: origin }));
  return { space, entity, potentials, sops: place.sops.map(sopOf), action: potentialAction(attention, decision), written, states, first_at, last_at, latest: episodes, taint_class };
}

/** Nothing is left of a place of which only this run knows. Its own memories are the latest, so that they are among those at hand. */
function recalledWithout(place: MemoryPlaceState, exceptRun: RunId | undefined, now: Timestamp): RecalledPlace[] {
  const isOwn = ({ origin }: RememberedMegram): boolean => origin.from === 'experience' && origin.run_id === exceptRun;
  const own = place.latest.filter(isOwn).map(({ megram }) => megram);
  if (own.length === 0) return [recalledPlace(place, now)];
  if (own.length >= place.written) return [];
  const states = { ...place.states };
  for (const { state } of own) states[state] = (states[state] ?? 1) - 1;
  const left = Object.fromEntries(Object.entries(states).filter(([, count]) => count > 0));
  const others = place.latest.filter((one) => !isOwn(one));
  const last = others.at(-1)?.megram.created_at ?? place.first_at;
  return [recalledPlace({ ...place, live: own.reduce(withoutTrace, place.live), written: place.written - own.length, states: left, latest: others, last_at: last }, now)];
}

function sopOf({ megram, taint_class }: RememberedMegram): SopRecord {
  const { megram_id, space, entity, content, f, sigma, created_at, last_recalled_at } = megram;
  return { megram_id, kind: sigma < 0 ? 'constraint' : 'best_practice', space, entity, content, f, sigma, created_at, last_recalled_at, taint_class };
}
