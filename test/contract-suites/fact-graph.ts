import { describe, expect, it } from 'vitest';
import { verifies } from '../requirements/verifies.ts';
import type { FactSource, TaintClass, Timestamp } from '../../src/contracts/index.ts';
import { sha256Hex } from '../../src/kernel/index.ts';
import type { FactGraph, GraphProvider, NewFact } from '../../src/memory/index.ts';
import { RUN } from '../support/run-samples.ts';

export const day = (nth: number): Timestamp => `2026-03-${String(nth).padStart(2, '0')}T08:00:00.000Z`;

export function sourceOf(label: string, text = label, workspace: string | null = '/w'): FactSource {
  return { how: 'rule', by: 'test', run_id: RUN, ref: { kind: 'event', key: `${RUN}/call`, sha256: sha256Hex(text) }, label, workspace };
}

/** `App uses Node 20`, in words: subject, relation, object and perhaps a version. */
export function factOf(words: readonly [subject: string, relation: string, object: string, version?: string], seenOn = 1, changes: Partial<NewFact> = {}): NewFact {
  const [subject, relation, object, version] = words;
  return { subject, relation, object, objectVersion: version ?? null, seenAt: day(seenOn), source: sourceOf('package.json', `${words.join(' ')} ${seenOn}`), taintClass: 'user_trusted_bounded', ...changes };
}

const SCOPE = { tenant: 'default', matter: null } as const;

/** What holds of a thing at a time, in words. */
export async function holding(graph: FactGraph, entity: string, at = day(28), hops = 1): Promise<string[] | undefined> {
  return (await graph.walk({ entity, hops, at }))?.facts.map(({ fact: { subject, relation, object, object_version: version } }) => [subject, relation, object, ...(version === null ? [] : [version])].join(' '));
}

