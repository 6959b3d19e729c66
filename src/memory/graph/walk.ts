import { GRAPH_FACTS_MAX, GRAPH_HOPS_MAX, TaintClass, type GraphEdge, type GraphNode, type GraphWalk, type Timestamp, type WalkedFact } from '../../contracts/index.ts';
import { invariant } from '../../kernel/index.ts';
import { holdsAt } from './decide-facts.ts';
import { entityKey } from './entity-name.ts';
import { WALK_BREADTH_MAX, WALK_THINGS_MAX } from './limits.ts';
import type { WalkQuestion } from './provider.ts';
import { saysTheSame, slotOf } from './relations.ts';

/**
 * Goes from a thing over its facts to those that they lead to, in both directions, the nearest first. Every bound is kept and
 * told: facts of one thing, things, facts in all.
 */
export async function walkGraph({ entity, hops, at, withEnded = false }: WalkQuestion, nodeOf: (entity: string) => Promise<GraphNode | undefined>): Promise<GraphWalk | undefined> {
  const start = await nodeOf(entity);
  if (start === undefined) return undefined;
  const seenThings = new Set([entityKey(start.entity)]);
  const facts = new Map<string, WalkedFact>();
  let isCut = start.dropped > 0;
  let ring: readonly GraphNode[] = [start];
  const depth = Math.min(hops, GRAPH_HOPS_MAX);
  for (let hop = 1; hop <= depth && ring.length > 0; hop += 1) {
    const next: string[] = [];
    for (const node of ring) {
      const found = edgesAt(node, at, withEnded && hop === 1);
      isCut ||= found.length > WALK_BREADTH_MAX;
      for (const edge of found.slice(0, WALK_BREADTH_MAX)) {
        if (facts.has(edge.fact.fact_id)) continue;
        if (facts.size >= GRAPH_FACTS_MAX) return { entity: start.entity, at, hops: depth, facts: [...facts.values()], things: seenThings.size, is_cut: true };
        facts.set(edge.fact.fact_id, walked(edge, hop, node, at));
        for (const end of [edge.fact.subject, edge.fact.object]) {
          if (seenThings.has(entityKey(end))) continue;
          isCut ||= seenThings.size >= WALK_THINGS_MAX;
          if (seenThings.size >= WALK_THINGS_MAX) continue;
          seenThings.add(entityKey(end));
          next.push(end);
        }
      }
    }
    ring = hop === depth ? [] : (await Promise.all(next.map(nodeOf))).filter((node) => node !== undefined);
  }
  return { entity: start.entity, at, hops: depth, facts: [...facts.values()], things: seenThings.size, is_cut: isCut };
}

/** What is trusted first, then what was seen last; what ended comes after what holds. */
function edgesAt({ outgoing, incoming }: GraphNode, at: Timestamp, withEnded: boolean): GraphEdge[] {
  const rank = (edge: GraphEdge): [number, number, number] => [holdsAt(edge, at) ? 0 : 1, TaintClass.options.indexOf(edge.taint_class), -Date.parse(edge.last_seen_at)];
  const wanted = [...outgoing, ...incoming].filter((edge) => holdsAt(edge, at) || (withEnded && edge.fact.valid_from <= at));
  return wanted.map((edge) => ({ edge, rank: rank(edge) })).toSorted((one, other) => one.rank.map((value, nth) => value - (other.rank[nth] ?? 0)).find((difference) => difference !== 0) ?? 0).map(({ edge }) => edge);
}

function walked(edge: GraphEdge, hop: number, { outgoing }: GraphNode, at: Timestamp): WalkedFact {
  const { fact, valid_to, ended, sources, seen, last_seen_at, taint_class } = edge;
  const source = sources.at(-1);
  invariant(source !== undefined, 'a fact has a source');
  const slot = slotOf(fact);
  const isDisputed = holdsAt(edge, at) && slot !== undefined && outgoing.some((other) => other !== edge && holdsAt(other, at) && slotOf(other.fact) === slot && !saysTheSame(other.fact, fact));
  return { hop, fact, valid_to, ended, source, seen, last_seen_at, taint_class, is_disputed: isDisputed };
}
