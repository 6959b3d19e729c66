import { describe, expect, it } from 'vitest';
import { factGraphSuite, factOf, holding } from '../../../test/contract-suites/fact-graph.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { memoryRig, type MemoryRig } from '../../../test/support/memory-rig.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ledgerGraph } from './ledger-graph.ts';
import type { GraphProvider } from './provider.ts';
import { graphStreamOf } from './scope.ts';

const SCOPE = { tenant: 'default', matter: null } as const;
const providerOn = ({ ledger, ids, writerOf }: MemoryRig, actor = 'memory'): GraphProvider => ledgerGraph({ log: ledger.log, documents: ledger.documents, ids, writer: writerOf(actor) });

factGraphSuite('on the ledger', async () => providerOn(await memoryRig()));

describe('facts in the ledger', () => {
  it('carry the class of what they were read from, in the compartment that they belong to', verifies('KEL-GRAPH-03', 'KEL-GRAPH-07'), async () => {
    const rig = await memoryRig();
    const acme = { tenant: 'default', matter: 'acme' } as const;
    await providerOn(rig).open(acme).state({ key: 'one', facts: [factOf(['App', 'uses', 'Node', '20'], 1, { taintClass: 'external_untrusted' })] });
    const entries = await Promise.all(['App', 'Node'].map((entity) => rig.ledger.log.read({ aggregate: 'memory', id: graphStreamOf(acme, entity) })));
    expect(entries.flat().map(({ event: { type, actor, governance } }) => [type, actor, governance.matter, governance.taint_class])).toEqual([
      ['memory.fact_stated', 'memory', 'acme', 'external_untrusted'],
      ['memory.fact_stated', 'memory', 'acme', 'external_untrusted'],
    ]);
    expect(graphStreamOf(acme, 'App')).not.toBe(graphStreamOf(SCOPE, 'App'));
  });

  it('are written by memory alone, and into the ledger of their tenant', verifies('KEL-GRAPH-07'), async () => {
    const rig = await memoryRig();
    expect(await refusalOf(Promise.resolve().then(() => providerOn(rig, 'planner')))).toMatchObject({ code: 'memory.author_refused' });
    const facts = [factOf(['App', 'uses', 'Node', '20'])];
    expect(await refusalOf(providerOn(rig).open({ tenant: 'other', matter: null }).state({ key: 'one', facts }))).toMatchObject({ code: 'memory.author_refused' });
    const readOnly = ledgerGraph({ log: rig.ledger.log, documents: rig.ledger.documents, ids: rig.ids }).open(SCOPE);
    expect(await refusalOf(readOnly.state({ key: 'one', facts }))).toMatchObject({ code: 'memory.author_refused' });
  });

  it('are decided again when somebody else wrote of the same thing meanwhile', verifies('KEL-GRAPH-04'), async () => {
    const rig = await memoryRig();
    const graph = providerOn(rig).open(SCOPE);
    const made = await Promise.all(['18', '20', '22', '24'].map((version, nth) => graph.state({ key: version, facts: [factOf(['App', 'uses', 'Node', version], nth + 1)] })));
    expect(made.reduce((sum, { stated }) => sum + stated, 0)).toBe(4);
    expect(await holding(graph, 'App')).toEqual(['App uses Node 24']);
  });

  it('that were erased leave what is left as it was, and more can be stated', verifies('KEL-GRAPH-09'), async () => {
    const rig = await memoryRig();
    const graph = providerOn(rig).open(SCOPE);
    await graph.state({ key: 'one', facts: [factOf(['App', 'mentions', 'Ada']), factOf(['App', 'mentions', 'Grace'])] });
    await rig.ledger.erase({ key: 'gone', entries: [{ stream: { aggregate: 'memory', id: graphStreamOf(SCOPE, 'App') }, sequence: 2 }], reason: 'asked', requestedBy: 'owner' }, rig.writerOf('owner'));
    expect(await holding(graph, 'App')).toEqual(['App mentions Ada']);
    await graph.state({ key: 'two', facts: [factOf(['App', 'mentions', 'Joan'], 2)] });
    expect(await holding(graph, 'App')).toEqual(['App mentions Joan', 'App mentions Ada']);
  });
});
