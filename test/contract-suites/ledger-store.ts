import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { bringUpToDate, createBlobs, createBus, createDocuments, createHistory, erasePayloads, rulesOf, type LedgerSetup, type LedgerStore } from '../../src/ledger/index.ts';
import { sessionMessageRecorded } from '../../src/contracts/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { stepWith, storedBlobs } from './stored-blobs.ts';
import { allEntries, AUTHOR, logFaults, logOver, message, runId, terminated, type OpenedLog } from './ledger-samples.ts';
import { setup as builtin } from './setups/builtin.ts';
import { setup as refolded } from './setups/refolded.ts';

/** One place where a ledger lies. */
export interface StorePlace {
  /** Opens the store with a setup; the module is the one that exports it. */
  open(module: string, setup: LedgerSetup): Promise<LedgerStore>;
  remove(): Promise<void>;
}

interface SetupModule {
  readonly module: string;
  readonly setup: LedgerSetup;
}

const BUILTIN: SetupModule = { module: new URL('setups/builtin.ts', import.meta.url).href, setup: builtin };
const REFOLDED: SetupModule = { module: new URL('setups/refolded.ts', import.meta.url).href, setup: refolded };

interface Bench extends OpenedLog {
  readonly place: StorePlace;
  readonly store: LedgerStore;
  readonly setup: LedgerSetup;
}

export interface StoreUnderTest {
  readonly name: string;
  /** Whether a ledger can be opened again after it was closed. */
  readonly lasts: boolean;
  /** How many random histories the comparison with the reference takes. */
  readonly histories: number;
  createPlace(): Promise<StorePlace>;
}

