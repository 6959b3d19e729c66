import { DEFAULT_TENANT, type GraphEdge, type GraphEntity, type MemoryFactReport, type MemoryFactRequest } from '../contracts/index.ts';
import { KeelsonError, timestamp } from '../kernel/index.ts';
import { ledgerGraph, personFacts, versionedName, type FactGraph } from '../memory/index.ts';
import type { OpenTools } from './tools-ports.ts';

/** Facts may lie some steps from where the person is; further away they name the thing. */
const LOOKED_HOPS = 4;
const END_CHARS_MIN = 4;

/** Ends a fact, puts another in its place, or has its words erased: on the person's own word, with a receipt. */
export async function changeFact({ fact: typed, of, change, becomes, reason }: MemoryFactRequest, idempotencyKey: string, openTools: OpenTools): Promise<MemoryFactReport> {
  const ports = await openTools();
  const entity = of ?? (await ports.place(undefined)).workspace;
  const runs = await ports.existingLedger(DEFAULT_TENANT);
  if (runs === undefined) throw factUnknown(typed, entity);
  const { ledger, owner } = runs;
  const scope = { tenant: owner.author.governance.tenant, matter: owner.author.governance.matter ?? null };
  const graph = ledgerGraph({ documents: ledger.documents, log: ledger.log, ids: ports.ids }).open(scope);
  const at = timestamp(ports.clock);
  const person = personFacts({ writer: owner, ledger, ids: ports.ids, scope });
  const key = `memory.fact:${idempotencyKey}`;
  const edge = await findFact(typed.trim(), entity, at, graph);
  const order = { key, edge, at, reason };
  if (change === 'forgotten') {
    const { events } = await person.forget(order);
    return { fact: edge.fact, change, becomes: null, receipts: events.filter(({ stream }) => stream.startsWith('ledger/')).map(({ stream, sequence }) => ({ stream_id: stream, sequence })) };
  }
  if (edge.valid_to !== null) throw alreadyEnded(typed, edge);
  if (change === 'ended') await person.end(order);
  const { name: object, version } = versionedName(becomes ?? '');
  const fact = change === 'replaced' ? await person.replace(order, { object, version }) : null;
  const written = await ledger.log.appended(key);
  return { fact: edge.fact, change, becomes: fact, receipts: written.map(({ event }) => ({ stream_id: event.aggregate_id, sequence: event.sequence })) };
}

async function findFact(typed: string, entity: GraphEntity, at: string, graph: Pick<FactGraph, 'node' | 'walk'>): Promise<GraphEdge> {
  const end = typed.split('_').at(-1)?.toUpperCase() ?? '';
  const walk = end.length < END_CHARS_MIN ? undefined : await graph.walk({ entity, hops: LOOKED_HOPS, at, withEnded: true });
  const alike = (walk?.facts ?? []).filter(({ fact }) => fact.fact_id.endsWith(end));
  if (alike.length !== 1) throw factUnknown(typed, entity);
  const { subject, fact_id: id } = alike[0]?.fact ?? { subject: entity, fact_id: '' };
  const edge = (await graph.node(subject))?.outgoing.find(({ fact }) => fact.fact_id === id);
  if (edge === undefined) throw factUnknown(typed, entity);
  return edge;
}

function factUnknown(typed: string, entity: string): KeelsonError<'memory.nothing_known'> {
  return new KeelsonError('memory.nothing_known', { message: `No fact is known as ${typed} around ${entity}.`, nextStep: '`keelson memory graph` shows facts with the ends of their ids; with --of NAME one is looked for around another thing.', data: { space: typed, entity } });
}

function alreadyEnded(typed: string, { ended }: GraphEdge): KeelsonError<'memory.nothing_known'> {
  return new KeelsonError('memory.nothing_known', { message: `The fact ${typed} holds no more: ${ended?.reason ?? 'it ended'}.`, nextStep: 'It can still be forgotten: `keelson memory fact ID --forget --reason WHY`.', data: { space: typed, entity: null } });
}
