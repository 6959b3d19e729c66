import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { taskRun, type CallMade } from '../../../test/support/ended-run.ts';
import { memoryRig, type MemoryRig } from '../../../test/support/memory-rig.ts';
import { RunId, type HeldResult, type TaintClass } from '../../contracts/index.ts';
import { ledgerGraph } from '../graph/ledger-graph.ts';
import type { FactGraph } from '../graph/provider.ts';
import { heldResults } from './held-results.ts';
import { learnFromRuns } from './learn-from-runs.ts';

const SCOPE = { tenant: 'default', matter: null } as const;
const run = (nth: number): RunId => RunId.parse(`run_${String(nth).padStart(26, '0')}`);
const packageOf = (node: string, name = 'ferry'): string => JSON.stringify({ name, engines: { node }, dependencies: { pier: '2.1.0' } });
const reads = (path: string, text: string, taintClass: TaintClass = 'user_trusted_bounded'): CallMade => ({ tool: 'read_file', arguments: { path, offset_line: 1 }, text, taintClass });
const graphOn = (rig: MemoryRig): FactGraph => ledgerGraph({ documents: rig.ledger.documents, log: rig.ledger.log, ids: rig.ids, writer: rig.writerOf('memory') }).open(SCOPE);
const held = (rig: MemoryRig, runId: RunId, graph = graphOn(rig), below = 'execute') => heldResults({ runId, below }, { ledger: rig.ledger, graph, clock: rig.clock });
const told = (results: readonly HeldResult[]): string[][] => results.map(({ label, facts }) => [label, ...facts.map(({ subject, relation, object, object_version: version }) => `${subject} ${relation} ${object}${version === null ? '' : ` ${version}`}`)]);

describe('what the graph holds of what a run has read so far', () => {
  it('is the facts of each whole text with how it was asked for, and those that they lead to', verifies('MAH-11D-5', 'KEL-GRAPH-20'), async () => {
    const rig = await memoryRig();
    await taskRun(rig, run(1), { calls: [reads('pier/package.json', packageOf('18', 'pier')), reads('notes.txt', 'Nothing that a rule reads.')] });
    await learnFromRuns({ ledger: rig.ledger, graph: graphOn(rig), scope: SCOPE, writer: rig.writerOf('memory'), clock: rig.clock, ids: rig.ids }, new AbortController().signal);
    await taskRun(rig, run(2), { isAtWork: true, calls: [reads('notes.txt', 'Nothing that a rule reads.'), reads('package.json', packageOf('24'))] });
    const [result, ...others] = await held(rig, run(2));
    expect([others, result?.tool_id, result?.arguments]).toEqual([[], 'read_file', { path: 'package.json', offset_line: 1 }]);
    expect(told([result as HeldResult])).toEqual([['package.json', '/w holds ferry', 'ferry uses node 24', 'ferry depends_on pier 2.1.0', 'pier uses node 18']]);
    expect(result?.facts.map(({ source, run_id: of }) => [source, of])).toEqual([['package.json', run(2)], ['package.json', run(2)], ['package.json', run(2)], ['pier/package.json', run(1)]]);
    expect(await held(rig, run(2), graphOn(rig), 'execute/9')).toEqual([]);
  });

  it('is told as it was read last, once, and a look at it again states nothing anew', verifies('KEL-GRAPH-20'), async () => {
    const rig = await memoryRig();
    await taskRun(rig, run(1), { isAtWork: true, calls: [reads('package.json', packageOf('20')), { tool: 'write_file', arguments: { path: 'package.json', content: packageOf('22') }, text: 'written', taintClass: 'user_trusted_bounded' }, reads('package.json', packageOf('24'))] });
    rig.clock.advance(1_000);
    const first = await held(rig, run(1));
    expect(told(first).map(([label]) => label)).toEqual(['package.json']);
    expect(told(first).flat().filter((line) => line.includes('ferry uses node'))).toEqual(['ferry uses node 24']);
    const before = (await rig.ledger.store.head()).position;
    expect(await held(rig, run(1))).toEqual(first);
    expect((await rig.ledger.store.head()).position).toBe(before);
  });

  it('leaves out what a text says and the graph does not hold, and what nobody vouches for beyond the text', verifies('KEL-GRAPH-20'), async () => {
    const rig = await memoryRig();
    const graph = graphOn(rig);
    await taskRun(rig, run(1), { isAtWork: true, calls: [reads('package.json', packageOf('24'))] });
    const deaf: FactGraph = { ...graph, state: async () => ({ stated: 0, seen: 0, ended: 0 }) };
    expect(await held(rig, run(1), deaf)).toEqual([]);
    await graph.state({ key: 'web', facts: [{ subject: 'pier', relation: 'uses', object: 'node', objectVersion: '3', seenAt: '2026-03-01T08:00:00.000Z', source: { how: 'rule', by: 'x', run_id: run(1), ref: { kind: 'event', key: 'k' }, label: 'https://example.com', workspace: '/w' }, taintClass: 'external_untrusted' }] });
    expect(told(await held(rig, run(1), graph)).flat().filter((line) => line.startsWith('pier'))).toEqual([]);
  });
});
