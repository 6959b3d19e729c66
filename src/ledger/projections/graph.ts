import { documentKey, GraphStreamId, memoryFactEnded, memoryFactSeen, memoryFactStated, TaintClass, type FactId, type FactSource, type GraphEdge, type GraphFact, type GraphNode, type Timestamp } from '../../contracts/index.ts';
import { GRAPH_EDGES_MAX, GRAPH_ENDED_MAX, GRAPH_SOURCES_MAX } from '../limits.ts';
import type { DocumentBody, FoldedEvent, Projection } from './projection.ts';

/** What is known of one thing, at both ends of its facts. All of its events stand in one stream. */
export const graphNodeProjection: Projection = {
  name: 'graph_node',
  version: 1,
  types: [memoryFactStated.type, memoryFactSeen.type, memoryFactEnded.type],
  key: ({ streamId }) => documentKey.graphNode(GraphStreamId.parse(streamId)),
  fold: (current, event) => ({ ...foldNode(current as GraphNode | undefined, event), sequence: event.sequence }) as DocumentBody,
  isOfOneStream: true,
};

interface Stated {
  readonly end: 'subject' | 'object';
  readonly matter: GraphNode['matter'];
  readonly fact: GraphFact;
  readonly source: FactSource;
  readonly ended: { readonly valid_to: Timestamp; readonly because: 'replaced' | 'gone' | 'asked'; readonly reason: string } | null;
}

function foldNode(current: GraphNode | undefined, event: FoldedEvent): GraphNode | object {
  const node = current?.outgoing === undefined ? undefined : current;
  if (event.type === memoryFactStated.type) return withFact(node, event.payload as unknown as Stated, event.governance.taint_class);
  // Of what was erased only that it was seen again or ended is left, which says nothing by itself.
  if (node === undefined) return {};
  return event.type === memoryFactSeen.type ? withSource(node, event) : withEnd(node, event);
}

function withFact(node: GraphNode | undefined, { end, matter, fact, source, ended }: Stated, taintClass: TaintClass): GraphNode {
  const edge: GraphEdge = { fact, valid_to: ended?.valid_to ?? null, ended: ended === null ? null : { because: ended.because, reason: ended.reason }, sources: [source], seen: 1, last_seen_at: fact.valid_from, taint_class: taintClass };
  const before = node ?? { matter, entity: end === 'subject' ? fact.subject : fact.object, outgoing: [], incoming: [], dropped: 0, sequence: 0 };
  const side = end === 'subject' ? 'outgoing' : 'incoming';
  return bounded({ ...before, [side]: [...before[side], edge] }, side);
}

/** What holds makes room only for what holds, the one that was seen longest ago first. */
function bounded(node: GraphNode, side: 'outgoing' | 'incoming'): GraphNode {
  const edges = node[side];
  const holding = edges.filter(({ valid_to: to }) => to === null);
  const ended = edges.filter(({ valid_to: to }) => to !== null);
  const kept = new Set([...holding.toSorted((one, other) => (one.last_seen_at < other.last_seen_at ? -1 : 1)).slice(-GRAPH_EDGES_MAX), ...ended.slice(-GRAPH_ENDED_MAX)]);
  return kept.size === edges.length ? node : { ...node, [side]: edges.filter((edge) => kept.has(edge)), dropped: node.dropped + edges.length - kept.size };
}

function withSource(node: GraphNode, { payload, governance }: FoldedEvent): GraphNode {
  const { fact_id: id, seen_at: at, source } = payload as { fact_id: FactId; seen_at: Timestamp; source: FactSource };
  const seen = (edge: GraphEdge): GraphEdge => {
    const [first = source, ...later] = edge.sources;
    return { ...edge, sources: [first, ...[...later, source].slice(1 - GRAPH_SOURCES_MAX)], seen: edge.seen + 1, last_seen_at: at > edge.last_seen_at ? at : edge.last_seen_at, taint_class: mostTrusted(edge.taint_class, governance.taint_class) };
  };
  return { ...node, outgoing: node.outgoing.map((edge) => (edge.fact.fact_id === id ? seen(edge) : edge)) };
}

function withEnd(node: GraphNode, { payload }: FoldedEvent): GraphNode {
  const { end, fact_id: id, valid_to, because, reason } = payload as { end: Stated['end']; fact_id: FactId; valid_to: Timestamp; because: 'replaced' | 'gone' | 'asked'; reason: string };
  const side = end === 'subject' ? 'outgoing' : 'incoming';
  const over = (edge: GraphEdge): GraphEdge => ({ ...edge, valid_to, ended: { because, reason } });
  // What ended is looked for by the order in which it did.
  const ended = node[side].filter(({ fact }) => fact.fact_id === id).map(over);
  return bounded({ ...node, [side]: [...node[side].filter(({ fact }) => fact.fact_id !== id), ...ended] }, side);
}

function mostTrusted(one: TaintClass, other: TaintClass): TaintClass {
  const order = TaintClass.options;
  return order.indexOf(other) < order.indexOf(one) ? other : one;
}
