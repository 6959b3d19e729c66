import { describe, expect, it } from 'vitest';
import { logOver, runId, terminated, message } from '../../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { createDecider } from '../decide/decide.ts';
import { createDocuments } from '../documents.ts';
import { PAGE_ENTRIES } from '../limits.ts';
import { createMemoryStore } from '../memory-store.ts';
import { BUILTIN_SETUP, rulesOf, type LedgerSetup } from '../setup.ts';
import type { Decider, LedgerStore } from '../store.ts';
import { bringUpToDate, foldAgain } from './rebuild.ts';

const time = () => ({ epoch: 'boot', monotonicMs: 0, wallMs: 0 });
const settling: LedgerSetup = { ...BUILTIN_SETUP, projections: BUILTIN_SETUP.projections.filter(({ name }) => name === 'termination') };
/** The same documents, as if they could be written more than once. */
const terminationOnly: LedgerSetup = { ...settling, projections: settling.projections.map((projection) => ({ ...projection, isFinal: false })) };
const START = { kind: 'projection.start', name: 'termination', version: 1, types: ['run.terminated'] } as const;
const raised = (version: number): LedgerSetup => ({
  ...terminationOnly,
  projections: terminationOnly.projections.map((projection) => ({ ...projection, version, fold: (current, event) => ({ ...projection.fold(current, event), details: `version ${version}` }) })),
});

