import { ID_PREFIXES, Timestamp, type EventEnvelope } from '../../contracts/index.ts';

export type ComparedEvent = Pick<EventEnvelope, 'type' | 'aggregate_id' | 'payload'>;

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
 * What is stamped at the moment of writing may differ: an id that the replay minted stands for one of the run, always the same.
 */
export function compareEvents<Event extends ComparedEvent>(original: readonly Event[], replayed: readonly ComparedEvent[], minted: ReadonlySet<string>): EventComparison<Event> {
  const standsFor = new Map<string, string>();
  const left = new Map<string, ComparedEvent[]>();
  for (const event of replayed) left.set(event.type, [...(left.get(event.type) ?? []), event]);
  const unmatched: Event[] = [];
  let identical = 0;
  for (const event of original) {
    const candidates = left.get(event.type) ?? [];
    const at = candidates.findIndex((candidate) => differenceOf(event, candidate, minted, standsFor) === undefined);
    if (at === -1) unmatched.push(event);
    else {
      candidates.splice(at, 1);
      identical += 1;
    }
  }
  const differences: EventDifference<Event>[] = unmatched.map((event) => {
    const other = left.get(event.type)?.shift();
    return other === undefined ? { original: event, path: '' } : { original: event, replayed: other, path: differenceOf(event, other, minted, standsFor) ?? '' };
  });
  for (const event of [...left.values()].flat()) differences.push({ replayed: event, path: '' });
  return { identical, differences };
}

/** Where two events differ first; undefined when they say the same. What was learnt of ids is kept only then. */
function differenceOf(original: ComparedEvent, replayed: ComparedEvent, minted: ReadonlySet<string>, standsFor: Map<string, string>): string | undefined {
  const learnt = new Map(standsFor);
  const isSame = (before: string, now: string): boolean => {
    if (before === now) return true;
    if (Timestamp.safeParse(before).success && Timestamp.safeParse(now).success) return true;
    if (!minted.has(now) || prefixOf(before) !== prefixOf(now) || prefixOf(now) === undefined) return false;
    const known = learnt.get(now);
    if (known === undefined) learnt.set(now, before);
    return known === undefined || known === before;
  };
  const difference = walk({ id: original.aggregate_id, payload: original.payload }, { id: replayed.aggregate_id, payload: replayed.payload }, '', isSame);
  if (difference === undefined) for (const [now, before] of learnt) standsFor.set(now, before);
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
