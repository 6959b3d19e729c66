import { ID_PREFIXES, Sha256, Timestamp, type EventEnvelope } from '../../contracts/index.ts';
import { canonicalHash } from '../../kernel/index.ts';

export type ComparedEvent = Pick<EventEnvelope, 'type' | 'aggregate_id' | 'payload'> & { /** Of the payload as it was written; it stays when that is erased. */ readonly payload_hash?: string };

/** Two events that should be one, or one that has no counterpart. */
export interface EventDifference<Event extends ComparedEvent> {
  readonly original?: Event;
  readonly replayed?: ComparedEvent;
  /** Where they differ first; empty when one of them is not there. */
  readonly path: string;
}

export interface EventComparison<Event extends ComparedEvent> {
  readonly identical: number;
  readonly differences: readonly EventDifference<Event>[];
}

/**
 * Holds what a run wrote against what a replay of it wrote. Each kind of event is compared in its order; members of a plan
 * that worked at the same time may tell of themselves in another order, so an event may also stand at another place of its kind.
 * What is stamped at the moment of writing may differ: times, and ids, of which each stands for one of the run, always the same.
 * So may the hashes in an event of which the words behind them may be others, as a prompt's are in another version. What was
 * archived or erased since is the same when the replay wrote it to the letter.
 */
export function compareEvents<Event extends ComparedEvent>(original: readonly Event[], replayed: readonly ComparedEvent[], mayHaveOtherWords: (event: Event) => boolean = () => false): EventComparison<Event> {
  const known: Renamed = { originals: new Map(), replays: new Map() };
  const left = new Map<string, ComparedEvent[]>();
  for (const event of replayed) left.set(event.type, [...(left.get(event.type) ?? []), event]);
  const unmatched: Event[] = [];
  let identical = 0;
  const erasedFirst = original.toSorted((one, other) => Number(other.payload === null) - Number(one.payload === null));
  for (const event of erasedFirst) {
    const candidates = left.get(event.type) ?? [];
    const isTheSame = (candidate: ComparedEvent): boolean => (event.payload === null ? canonicalHash(candidate.payload) === event.payload_hash : differenceOf(event, candidate, known, mayHaveOtherWords(event)) === undefined);
    const at = candidates.findIndex(isTheSame);
    if (at === -1) unmatched.push(event);
    else {
      candidates.splice(at, 1);
      identical += 1;
    }
  }
  const differences: EventDifference<Event>[] = unmatched.map((event) => {
    const other = left.get(event.type)?.shift();
    return other === undefined ? { original: event, path: '' } : { original: event, replayed: other, path: differenceOf(event, other, known, mayHaveOtherWords(event)) ?? '' };
  });
  for (const event of [...left.values()].flat()) differences.push({ replayed: event, path: '' });
  return { identical, differences };
}

/** Which id of the replay stands for which of the run, and the other way round. */
interface Renamed {
  readonly originals: Map<string, string>;
  readonly replays: Map<string, string>;
}

/** Where two events differ first; undefined when they say the same. What was learnt of ids is kept only then. */
function differenceOf(original: ComparedEvent, replayed: ComparedEvent, known: Renamed, mayHaveOtherWords: boolean): string | undefined {
  const learnt: Renamed = { originals: new Map(), replays: new Map() };
  const isSame = (before: string, now: string): boolean => {
    if (mayHaveOtherWords && Sha256.safeParse(before).success && Sha256.safeParse(now).success) return true;
    const prefix = prefixOf(now);
    if (prefix === undefined || prefixOf(before) !== prefix) return before === now || (Timestamp.safeParse(before).success && Timestamp.safeParse(now).success);
    const [was, is] = [known.originals.get(now) ?? learnt.originals.get(now), known.replays.get(before) ?? learnt.replays.get(before)];
    if (was === undefined && is === undefined) {
      learnt.originals.set(now, before);
      learnt.replays.set(before, now);
      return true;
    }
    return was === before && is === now;
  };
  const difference = walk({ id: original.aggregate_id, payload: original.payload }, { id: replayed.aggregate_id, payload: replayed.payload }, '', isSame);
  if (difference === undefined) {
    for (const [now, before] of learnt.originals) known.originals.set(now, before);
    for (const [before, now] of learnt.replays) known.replays.set(before, now);
  }
  return difference;
}

function walk(before: unknown, now: unknown, path: string, isSame: (before: string, now: string) => boolean): string | undefined {
  if (typeof before === 'string' && typeof now === 'string') return isSame(before, now) ? undefined : path;
  if (typeof before !== 'object' || typeof now !== 'object' || before === null || now === null || Array.isArray(before) !== Array.isArray(now)) return Object.is(before, now) ? undefined : path;
  for (const key of new Set([...Object.keys(before), ...Object.keys(now)])) {
    const found = walk((before as Record<string, unknown>)[key], (now as Record<string, unknown>)[key], path === '' ? key : `${path}.${key}`, isSame);
    if (found !== undefined) return found;
  }
  return undefined;
}

function prefixOf(id: string): string | undefined {
  const prefix = id.slice(0, id.indexOf('_'));
  return prefix in ID_PREFIXES ? prefix : undefined;
}