/** A store whose setup can be exchanged, as a new release would. */
function exchangeable(setup = terminationOnly) {
  let current: Decider = createDecider(setup);
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
    const documents = await createDocuments(store, terminationOnly.projections).list('termination:');
    expect(documents.map(({ projectionEventSeq }) => projectionEventSeq)).toEqual([1, PAGE_ENTRIES + 1, 2 * PAGE_ENTRIES + 1]);
    await rebuild(terminationOnly);
    expect(await createDocuments(store, terminationOnly.projections).list('termination:')).toEqual(documents);
  });

  it('leaves nothing of an older version standing', verifies('KEL-LEDGER-06'), async () => {
    const { store, writer, use, rebuild } = exchangeable();
    await rebuild(terminationOnly);
    await writer.append({ key: 'k1', events: [terminated(runId(1))] });
    const moved: LedgerSetup = { ...terminationOnly, projections: terminationOnly.projections.map((projection) => ({ ...projection, version: 2, key: ({ streamId }) => `ended:${streamId}` })) };
    use(moved);
    await rebuild(moved);
    expect((await createDocuments(store, terminationOnly.projections).list('')).map(({ key }) => key)).toEqual([`ended:${runId(1)}`]);
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
    const documents = await createDocuments(store, terminationOnly.projections).list('termination:');
    expect(documents.map(({ body, projectionEventSeq }) => [body['details'], projectionEventSeq])).toEqual([['version 2', 1], ['version 2', 2]]);
  });

  it('may be done by two at once', verifies('KEL-LEDGER-06'), async () => {
    const { store, writer, use, rebuild } = exchangeable();
    await rebuild(terminationOnly);
    for (let at = 1; at <= 5; at += 1) await writer.append({ key: `k${at}`, events: [terminated(runId(at))] });
    use(raised(2));
    await Promise.all([rebuild(raised(2)), rebuild(raised(2))]);
    expect((await createDocuments(store, terminationOnly.projections).list('termination:')).map(({ body }) => body['details'])).toEqual(Array.from({ length: 5 }, () => 'version 2'));
  });

  it('is never finished by a step of an earlier start', verifies('KEL-LEDGER-06'), async () => {
    const { store, writer, rebuild } = exchangeable();
    await writer.append({ key: 'k1', events: [message('s1', 'first')] });
    const [row] = await store.entries({ after: 0, limit: 1 });
    await store.transact({ append: null, fences: [], expected: [], events: [], operations: [START] });
    const at = { version: 1, rebuilt_to: 0, generation: 1 };
    await store.transact({ append: null, fences: [], expected: [], events: [], operations: [{ ...START, again: true }] });
    const late = { kind: 'projection.advance', name: 'termination', at, to: row?.position ?? 0, records: [] } as const;
    await expect(store.transact({ append: null, fences: [], expected: [], events: [], operations: [late] })).rejects.toMatchObject({ code: 'ledger.projection_moved' });
    await rebuild(terminationOnly);
    await writer.append({ key: 'k2', events: [terminated(runId(1))] });
    expect((await createDocuments(store, terminationOnly.projections).list('')).length).toBe(1);
  });

  it('takes no settling event while it cannot tell whether there was one', verifies('KEL-LEDGER-18'), async () => {
    const { store, writer, rebuild } = exchangeable(settling);
    await rebuild(settling);
    await writer.append({ key: 'k1', events: [terminated(runId(1))] });
    await store.transact({ append: null, fences: [], expected: [], events: [], operations: [{ ...START, again: true }] });
    await expect(writer.append({ key: 'k2', events: [terminated(runId(1), 'again')] })).rejects.toMatchObject({ code: 'ledger.projection_stale' });
    await rebuild(settling);
    await expect(writer.append({ key: 'k2', events: [terminated(runId(1), 'again')] })).rejects.toMatchObject({ code: 'ledger.document_final' });
  });

  it('refuses to append what a projection folds that is not known here', verifies('KEL-LEDGER-18'), async () => {
    const { store, writer, use, rebuild } = exchangeable();
    const counting: LedgerSetup = { ...terminationOnly, projections: [...terminationOnly.projections, { name: 'counted', version: 4, types: ['session.message_recorded'], key: ({ streamId }) => `counted:${streamId}`, fold: (current) => ({ n: Number(current?.['n'] ?? 0) + 1 }) }] };
    use(counting);
    await rebuild(counting);
    await writer.append({ key: 'k1', events: [message('s1', 'x')] });
    use(terminationOnly);
    await expect(writer.append({ key: 'k2', events: [message('s1', 'y')] })).rejects.toMatchObject({ code: 'ledger.projection_newer', data: { projection: 'counted', stored: 4, known: 0 } });
    await writer.append({ key: 'k3', events: [terminated(runId(1))] });
    use(counting);
    expect((await createDocuments(store, counting.projections).get('counted:s1'))?.body).toEqual({ n: 1 });
  });

  it('does not try for ever where a newer Keelson left off', verifies('KEL-LEDGER-18'), async () => {
    const { store, use, rebuild } = exchangeable();
    use(raised(3));
    await store.transact({ append: null, fences: [], expected: [], events: [], operations: [{ ...START, version: 3 }] });
    await expect(rebuild(raised(2))).rejects.toMatchObject({ code: 'ledger.projection_newer', data: { stored: 3, known: 2 } });
  });

  it('may start once more on demand, and comes to the same documents', verifies('KEL-LEDGER-06'), async () => {
    const { store, writer, rebuild } = exchangeable();
    await rebuild(terminationOnly);
    await writer.append({ key: 'k1', events: [terminated(runId(1))] });
    const before = await createDocuments(store, terminationOnly.projections).list('');
    for await (const _step of foldAgain({ store, catalogue: rulesOf(terminationOnly).catalogue, projections: terminationOnly.projections }));
    expect(await createDocuments(store, terminationOnly.projections).list('')).toEqual(before);
  });

  it('leaves at most one projection unfinished when it is stopped, and goes on with that one', verifies('KEL-LEDGERCLI-32'), async () => {
    const two: LedgerSetup = { ...BUILTIN_SETUP, projections: BUILTIN_SETUP.projections.filter(({ name }) => name === 'termination' || name === 'artifact') };
    const { store, writer } = exchangeable(two);
    const ports = { store, catalogue: rulesOf(two).catalogue, projections: two.projections };
    await bringUpToDate(ports);
    for (const at of [1, 2, 3]) await writer.append({ key: `k${at}`, events: [terminated(runId(at)), ...Array.from({ length: PAGE_ENTRIES - 1 }, () => message('s', 'x'))] });
    const stands = async (): Promise<unknown[]> => Promise.all(two.projections.map(async ({ name }) => (await store.record({ space: 'projection', key: name }))?.body));
    const steps: unknown[] = [];
    for await (const step of foldAgain(ports)) {
      steps.push(step);
      if (steps.length === 2) break;
    }
    const [first, second] = two.projections.map(({ version }) => ({ version, rebuilt_to: null }));
    expect(await stands()).toEqual([{ ...first, rebuilt_to: 2 * PAGE_ENTRIES, generation: 2 }, { ...second, generation: 1 }]);
    for await (const step of foldAgain(ports)) steps.push(step);
    const through = (projection: string) => [PAGE_ENTRIES, 2 * PAGE_ENTRIES, null].map((foldedTo) => ({ projection, foldedTo }));
    expect(steps).toEqual(two.projections.flatMap(({ name }) => through(name)));
    expect(await stands()).toEqual([first, second].map((one) => ({ ...one, generation: 2 })));
    expect((await createDocuments(store, two.projections).list('termination:')).map(({ projectionEventSeq }) => projectionEventSeq)).toEqual([1, PAGE_ENTRIES + 1, 2 * PAGE_ENTRIES + 1]);
  });

  it('refuses documents while a projection is behind, and folds nothing into one that is newer', verifies('KEL-LEDGER-18'), async () => {
    const { store, writer, use, rebuild } = exchangeable();
    await store.transact({ append: null, fences: [], expected: [], events: [], operations: [START] });
    const refused = { code: 'ledger.projection_stale', data: { projection: 'termination', rebuilt_to: 0, validation_code: 'validation.projection_event_seq_out_of_date' } };
    await expect(createDocuments(store, terminationOnly.projections).get('termination:x')).rejects.toMatchObject(refused);
    await expect(createDocuments(store, terminationOnly.projections).list('')).rejects.toMatchObject(refused);
    await rebuild(terminationOnly);
    use(raised(3));
    await rebuild(raised(3));
    use(raised(2));
    await expect(writer.append({ key: 'k1', events: [terminated(runId(1))] })).rejects.toMatchObject({ code: 'ledger.projection_newer', data: { projection: 'termination', stored: 3, known: 2 } });
    expect((await store.head()).position).toBe(0);
  });
});