/** What every engine of facts keeps to, whatever it is made of. */
export function factGraphSuite(name: string, provider: () => Promise<GraphProvider>): void {
  const open = async (): Promise<FactGraph> => (await provider()).open(SCOPE);
  const taints: [TaintClass, TaintClass] = ['user_trusted_bounded', 'external_untrusted'];

  describe(`a graph of facts: ${name}`, () => {
    it('knows a fact at both of its ends, by any spelling of their names', verifies('MAH-11D-2', 'MAH-11D-3', 'KEL-GRAPH-01'), async () => {
      const graph = await open();
      expect(await graph.state({ key: 'one', facts: [factOf(['App', 'uses', 'Node', '20'])] })).toEqual({ stated: 1, seen: 0, ended: 0 });
      expect([await holding(graph, ' APP '), await holding(graph, 'node.js'), await holding(graph, 'Deno')]).toEqual([['App uses Node 20'], ['App uses Node 20'], undefined]);
      expect((await graph.node('app'))?.outgoing[0]).toMatchObject({ fact: { valid_from: day(1) }, valid_to: null, seen: 1, taint_class: 'user_trusted_bounded', sources: [{ label: 'package.json' }] });
    });

    it('lets a newer value take the place of an older one that cannot hold beside it, and still knows what was when', verifies('MAH-11D-4', 'KEL-GRAPH-02'), async () => {
      const graph = await open();
      await graph.state({ key: 'one', facts: [factOf(['App', 'uses', 'Node', '20'], 1), factOf(['App', 'uses', 'React', '19'], 1)] });
      expect(await graph.state({ key: 'two', facts: [factOf(['App', 'uses', 'Node', '24'], 5)] })).toEqual({ stated: 1, seen: 0, ended: 1 });
      expect((await holding(graph, 'App'))?.toSorted()).toEqual(['App uses Node 24', 'App uses React 19']);
      expect((await holding(graph, 'App', day(3)))?.toSorted()).toEqual(['App uses Node 20', 'App uses React 19']);
      expect(await holding(graph, 'Node')).toEqual(['App uses Node 24']);
      const [before] = (await graph.walk({ entity: 'App', hops: 1, at: day(9), withEnded: true }))?.facts.filter(({ ended }) => ended !== null) ?? [];
      expect(before).toMatchObject({ fact: { object_version: '20' }, valid_to: day(5), ended: { because: 'replaced', reason: 'replaced by uses Node 24' } });
    });

    it('lets what came late end where the newer one began', verifies('MAH-11D-4', 'KEL-GRAPH-02'), async () => {
      const graph = await open();
      await graph.state({ key: 'new', facts: [factOf(['App', 'has_license', 'MIT'], 9)] });
      await graph.state({ key: 'late', facts: [factOf(['App', 'has_license', 'ISC'], 2)] });
      expect([await holding(graph, 'App', day(3)), await holding(graph, 'App', day(10))]).toEqual([['App has_license ISC'], ['App has_license MIT']]);
    });

    it('lets relations that hold many values hold them, and two folders differ', verifies('KEL-GRAPH-02'), async () => {
      const graph = await open();
      await graph.state({ key: 'one', facts: [factOf(['App', 'mentions', 'Ada'], 1), factOf(['App', 'mentions', 'Grace'], 2), factOf(['App', 'uses', 'Node', '20'], 1)] });
      await graph.state({ key: 'two', facts: [factOf(['App', 'uses', 'Node', '24'], 3, { source: sourceOf('package.json', 'other', '/elsewhere') })] });
      expect((await holding(graph, 'App'))?.toSorted()).toEqual(['App mentions Ada', 'App mentions Grace', 'App uses Node 20', 'App uses Node 24']);
    });

    it('never lets words that nobody vouches for end what somebody does, and says that the two dispute', verifies('KEL-GRAPH-03'), async () => {
      const graph = await open();
      const [own, web] = taints;
      await graph.state({ key: 'own', facts: [factOf(['App', 'uses', 'Node', '24'], 1, { taintClass: own })] });
      expect(await graph.state({ key: 'web', facts: [factOf(['App', 'uses', 'Node', '8'], 5, { taintClass: web, source: sourceOf('https://evil.example', 'x', null) })] })).toEqual({ stated: 1, seen: 0, ended: 0 });
      const facts = (await graph.walk({ entity: 'App', hops: 1, at: day(9) }))?.facts ?? [];
      expect(facts.map(({ fact, taint_class: taint, is_disputed: isDisputed }) => [fact.object_version, taint, isDisputed])).toEqual([['24', own, true], ['8', web, true]]);
      expect(await graph.state({ key: 'own again', facts: [factOf(['App', 'uses', 'Node', '26'], 6, { taintClass: own })] })).toEqual({ stated: 1, seen: 0, ended: 2 });
    });

    it('states a thing once, counts who else says it, and trusts it as far as the best of them', verifies('KEL-GRAPH-04'), async () => {
      const graph = await open();
      const fact = factOf(['App', 'uses', 'Node', '20'], 1, { taintClass: 'external_untrusted' });
      await graph.state({ key: 'one', facts: [fact] });
      expect(await graph.state({ key: 'one', facts: [fact] })).toEqual({ stated: 0, seen: 0, ended: 0 });
      expect(await graph.state({ key: 'same text', facts: [{ ...fact, seenAt: day(4) }] })).toEqual({ stated: 0, seen: 0, ended: 0 });
      expect(await graph.state({ key: 'other', facts: [factOf(['app', 'uses', 'NODE', '20'], 6, { source: sourceOf('.nvmrc') })] })).toEqual({ stated: 0, seen: 1, ended: 0 });
      expect((await graph.node('App'))?.outgoing).toMatchObject([{ seen: 2, last_seen_at: day(6), taint_class: 'user_trusted_bounded', sources: [{ label: 'package.json' }, { label: '.nvmrc' }] }]);
    });

    it('ends what a complete list no longer lists, and nothing that another source lists', verifies('KEL-GRAPH-05'), async () => {
      const graph = await open();
      const deps = (names: readonly string[], seenOn: number): NewFact[] => names.map((name) => factOf(['App', 'depends_on', name, '1.0.0'], seenOn, { source: sourceOf('package.json', names.join()) }));
      await graph.state({ key: 'one', facts: [...deps(['left', 'right'], 1), factOf(['App', 'depends_on', 'system', '2'], 1, { source: sourceOf('notes.md') })] });
      const list = { subject: 'App', relation: 'depends_on', seenAt: day(5), source: sourceOf('package.json', 'right'), taintClass: 'user_trusted_bounded' } as const;
      expect(await graph.state({ key: 'two', facts: deps(['right'], 5), whole: [list] })).toEqual({ stated: 0, seen: 1, ended: 1 });
      expect((await holding(graph, 'App'))?.toSorted()).toEqual(['App depends_on right 1.0.0', 'App depends_on system 2']);
      expect(await graph.state({ key: 'three', facts: [], whole: [{ ...list, seenAt: day(6), source: sourceOf('package.json', '') }] })).toEqual({ stated: 0, seen: 0, ended: 1 });
    });

    it('goes over several steps in both directions, as things were at that time, the nearest first', verifies('KEL-GRAPH-06'), async () => {
      const graph = await open();
      await graph.state({ key: 'one', facts: [factOf(['Shop', 'depends_on', 'App', '1']), factOf(['App', 'uses', 'Node', '20']), factOf(['Node', 'is_made_by', 'OpenJS']), factOf(['OpenJS', 'is_part_of', 'Linux Foundation'])] });
      await graph.state({ key: 'two', facts: [factOf(['Node', 'has_status', 'ended'], 20)] });
      const walk = await graph.walk({ entity: 'Shop', hops: 3, at: day(9) });
      expect(walk?.facts.map(({ hop, fact }) => `${hop} ${fact.subject} ${fact.relation} ${fact.object}`)).toEqual(['1 Shop depends_on App', '2 App uses Node', '3 Node is_made_by OpenJS']);
      expect([walk?.things, walk?.is_cut, (await holding(graph, 'Shop', day(21), 4))?.length]).toEqual([4, false, 5]);
    });

    it('is bounded at a hub, and says so', verifies('KEL-GRAPH-06'), async () => {
      const graph = await open();
      await graph.state({ key: 'many', facts: Array.from({ length: 60 }, (_, nth) => factOf([`Package ${nth}`, 'has_license', 'MIT'])) });
      const walk = await graph.walk({ entity: 'MIT', hops: 2, at: day(9) });
      expect([walk?.facts.length, walk?.is_cut]).toEqual([40, true]);
    });

    it('keeps what it takes in one go apart from what it does not, also when a statement is larger than one append', verifies('KEL-GRAPH-04'), async () => {
      const graph = await open();
      const facts = Array.from({ length: 150 }, (_, nth) => factOf(['App', 'depends_on', `Package ${nth}`, '1']));
      const whole = [{ subject: 'App', relation: 'depends_on', seenAt: day(1), source: sourceOf('package.json', 'all'), taintClass: 'user_trusted_bounded' as const }];
      expect(await graph.state({ key: 'all', facts, whole })).toEqual({ stated: 150, seen: 0, ended: 0 });
      expect((await graph.node('App'))?.outgoing.length).toBe(150);
    });

    it('never crosses a matter or a tenant', verifies('KEL-GRAPH-07'), async () => {
      const engine = await provider();
      const [plain, acme] = [engine.open(SCOPE), engine.open({ tenant: 'default', matter: 'acme' })];
      await plain.state({ key: 'same', facts: [factOf(['App', 'uses', 'Node', '20'])] });
      await acme.state({ key: 'acme', facts: [factOf(['App', 'uses', 'Node', '24'], 5)] });
      const other = engine.open({ tenant: 'other', matter: null });
      expect([await holding(plain, 'App'), await holding(acme, 'App'), await holding(acme, 'Node'), await holding(other, 'App')]).toEqual([['App uses Node 20'], ['App uses Node 24'], ['App uses Node 24'], undefined]);
      expect([await acme.near('ap'), await other.near('app')]).toEqual([['App'], []]);
    });

    it('names things that may have been meant', verifies('KEL-GRAPH-08'), async () => {
      const graph = await open();
      await graph.state({ key: 'one', facts: [factOf(['web-shop', 'depends_on', 'react', '19'])] });
      expect([await graph.near('webshop'), await graph.near('shop'), await graph.near('raect'), await graph.near('zzzzzz')]).toEqual([['web-shop'], ['web-shop'], ['react'], []]);
    });
  });
}