/** What every driver of the ledger promises. */
export function ledgerStoreSuite({ name, lasts, histories, createPlace }: StoreUnderTest): void {
  const places: { place: StorePlace; stores: LedgerStore[] }[] = [];

  async function openIn(place: StorePlace, { module, setup } = BUILTIN): Promise<Bench> {
    const store = await place.open(module, setup);
    places.find((known) => known.place === place)?.stores.push(store);
    await bringUpToDate({ store, catalogue: rulesOf(setup).catalogue, projections: setup.projections });
    return { place, store, setup, ...logOver(store, setup) };
  }

  async function open(): Promise<Bench> {
    const place = await createPlace();
    places.push({ place, stores: [] });
    return openIn(place);
  }

  afterEach(async () => {
    for (const { place, stores } of places.splice(0)) {
      for (const store of stores) await store.close();
      await place.remove();
    }
  });

  describe(`the ledger on ${name}`, () => {
    it('starts empty', async () => {
      const { store, log } = await open();
      expect(await store.head()).toEqual({ position: 0, chainHash: '0'.repeat(64) });
      expect(await log.readAll()).toEqual([]);
      expect(await store.appended('nothing')).toEqual([]);
    });

    it('numbers events densely, in their stream and in the log, and chains them', verifies('KEL-LEDGER-01'), async () => {
      const { store, log, writer } = await open();
      const first = await writer.append({ key: 'k1', events: [message('s1', 'one'), message('s2', 'two'), message('s1', 'three')] });
      expect(first).toEqual({
        events: [
          { stream: 'session/s1', position: 1, sequence: 1 },
          { stream: 'session/s2', position: 2, sequence: 1 },
          { stream: 'session/s1', position: 3, sequence: 2 },
        ],
        results: [],
        isReplay: false,
        warnings: [],
      });
      await writer.append({ key: 'k2', events: [message('s2', 'four')] });
      const rows = await allEntries(store);
      expect(logFaults(rows)).toEqual([]);
      expect(rows.map(({ append }) => append?.key ?? null)).toEqual(['k1', null, null, 'k2']);
      expect(await store.head()).toMatchObject({ position: 4, chainHash: rows[3]?.chainHash });
      const texts = (await log.read({ aggregate: 'session', id: 's1' })).map(({ event }) => event.payload?.['text']);
      expect(texts).toEqual(['one', 'three']);
    });

    it('reads by pages, of a stream and of the log', verifies('KEL-LEDGER-01'), async () => {
      const { log, writer } = await open();
      for (const at of [1, 2, 3, 4, 5]) await writer.append({ key: `k${at}`, events: [message(at % 2 === 0 ? 'even' : 'odd', `m${at}`)] });
      const positions = async (after: number, limit: number) => (await log.readAll({ after, limit })).map(({ position }) => position);
      expect([await positions(0, 2), await positions(2, 2), await positions(4, 2), await positions(5, 2)]).toEqual([[1, 2], [3, 4], [5], []]);
      const odd = await log.read({ aggregate: 'session', id: 'odd' }, { after: 1, limit: 1 });
      expect(odd.map(({ position, event }) => [position, event.sequence])).toEqual([[3, 2]]);
      expect(await log.read({ aggregate: 'session', id: 'nobody' })).toEqual([]);
    });

    it('refuses an append whose stream has moved on, and writes none of it', verifies('KEL-LEDGER-02'), async () => {
      const { store, writer } = await open();
      const stream = { aggregate: 'session', id: 's1' } as const;
      await writer.append({ key: 'k1', events: [message('s1', 'one')], expected: [{ stream, sequence: 0 }] });
      const late = writer.append({ key: 'k2', events: [message('s2', 'x'), message('s1', 'two')], expected: [{ stream, sequence: 0 }] });
      await expect(late).rejects.toMatchObject({ code: 'ledger.sequence_conflict', data: { stream: 'session/s1', expected: 0, actual: 1 } });
      expect((await store.head()).position).toBe(1);
      await writer.append({ key: 'k2', events: [message('s1', 'two')], expected: [{ stream, sequence: 1 }] });
      expect((await store.head()).position).toBe(2);
    });

    it('gives the first result again for the same key and content', verifies('KEL-LEDGER-03'), async () => {
      const { store, writer } = await open();
      const append = { key: 'k1', events: [message('s1', 'one'), message('s1', 'two')], expected: [{ stream: { aggregate: 'session', id: 's1' }, sequence: 0 }] } as const;
      const first = await writer.append(append);
      await writer.append({ key: 'k2', events: [message('s1', 'three')] });
      expect(await writer.append(append)).toEqual({ ...first, isReplay: true });
      expect((await store.head()).position).toBe(3);
      expect((await store.appended('k1')).map(({ position }) => position)).toEqual([1, 2]);
    });

    it('refuses a key that stands for other content', verifies('KEL-LEDGER-03'), async () => {
      const { store, log, writer } = await open();
      await writer.append({ key: 'k1', events: [message('s1', 'one')] });
      const others = [
        writer.append({ key: 'k1', events: [message('s1', 'two')] }),
        writer.append({ key: 'k1', events: [message('s2', 'one')] }),
        writer.append({ key: 'k1', events: [message('s1', 'one'), message('s1', 'one')] }),
        log.writerFor({ ...AUTHOR, actor: 'solver' }).append({ key: 'k1', events: [message('s1', 'one')] }),
        writer.append({ key: 'k1', events: [{ ...message('s1', 'one'), governance: { ...AUTHOR.governance, privileged: true } }] }),
      ];
      for (const other of others) await expect(other).rejects.toMatchObject({ code: 'ledger.key_reused', data: { key: 'k1', position: 1 } });
      expect((await store.head()).position).toBe(1);
    });

    it('takes any number of writers at once', verifies('KEL-LEDGER-04'), async () => {
      const { store, writer } = await open();
      const appends = Array.from({ length: 200 }, (_, at) => writer.append({ key: `k${at}`, events: [message(`s${at % 3}`, `m${at}`)] }));
      const positions = (await Promise.all(appends)).map(({ events }) => events[0]?.position ?? 0);
      expect(positions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
      expect(logFaults(await allEntries(store))).toEqual([]);
    });

    it('one of two that expect the same sequence gets it', verifies('KEL-LEDGER-02'), async () => {
      const { writer } = await open();
      const race = (key: string) => writer.append({ key, events: [message('s1', key)], expected: [{ stream: { aggregate: 'session', id: 's1' }, sequence: 0 }] });
      const outcomes = await Promise.allSettled([race('a'), race('b'), race('c')]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    });

    it('folds documents in the transaction that appends', verifies('KEL-LEDGER-05'), async () => {
      const { store, writer } = await open();
      await writer.append({ key: 'k0', events: [message('s1', 'before')] });
      await writer.append({ key: 'k1', events: [terminated(runId(1))] });
      const document = await createDocuments(store, builtin.projections).get(`termination:${runId(1)}`);
      expect(document).toMatchObject({ key: `termination:${runId(1)}`, projectionEventSeq: 2, body: { run_id: runId(1), details: 'all done' } });
      expect(await createDocuments(store, builtin.projections).get(`termination:${runId(2)}`)).toBeUndefined();
      expect((await createDocuments(store, builtin.projections).list('termination:')).map(({ key }) => key)).toEqual([`termination:${runId(1)}`]);
    });

    it('refuses to settle a settled document again, and writes nothing', verifies('KEL-LEDGER-05'), async () => {
      const { store, writer } = await open();
      await writer.append({ key: 'k1', events: [terminated(runId(1))] });
      const second = writer.append({ key: 'k2', events: [message('s1', 'x'), terminated(runId(1), 'once more')] });
      await expect(second).rejects.toMatchObject({ code: 'ledger.document_final' });
      expect((await store.head()).position).toBe(1);
    });

    if (lasts) it('folds again from the whole log when a projection has a new version', verifies('KEL-LEDGER-06'), async () => {
      const { place, store, writer } = await open();
      for (const at of [1, 2, 3]) await writer.append({ key: `k${at}`, events: [terminated(runId(at))] });
      await store.close();
      const later = await openIn(place, REFOLDED);
      expect(await createDocuments(later.store, builtin.projections).get(`termination:${runId(2)}`)).toMatchObject({ projectionEventSeq: 2, body: { details: 'folded again' } });
      await later.writer.append({ key: 'k4', events: [terminated(runId(4))] });
      expect(await createDocuments(later.store, builtin.projections).get(`termination:${runId(4)}`)).toMatchObject({ body: { details: 'folded again' } });
      await later.store.close();
      const older = await place.open(BUILTIN.module, BUILTIN.setup);
      places.find((known) => known.place === place)?.stores.push(older);
      const refused = logOver(older, later.setup).writer.append({ key: 'k5', events: [terminated(runId(5))] });
      await expect(refused).rejects.toMatchObject({ code: 'ledger.projection_newer' });
    });

    storedBlobs(open);

    it('erases payloads with what was made of them, and the chain still verifies', verifies('KEL-LEDGER-08'), async () => {
      const { store, setup, log, writer } = await open();
      const blobs = createBlobs(store);
      const { ref, operations } = await blobs.prepare(new TextEncoder().encode('secret content'));
      await writer.append({ key: 'k1', events: [message('s1', 'private words'), terminated(runId(1), 'private end'), stepWith(ref)], operations });
      const stream = (aggregate: 'session' | 'run', id: string) => ({ aggregate, id });
      const ports = { store, writer, projections: setup.projections };
      const erasure = {
        key: 'erase-1',
        entries: [
          { stream: stream('session', 's1'), sequence: 1 },
          { stream: stream('run', runId(1)), sequence: 1 },
          { stream: stream('run', runId(1)), sequence: 2 },
        ],
        reason: 'the person asked',
        requestedBy: 'ada',
      };
      await erasePayloads(erasure, ports);
      await expect(createDocuments(store, builtin.projections).get(`termination:${runId(1)}`)).rejects.toMatchObject({ code: 'ledger.projection_stale' });
      await bringUpToDate({ store, catalogue: rulesOf(setup).catalogue, projections: setup.projections });
      expect(await createDocuments(store, builtin.projections).get(`termination:${runId(1)}`)).toMatchObject({ body: { is_erased: true } });
      await expect(writer.append({ key: 'again', events: [terminated(runId(1))] })).rejects.toMatchObject({ code: 'ledger.document_final' });
      const rows = await allEntries(store);
      expect(rows.map(({ payload }) => payload === null)).toEqual([true, true, true, false]);
      expect(logFaults(rows)).toEqual([]);
      expect(await createHistory(store).search({ words: 'private' })).toEqual([]);
      await expect(blobs.read(ref)).rejects.toMatchObject({ code: 'blob.missing' });
      const [last] = await log.readAll({ after: 3 });
      expect(last?.event).toMatchObject({ type: 'ledger.payload_erased', payload: { reason: 'the person asked', requested_by: 'ada' } });
      expect(await erasePayloads(erasure, ports)).toMatchObject({ isReplay: true });
    });

    it('finds messages by parts of their words, the latest first', verifies('KEL-LEDGER-09'), async () => {
      const { store, writer } = await open();
      const texts = ['The harbour lease names two landlords.', 'Ask the LANDLORD of the harbour', 'Grüße aus München', 'ab "quoted" 100% a_b'];
      for (const [at, text] of texts.entries()) await writer.append({ key: `k${at}`, events: [message(at === 1 ? 's2' : 's1', text)] });
      const found = async (query: { words: string; sessionId?: string; before?: number; limit?: number }) => (await createHistory(store).search(query)).map(({ position }) => position);
      expect(await found({ words: 'landlord harbour' })).toEqual([2, 1]);
      expect(await found({ words: 'landlord', sessionId: 's1' })).toEqual([1]);
      expect(await found({ words: 'landlord', before: 2 })).toEqual([1]);
      expect(await found({ words: 'landlord', limit: 1 })).toEqual([2]);
      expect(await found({ words: 'MÜNCH' })).toEqual([3]);
      expect(await found({ words: 'ab' })).toEqual([4]);
      expect(await found({ words: '"quoted"' })).toEqual([4]);
      expect(await found({ words: '0%' })).toEqual([4]);
      expect(await found({ words: 'a_b' })).toEqual([4]);
      expect(await found({ words: 'landlord tenant' })).toEqual([]);
      expect(await found({ words: '   ' })).toEqual([]);
    });

    it('lets a subscriber read everything, however late or slow, and holds nobody up', verifies('KEL-BUS-01', 'ART-P-13'), async () => {
      const { store, setup, log, writer } = await open();
      const bus = createBus({ store, reader: log, catalogue: rulesOf(setup).catalogue });
      const stop = new AbortController();
      const seen: number[] = [];
      const tap = (async () => {
        for await (const { position } of bus.tap({ after: 0, signal: stop.signal })) {
          seen.push(position);
          if (position % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
          if (position === 700) stop.abort();
        }
      })();
      for (let at = 0; at < 7; at += 1) {
        await writer.append({ key: `k${at}`, events: Array.from({ length: 100 }, (_, n) => message('s1', `m${at}-${n}`)) });
      }
      await tap;
      expect(seen).toEqual(Array.from({ length: 700 }, (_, at) => at + 1));
    });

    it('gives a topic its own types only, with their payloads', verifies('KEL-BUS-02'), async () => {
      const { store, setup, log, writer } = await open();
      const { catalogue } = rulesOf(setup);
      const bus = createBus({ store, reader: log, catalogue });
      const stop = new AbortController();
      const texts: (string | undefined)[] = [];
      const reading = (async () => {
        for await (const { payload } of bus.subscribe([sessionMessageRecorded], { after: 1, signal: stop.signal })) {
          texts.push(payload?.text);
          if (texts.length === 2) stop.abort();
        }
      })();
      await writer.append({ key: 'k1', events: [message('s1', 'skipped by the cursor'), terminated(runId(1)), message('s1', 'one')] });
      await writer.append({ key: 'k2', events: [message('s1', 'two')] });
      await reading;
      expect(texts).toEqual(['one', 'two']);
    });

    it('remembers how far a named subscriber came, and never takes it back', verifies('KEL-BUS-03'), async () => {
      const { store, setup, log, writer } = await open();
      const bus = createBus({ store, reader: log, catalogue: rulesOf(setup).catalogue });
      await writer.append({ key: 'k1', events: [message('s1', 'a'), message('s1', 'b'), message('s1', 'c')] });
      expect(await bus.cursor('auditor')).toBe(0);
      expect([await bus.advance('auditor', 2), await bus.advance('auditor', 1), await bus.advance('auditor', 99)]).toEqual([2, 2, 3]);
      expect([await bus.cursor('auditor'), await bus.cursor('other')]).toEqual([3, 0]);
    });

    it('wakes its subscribers when it is closed, so that none waits for ever', verifies('KEL-BUS-01'), async () => {
      const { store, log, setup } = await open();
      const bus = createBus({ store, reader: log, catalogue: rulesOf(setup).catalogue });
      const waiting = bus.tap({ after: 0, signal: new AbortController().signal })[Symbol.asyncIterator]().next();
      await new Promise((resolve) => setImmediate(resolve));
      await store.close();
      await expect(waiting).rejects.toMatchObject({ code: 'ledger.closed' });
    });

    it('refuses a key that would stand on no event', verifies('KEL-LEDGER-03'), async () => {
      const { writer } = await open();
      const operations = [{ kind: 'cursor.advance', name: 'a', position: 0 } as const];
      await expect(writer.append({ key: 'k1', events: [], operations })).rejects.toMatchObject({ code: 'ledger.append_empty' });
    });

    it('refuses what comes after it was closed', async () => {
      const { store, writer } = await open();
      await store.close();
      await expect(writer.append({ key: 'k1', events: [message('s1', 'x')] })).rejects.toMatchObject({ code: 'ledger.closed' });
    });

    if (lasts) it('keeps everything it acknowledged when it is opened again', verifies('KEL-LEDGER-10'), async () => {
      const { place, store, writer } = await open();
      await Promise.all(Array.from({ length: 30 }, (_, at) => writer.append({ key: `k${at}`, events: [message('s1', `m${at}`)] })));
      const before = await allEntries(store);
      await store.close();
      expect(await allEntries((await openIn(place)).store)).toEqual(before);
    });

    it('agrees with a plain list of events, whatever is appended in whatever order', verifies('KEL-LEDGER-11'), async () => {
      const command = fc.record({
        key: fc.integer({ min: 0, max: 12 }),
        texts: fc.array(fc.tuple(fc.constantFrom('s1', 's2', 's3'), fc.constantFrom('a', 'b')), { minLength: 1, maxLength: 3 }),
        expected: fc.option(fc.tuple(fc.constantFrom('s1', 's2', 's3'), fc.integer({ min: 0, max: 6 }))),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(command, { maxLength: 25 }), async (commands) => {
          const { place, store, writer } = await open();
          const model = createLogModel();
          const isParallel = commands.length % 2 === 0;
          const said = commands.map((one) => async () => {
            const expected = one.expected === null ? [] : [{ stream: { aggregate: 'session', id: one.expected[0] } as const, sequence: one.expected[1] }];
            return writer
              .append({ key: `k${one.key}`, events: one.texts.map(([id, text]) => message(id, text)), expected })
              .then(({ events }) => events.map(({ position }) => position))
              .catch((error: { code: string }) => error.code);
          });
          const actual = isParallel ? await Promise.all(said.map((append) => append())) : await inTurn(said);
          expect(actual).toEqual(commands.map(({ key, texts, expected }) => model.append(`k${key}`, texts, expected ?? undefined)));
          const rows = await allEntries(store, 7);
          expect(logFaults(rows)).toEqual([]);
          expect(rows.map(({ stream, sequence }) => `${stream}#${sequence}`)).toEqual(model.places());
          await store.close();
          await place.remove();
        }),
        { numRuns: histories },
      );
    });
  });
}

async function inTurn<Value>(calls: readonly (() => Promise<Value>)[]): Promise<Value[]> {
  const values: Value[] = [];
  for (const call of calls) values.push(await call());
  return values;
}

/** The reference: a list of places and a map of keys, nothing else. */
function createLogModel() {
  const places: string[] = [];
  const counts = new Map<string, number>();
  const keys = new Map<string, { content: string; positions: number[] }>();
  return {
    places: () => places,
    append(key: string, texts: readonly (readonly [string, string])[], expected: readonly [string, number] | undefined): number[] | string {
      const content = JSON.stringify(texts);
      const known = keys.get(key);
      if (known !== undefined) return known.content === content ? known.positions : 'ledger.key_reused';
      if (expected !== undefined && (counts.get(expected[0]) ?? 0) !== expected[1]) return 'ledger.sequence_conflict';
      const positions = texts.map(([id]) => {
        counts.set(id, (counts.get(id) ?? 0) + 1);
        return places.push(`session/${id}#${counts.get(id)}`);
      });
      keys.set(key, { content, positions });
      return positions;
    },
  };
}
