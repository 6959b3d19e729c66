import { memoryFactEnded, memoryFactSeen, memoryFactStated, type FactSource, type GraphEdge, type GraphFact, type Timestamp } from '../../contracts/index.ts';
import { sha256Hex, type Ids } from '../../kernel/index.ts';
import type { Appended, Ledger, LogReader, LogWriter, NewEvent } from '../../ledger/index.ts';
import { demandPerson, ROLES } from '../authors.ts';
import { graphStreamOf, type GraphScope } from './scope.ts';

export interface PersonFactsPorts {
  /** The person's own. */
  readonly writer: LogWriter;
  readonly ledger: Pick<Ledger, 'erase' | 'log'>;
  readonly ids: Ids;
  readonly scope: GraphScope;
}

export interface FactOrder {
  readonly key: string;
  readonly edge: GraphEdge;
  readonly at: Timestamp;
  readonly reason: string;
}

/** What a person may do to a fact. Each answers when it is durable, once for one key. */
export interface PersonFacts {
  /** It holds no more; what was read before does not bring it back. */
  end(order: FactOrder): Promise<void>;
  /** Something else holds in its place, on the person's own word. */
  replace(order: FactOrder, becomes: { readonly object: string; readonly version: string | null }): Promise<GraphFact>;
  /** Its words go for good at both of its ends; that they were there stays. */
  forget(order: FactOrder): Promise<Appended>;
}

const PAGE = 500;
const SAID = 'what the person said';

export function personFacts({ writer, ledger, ids, scope }: PersonFactsPorts): PersonFacts {
  demandPerson(writer, ROLES);
  const governed = { ...writer.author.governance, taint_class: 'owner_typed' as const, ...(scope.matter !== null && { matter: scope.matter }) };
  const streams = ({ subject, object }: GraphFact): { readonly end: 'subject' | 'object'; readonly streamId: string }[] => [
    { end: 'subject', streamId: graphStreamOf(scope, subject) },
    { end: 'object', streamId: graphStreamOf(scope, object) },
  ];
  const both = (type: string, fact: GraphFact, payload: Readonly<Record<string, unknown>>): NewEvent[] => streams(fact).map(({ end, streamId }) => ({ type, streamId, payload: { end, ...payload }, governance: governed }));
  const ended = ({ edge: { fact }, at, reason }: FactOrder, by: GraphFact | undefined): NewEvent[] => both(memoryFactEnded.type, fact, { fact_id: fact.fact_id, valid_to: at, because: 'asked', by_fact: by?.fact_id ?? null, reason });
  return {
    async end(order) {
      await writer.append({ key: order.key, events: ended(order, undefined) });
    },
    async replace(order, { object, version }) {
      const { edge, key, at, reason } = order;
      const before = (await ledger.log.appended(key)).find(({ event }) => event.type === memoryFactStated.type);
      if (before !== undefined) return memoryFactStated.payload.parse(before.event.payload).fact;
      const fact: GraphFact = { fact_id: ids.mint('fct'), subject: edge.fact.subject, relation: edge.fact.relation, object, object_version: version, valid_from: at };
      const source: FactSource = { how: 'person', by: writer.author.actor, run_id: null, ref: { kind: 'event', key: key.slice(0, REF_CHARS_MAX), sha256: sha256Hex(reason) }, label: SAID, workspace: edge.sources.at(-1)?.workspace ?? null };
      await writer.append({ key, events: [...ended(order, fact), ...both(memoryFactStated.type, fact, { matter: scope.matter, fact, source, ended: null })] });
      return fact;
    },
    async forget({ key, edge, reason }) {
      const entries = await Promise.all(streams(edge.fact).map(({ streamId }) => ofFact(streamId, edge.fact, ledger.log)));
      return ledger.erase({ key, entries: entries.flat(), reason, requestedBy: writer.author.actor }, writer);
    },
  };
}

const REF_CHARS_MAX = 512;
const OF_FACTS: ReadonlySet<string> = new Set([memoryFactStated.type, memoryFactSeen.type, memoryFactEnded.type]);

/** Everything that one stream says of one fact, as far as it is still there. */
async function ofFact(id: string, { fact_id: factId }: GraphFact, log: Pick<LogReader, 'read'>): Promise<{ readonly stream: { readonly aggregate: 'memory'; readonly id: string }; readonly sequence: number }[]> {
  const stream = { aggregate: 'memory' as const, id };
  const found: { readonly stream: typeof stream; readonly sequence: number }[] = [];
  for (let after = 0; ; ) {
    const page = await log.read(stream, { after, limit: PAGE });
    for (const { event } of page) {
      const payload = event.payload as { readonly fact_id?: string; readonly fact?: GraphFact } | null;
      if (payload !== null && OF_FACTS.has(event.type) && (payload.fact_id ?? payload.fact?.fact_id) === factId) found.push({ stream, sequence: event.sequence });
    }
    after = page.at(-1)?.event.sequence ?? after;
    if (page.length < PAGE) return found;
  }
}
