import { TaintClass, type FactEndCause, type FactId, type GraphEdge, type GraphFact, type Timestamp } from '../../contracts/index.ts';
import type { NewFact, WholeList } from './provider.ts';
import { saysTheSame, slotOf } from './relations.ts';

/** Where words came from that nobody vouches for: what they say ends nothing that somebody does vouch for. */
const UNTRUSTED_FROM = TaintClass.options.indexOf('external_untrusted');
const isUntrusted = (taintClass: TaintClass): boolean => TaintClass.options.indexOf(taintClass) >= UNTRUSTED_FROM;

export type FactChange =
  | { readonly kind: 'state'; readonly fact: GraphFact; readonly from: NewFact; readonly ended: { readonly valid_to: Timestamp; readonly because: FactEndCause; readonly reason: string } | null }
  | { readonly kind: 'see'; readonly fact: GraphFact; readonly from: NewFact }
  | { readonly kind: 'end'; readonly fact: GraphFact; readonly validTo: Timestamp; readonly because: FactEndCause; readonly byFact: FactId | null; readonly reason: string; readonly taintClass: TaintClass };

/** Decides what facts of one subject change, by what is known of it. Pure but for the ids. */
export function decideFacts(known: readonly GraphEdge[], facts: readonly NewFact[], whole: readonly WholeList[], mintId: () => FactId): FactChange[] {
  let edges = known;
  const changes: FactChange[] = [];
  const apply = (made: readonly FactChange[]): void => {
    changes.push(...made);
    edges = made.reduce(withChange, edges);
  };
  for (const fact of facts) apply(decideOne(edges, fact, mintId));
  for (const list of whole) apply(goneFrom(edges, list, facts));
  return changes;
}

function decideOne(edges: readonly GraphEdge[], from: NewFact, mintId: () => FactId): FactChange[] {
  const fact: GraphFact = { fact_id: mintId(), subject: from.subject, relation: from.relation, object: from.object, object_version: from.objectVersion, valid_from: from.seenAt };
  const same = edges.find((edge) => holdsAt(edge, from.seenAt) && saysTheSame(edge.fact, fact));
  if (same !== undefined) return isKnownSource(same, from) ? [] : [{ kind: 'see', fact: same.fact, from }];
  // What a person took back does not come back from the text that said it then.
  if (edges.some((edge) => edge.ended?.because === 'asked' && saysTheSame(edge.fact, fact) && isKnownSource(edge, from))) return [];
  const slot = slotOf(fact);
  const rivals = slot === undefined ? [] : edges.filter((edge) => slotOf(edge.fact) === slot && !saysTheSame(edge.fact, fact) && speaksOfTheSamePlace(edge, from));
  const newer = rivals.filter((rival) => rival.fact.valid_from > fact.valid_from && !(isUntrusted(rival.taint_class) && !isUntrusted(from.taintClass)));
  const next = newer.toSorted((one, other) => (one.fact.valid_from < other.fact.valid_from ? -1 : 1))[0];
  const ended = next === undefined ? null : { valid_to: next.fact.valid_from, because: 'replaced' as const, reason: replacedBy(next.fact) };
  const replaced = rivals.filter((rival) => rival.valid_to === null && rival.fact.valid_from <= fact.valid_from && (!isUntrusted(from.taintClass) || isUntrusted(rival.taint_class)));
  return [
    ...replaced.map((rival): FactChange => ({ kind: 'end', fact: rival.fact, validTo: fact.valid_from, because: 'replaced', byFact: fact.fact_id, reason: replacedBy(fact), taintClass: from.taintClass })),
    { kind: 'state', fact, from, ended },
  ];
}

/** What a complete list of the same file said before and says no more. */
function goneFrom(edges: readonly GraphEdge[], { relation, seenAt, source, taintClass }: WholeList, stated: readonly NewFact[]): FactChange[] {
  const listed = stated.filter((one) => one.relation === relation && one.source.label === source.label);
  const isListed = (fact: GraphFact): boolean => listed.some((one) => saysTheSame(fact, { relation, object: one.object, object_version: one.objectVersion }));
  const gone = edges.filter(({ fact, valid_to: to, sources, taint_class: of }) => {
    const last = sources.at(-1);
    const isItsOwn = last?.label === source.label && last.workspace === source.workspace;
    return to === null && fact.relation === relation && isItsOwn && fact.valid_from <= seenAt && !isListed(fact) && (!isUntrusted(taintClass) || isUntrusted(of));
  });
  return gone.map(({ fact }): FactChange => ({ kind: 'end', fact, validTo: seenAt, because: 'gone', byFact: null, reason: `${source.label} lists it no more`, taintClass }));
}

function withChange(edges: readonly GraphEdge[], change: FactChange): readonly GraphEdge[] {
  const of = change.fact.fact_id;
  if (change.kind === 'end') return edges.map((edge) => (edge.fact.fact_id === of ? { ...edge, valid_to: change.validTo, ended: { because: change.because, reason: change.reason } } : edge));
  if (change.kind === 'see') return edges.map((edge) => (edge.fact.fact_id === of ? { ...edge, sources: [...edge.sources, change.from.source] } : edge));
  const { fact, from, ended } = change;
  return [...edges, { fact, valid_to: ended?.valid_to ?? null, ended: ended === null ? null : { because: ended.because, reason: ended.reason }, sources: [from.source], seen: 1, last_seen_at: fact.valid_from, taint_class: from.taintClass }];
}

export function holdsAt({ fact, valid_to: to }: Pick<GraphEdge, 'fact' | 'valid_to'>, at: Timestamp): boolean {
  return fact.valid_from <= at && (to === null || at < to);
}

/** The same text of the same place has said it before. */
function isKnownSource({ sources }: GraphEdge, { source }: NewFact): boolean {
  return sources.some(({ ref, label, workspace }) => ref.sha256 !== undefined && ref.sha256 === source.ref.sha256 && label === source.label && workspace === source.workspace);
}

/** Two folders may hold two projects of one name; what one says does not contradict the other. */
function speaksOfTheSamePlace({ sources }: GraphEdge, { source: { workspace } }: NewFact): boolean {
  return workspace === null || sources.some((source) => source.workspace === null || source.workspace === workspace);
}

function replacedBy({ relation, object, object_version: version }: GraphFact): string {
  return `replaced by ${relation} ${object}${version === null ? '' : ` ${version}`}`;
}
