import { describe, expect, it } from 'vitest';
import { day, factOf, holding, sourceOf } from '../../../test/contract-suites/fact-graph.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { memoryRig, type MemoryRig } from '../../../test/support/memory-rig.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { GraphEdge } from '../../contracts/index.ts';
import { ledgerGraph } from './ledger-graph.ts';
import { personFacts } from './person-facts.ts';
import type { FactGraph } from './provider.ts';
import { graphStreamOf } from './scope.ts';

const SCOPE = { tenant: 'default', matter: null } as const;
const READ = factOf(['App', 'uses', 'Node', '20'], 1);

async function stage(): Promise<{ rig: MemoryRig; graph: FactGraph; person: ReturnType<typeof personFacts>; edge: GraphEdge; order: (key: string, onDay?: number) => Parameters<ReturnType<typeof personFacts>['end']>[0] }> {
  const rig = await memoryRig();
  const graph = ledgerGraph({ log: rig.ledger.log, documents: rig.ledger.documents, ids: rig.ids, writer: rig.writerOf('memory') }).open(SCOPE);
  await graph.state({ key: 'read', facts: [READ, factOf(['App', 'uses', 'React', '19'], 1)] });
  const edge = (await graph.node('App'))?.outgoing[0] as GraphEdge;
  return { rig, graph, edge, person: personFacts({ writer: rig.writerOf('owner'), ledger: rig.ledger, ids: rig.ids, scope: SCOPE }), order: (key, onDay = 5) => ({ key, edge, at: day(onDay), reason: 'I know better.' }) };
}

describe('what a person does to a fact', () => {
  it('ends it at both of its ends, and the text that said it does not bring it back; another does', verifies('KEL-GRAPH-21'), async () => {
    const { graph, person, order } = await stage();
    await person.end(order('end'));
    await person.end(order('end'));
    expect([await holding(graph, 'App'), await holding(graph, 'Node'), (await holding(graph, 'App', day(3)))?.toSorted()]).toEqual([['App uses React 19'], [], ['App uses Node 20', 'App uses React 19']]);
    expect((await graph.node('Node'))?.incoming[0]?.ended).toEqual({ because: 'asked', reason: 'I know better.' });
    await graph.state({ key: 'read again', facts: [{ ...READ, seenAt: day(6) }] });
    expect(await holding(graph, 'App')).toEqual(['App uses React 19']);
    await graph.state({ key: 'read anew', facts: [factOf(['App', 'uses', 'Node', '20'], 7, { source: sourceOf('package.json', 'another text') })] });
    expect((await holding(graph, 'App'))?.toSorted()).toEqual(['App uses Node 20', 'App uses React 19']);
  });

  it('puts another in its place on the person’s own word, once, which what is read later may replace', verifies('KEL-GRAPH-21'), async () => {
    const { graph, person, order } = await stage();
    const fact = await person.replace(order('replace'), { object: 'Node', version: '24' });
    expect(await person.replace(order('replace'), { object: 'Node', version: '24' })).toEqual(fact);
    expect((await holding(graph, 'App'))?.toSorted()).toEqual(['App uses Node 24', 'App uses React 19']);
    const edge = (await graph.node('App'))?.outgoing.find(({ fact: { fact_id: id } }) => id === fact.fact_id);
    expect(edge).toMatchObject({ taint_class: 'owner_typed', sources: [{ how: 'person', by: 'owner', run_id: null, label: 'what the person said', workspace: '/w' }] });
    await graph.state({ key: 'later', facts: [factOf(['App', 'uses', 'Node', '26'], 9)] });
    expect((await holding(graph, 'App'))?.toSorted()).toEqual(['App uses Node 26', 'App uses React 19']);
  });

  it('erases its words in both streams and every document, leaves the rest, and has a receipt', verifies('KEL-GRAPH-22'), async () => {
    const { rig, graph, person, order, edge } = await stage();
    await graph.state({ key: 'also', facts: [factOf(['App', 'uses', 'Node', '20'], 4, { source: sourceOf('.nvmrc') })] });
    await person.end(order('end'));
    const { events } = await person.forget(order('forget'));
    expect(events.filter(({ stream }) => stream.startsWith('ledger/'))).toHaveLength(1);
    const left = (await Promise.all(['App', 'Node'].map((entity) => rig.ledger.log.read({ aggregate: 'memory', id: graphStreamOf(SCOPE, entity) })))).flat();
    expect(left.filter(({ event }) => JSON.stringify(event.payload).includes(edge.fact.fact_id))).toEqual([]);
    expect([left.filter(({ event }) => event.payload === null).length, await holding(graph, 'App', day(3)), (await graph.node('Node'))?.incoming ?? []]).toEqual([5, ['App uses React 19'], []]);
  });

  it('is the person’s alone', verifies('KEL-GRAPH-21'), async () => {
    const { rig } = await stage();
    for (const actor of ['memory', 'solver', 'dreamer', 'planner']) expect(await refusalOf(Promise.resolve().then(() => personFacts({ writer: rig.writerOf(actor), ledger: rig.ledger, ids: rig.ids, scope: SCOPE })))).toMatchObject({ code: 'memory.author_refused' });
  });
});
