import { documentKey, memoryFactEnded, memoryFactSeen, memoryFactStated, type GraphNode, type GraphStreamId } from '../../contracts/index.ts';
import { hasCode, KeelsonError, sha256Hex, type Ids } from '../../kernel/index.ts';
import type { Documents, LogReader, LogWriter, NewEvent } from '../../ledger/index.ts';
import { demandAuthor } from '../authors.ts';
import { decideFacts, type FactChange } from './decide-facts.ts';
import { entityKey } from './entity-name.ts';
import { FACTS_TOGETHER_MAX, STATE_ATTEMPTS_MAX } from './limits.ts';
import { nearNames } from './near-names.ts';
import type { FactGraph, GraphProvider, NewFact, StatedFacts, WholeList } from './provider.ts';
import { graphStreamOf, scopeStreamOf, type GraphScope } from './scope.ts';
import { walkGraph } from './walk.ts';

export interface LedgerGraphPorts {
  /** Memory's own; facts can be read without it, and not stated. */
  readonly writer?: LogWriter;
  readonly log: Pick<LogReader, 'read'>;
  readonly documents: Documents;
  readonly ids: Ids;
}

/** Keeps facts in the ledger: a stream of events and a document for each thing, nothing beside them. */
export function ledgerGraph(ports: LedgerGraphPorts): GraphProvider {
  if (ports.writer !== undefined) demandAuthor(ports.writer, 'recall');
  return { name: 'ledger', open: (scope) => openGraph(scope, ports) };
}

function openGraph(scope: GraphScope, ports: LedgerGraphPorts): FactGraph {
  const { documents } = ports;
  const node = (entity: string): Promise<GraphNode | undefined> => nodeAt(graphStreamOf(scope, entity), documents);
  return {
    async state({ key, facts, whole = [] }) {
      const writer = demandWriter(scope, ports);
      const total = { stated: 0, seen: 0, ended: 0 };
      const subjects = Map.groupBy(facts.filter(({ subject, object }) => entityKey(subject) !== entityKey(object)), ({ subject }) => entityKey(subject));
      for (const list of whole) if (!subjects.has(entityKey(list.subject))) subjects.set(entityKey(list.subject), []);
      for (const [subject, own] of subjects) {
        const lists = whole.filter((list) => entityKey(list.subject) === subject);
        for (let from = 0; from === 0 || from < own.length; from += FACTS_TOGETHER_MAX) {
          const isLast = from + FACTS_TOGETHER_MAX >= own.length;
          // What a list holds is known when all of it was taken in; what was stated a moment ago is stated no second time.
          const part = isLast ? { facts: own, lists } : { facts: own.slice(from, from + FACTS_TOGETHER_MAX), lists: [] };
          add(total, await stateOf(`fact:${sha256Hex(`${key}:${subject}:${from}`)}`, graphStreamOf(scope, subject), part, scope, writer, ports));
        }
      }
      return total;
    },
    node,
    walk: (question) => walkGraph(question, node),
    near: (words) => nearNames(words, `graph_node:${scopeStreamOf(scope).slice('graph:'.length)}:`, documents),
  };
}

interface PartOfStatement {
  readonly facts: readonly NewFact[];
  readonly lists: readonly WholeList[];
}

/** Decides by what the subject's stream says, and again when somebody wrote there meanwhile. */
async function stateOf(key: string, stream: GraphStreamId, { facts, lists }: PartOfStatement, scope: GraphScope, writer: LogWriter, ports: LedgerGraphPorts): Promise<StatedFacts> {
  for (let attempt = 1; ; attempt += 1) {
    const known = await nodeAt(stream, ports.documents);
    const changes = decideFacts(known?.outgoing ?? [], facts, lists, () => ports.ids.mint('fct'));
    if (changes.length === 0) return { stated: 0, seen: 0, ended: 0 };
    const events = changes.flatMap((change) => eventsOf(change, scope, writer));
    try {
      const { isReplay } = await writer.append({ key, events, expected: [{ stream: { aggregate: 'memory', id: stream }, sequence: await sequenceOf(stream, known, ports) }] });
      return isReplay ? { stated: 0, seen: 0, ended: 0 } : countOf(changes);
    } catch (error) {
      // It was stated before; the first statement stands.
      if (hasCode(error, 'ledger.key_reused')) return { stated: 0, seen: 0, ended: 0 };
      if (!hasCode(error, 'ledger.sequence_conflict') || attempt === STATE_ATTEMPTS_MAX) throw error;
    }
  }
}

async function nodeAt(stream: GraphStreamId, documents: Pick<Documents, 'get'>): Promise<GraphNode | undefined> {
  const body = (await documents.get(documentKey.graphNode(stream), 'graph_node'))?.body;
  return body?.['outgoing'] === undefined ? undefined : (body as GraphNode);
}

/** Erased events are no part of the document, and still have their places in the stream. */
async function sequenceOf(stream: GraphStreamId, known: GraphNode | undefined, { log }: LedgerGraphPorts): Promise<number> {
  const folded = known?.sequence ?? 0;
  const since = await log.read({ aggregate: 'memory', id: stream }, { after: folded });
  return since.every(({ event }) => event.payload === null) ? (since.at(-1)?.event.sequence ?? folded) : folded;
}

function eventsOf(change: FactChange, scope: GraphScope, { author }: LogWriter): NewEvent[] {
  const { fact } = change;
  const { matter: _own, ...governance } = author.governance;
  const taintClass = change.kind === 'end' ? change.taintClass : change.from.taintClass;
  const governed = { ...governance, taint_class: taintClass, ...(scope.matter !== null && { matter: scope.matter }) };
  const ends = [['subject', graphStreamOf(scope, fact.subject)], ['object', graphStreamOf(scope, fact.object)]] as const;
  const both = (type: string, payload: Readonly<Record<string, unknown>>): NewEvent[] => ends.map(([end, streamId]) => ({ type, streamId, payload: { end, ...payload }, governance: governed }));
  if (change.kind === 'state') return both(memoryFactStated.type, { matter: scope.matter, fact, source: change.from.source, ended: change.ended });
  if (change.kind === 'end') return both(memoryFactEnded.type, { fact_id: fact.fact_id, valid_to: change.validTo, because: change.because, by_fact: change.byFact, reason: change.reason });
  return [{ type: memoryFactSeen.type, streamId: ends[0][1], payload: { fact_id: fact.fact_id, seen_at: change.from.seenAt, source: change.from.source }, governance: governed }];
}

function countOf(changes: readonly FactChange[]): StatedFacts {
  const count = (kind: FactChange['kind']): number => changes.filter((change) => change.kind === kind).length;
  return { stated: count('state'), seen: count('see'), ended: count('end') };
}

function add(total: { stated: number; seen: number; ended: number }, { stated, seen, ended }: StatedFacts): void {
  total.stated += stated;
  total.seen += seen;
  total.ended += ended;
}

function demandWriter({ tenant }: GraphScope, { writer }: LedgerGraphPorts): LogWriter {
  if (writer !== undefined && writer.author.governance.tenant === tenant) return writer;
  throw new KeelsonError('memory.author_refused', { message: writer === undefined ? 'Facts can only be read here.' : `Facts of ${tenant} cannot be written in the ledger of ${writer.author.governance.tenant}.`, nextStep: 'Open the graph of the ledger that the facts belong to, with its own writer.', data: { actor: writer?.author.actor ?? 'nobody', allowed: 'memory' } });
}
