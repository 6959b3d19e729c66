import { describe, expect, it } from 'vitest';
import { logOver, runId, terminated, message } from '../../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { createDecider } from '../decide/decide.ts';
import { createDocuments } from '../documents.ts';
import { PAGE_ENTRIES } from '../limits.ts';
import { createMemoryStore } from '../memory-store.ts';
import { BUILTIN_SETUP, rulesOf, type LedgerSetup } from '../setup.ts';
import type { Decider, LedgerStore } from '../store.ts';
import { bringUpToDate } from './rebuild.ts';

const time = () => ({ epoch: 'boot', monotonicMs: 0, wallMs: 0 });
const terminationOnly: LedgerSetup = { ...BUILTIN_SETUP, projections: BUILTIN_SETUP.projections.filter(({ name }) => name === 'termination') };
const raised = (version: number): LedgerSetup => ({
  ...terminationOnly,
  projections: terminationOnly.projections.map((projection) => ({ ...projection, version, fold: (current, event) => ({ ...projection.fold(current, event), details: `version ${version}` }) })),
});

/** A store whose setup can be exchanged, as a new release would. */
function exchangeable() {
  let current: Decider = createDecider(terminationOnly);
  const store = createMemoryStore({ decider: { plan: (r) => current.plan(r), decide: (r, f) => current.decide(r, f), replay: (r, e) => current.replay(r, e) }, time });
  const use = (setup: LedgerSetup): void => void (current = createDecider(setup));
  const rebuild = (setup: LedgerSetup, over: LedgerStore = store) => bringUpToDate({ store: over, catalogue: rulesOf(setup).catalogue, projections: setup.projections });
  return { store, use, rebuild, ...logOver(store, terminationOnly) };
}

describe('bringUpToDate', () => {
  it('folds what was written before there was a projection, over several pages', verifies('KEL-LEDGER-06'), async () => {
    const { store, writer, rebuild } = exchangeable();
    for (let at = 1; at <= 3; at += 1) {
      const filler = Array.from({ length: PAGE_ENTRIES - 1 }, (_, n) => message('s', `${at}-${n}`));
      await writer.append({ key: `k${at}`, events: [terminated(runId(at)), ...filler] });
    }
    expect(await store.records({ space: 'document', prefix: '', after: '', limit: 10 })).toEqual([]);
    const steps: number[] = [];
    await bringUpToDate({ store, catalogue: rulesOf(terminationOnly).catalogue, projections: terminationOnly.projections, onProgress: (_name, position) => steps.push(position) });
    expect(steps).toEqual([PAGE_ENTRIES, 2 * PAGE_ENTRIES, 3 * PAGE_ENTRIES]);
    const documents = await createDocuments(store).list('termination:');
    expect(documents.map(({ projectionEventSeq }) => projectionEventSeq)).toEqual([1, PAGE_ENTRIES + 1, 2 * PAGE_ENTRIES + 1]);
    await rebuild(terminationOnly);
    expect(await createDocuments(store).list('termination:')).toEqual(documents);
  });

  it('leaves nothing of an older version standing', verifies('KEL-LEDGER-06'), async () => {
    const { store, writer, use, rebuild } = exchangeable();
    await rebuild(terminationOnly);
    await writer.append({ key: 'k1', events: [terminated(runId(1))] });
    const moved: LedgerSetup = { ...terminationOnly, projections: terminationOnly.projections.map((projection) => ({ ...projection, version: 2, key: ({ streamId }) => `ended:${streamId}` })) };
    use(moved);
    await rebuild(moved);
    expect((await createDocuments(store).list('')).map(({ key }) => key)).toEqual([`ended:${runId(1)}`]);
  });

  it('meets what others write meanwhile, and folds it once', verifies('KEL-LEDGER-06'), async () => {
    const { store, writer, use, rebuild } = exchangeable();
    await rebuild(terminationOnly);
    await writer.append({ key: 'k1', events: [terminated(runId(1))] });
    use(raised(2));
    let isFirst = true;
    const interrupted: LedgerStore = {
      ...store,
      async entries(query) {
        const page = await store.entries(query);
        if (isFirst) await writer.append({ key: 'k2', events: [terminated(runId(2))] });
        isFirst = false;
        return page;
      },
    };
    await rebuild(raised(2), interrupted);
    const documents = await createDocuments(store).list('termination:');
    expect(documents.map(({ body, projectionEventSeq }) => [body['details'], projectionEventSeq])).toEqual([['version 2', 1], ['version 2', 2]]);
  });

  it('may be done by two at once', verifies('KEL-LEDGER-06'), async () => {
    const { store, writer, use, rebuild } = exchangeable();
    await rebuild(terminationOnly);
    for (let at = 1; at <= 5; at += 1) await writer.append({ key: `k${at}`, events: [terminated(runId(at))] });
    use(raised(2));
    await Promise.all([rebuild(raised(2)), rebuild(raised(2))]);
    expect((await createDocuments(store).list('termination:')).map(({ body }) => body['details'])).toEqual(Array.from({ length: 5 }, () => 'version 2'));
  });

  it('refuses documents while a projection is behind, and folds nothing into one that is newer', verifies('KEL-LEDGER-18'), async () => {
    const { store, writer, use, rebuild } = exchangeable();
    const start = { kind: 'projection.advance', name: 'termination', version: 1, from: null, to: 0, records: [] } as const;
    await store.transact({ append: null, fences: [], expected: [], events: [], operations: [start] });
    const refused = { code: 'ledger.projection_stale', data: { projection: 'termination', rebuilt_to: 0, validation_code: 'validation.projection_event_seq_out_of_date' } };
    await expect(createDocuments(store).get('termination:x')).rejects.toMatchObject(refused);
    await expect(createDocuments(store).list('')).rejects.toMatchObject(refused);
    await rebuild(terminationOnly);
    use(raised(3));
    await rebuild(raised(3));
    use(raised(2));
    await expect(writer.append({ key: 'k1', events: [terminated(runId(1))] })).rejects.toMatchObject({ code: 'ledger.projection_newer', data: { projection: 'termination', stored: 3, known: 2 } });
    expect((await store.head()).position).toBe(0);
  });
});
