import { describe, expect, it } from 'vitest';
import { logOver, message, runId, terminated } from '../../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { quiet } from '../../../test/support/journal-fixture.ts';
import { ledgerInMemory } from '../../../test/support/ledger-in-memory.ts';
import { eventCatalogue, sessionMessageRecorded } from '../../contracts/index.ts';
import { createDecider } from '../decide/decide.ts';
import { createMemoryStore } from '../memory-store.ts';
import { BUILTIN_SETUP } from '../setup.ts';
import { createBus } from './bus.ts';

describe('a subscription', () => {
  it('says which message it cannot read, and what to do', verifies('KEL-BUS-02'), async () => {
    const store = createMemoryStore({ decider: createDecider(BUILTIN_SETUP), time: () => ({ epoch: 'boot', monotonicMs: 0, wallMs: 0 }) });
    const { log, writer } = logOver(store, BUILTIN_SETUP);
    await writer.append({ key: 'k1', events: [message('s1', 'x')] });
    const bus = createBus({ store, reader: log, catalogue: eventCatalogue([]) });
    const reading = bus.subscribe([sessionMessageRecorded], { after: 0, signal: new AbortController().signal })[Symbol.asyncIterator]().next();
    await expect(reading).rejects.toMatchObject({
      code: 'ledger.event_invalid',
      message: 'Entry 1 (session.message_recorded) cannot be read: session.message_recorded.',
      nextStep: 'Use the version of Keelson that wrote it, or a newer one.',
      data: { type: 'session.message_recorded', fault: 'unknown_type', detail: 'session.message_recorded' },
    });
  });

  it('shares what it reads with all that stand at the same place, and never what was read before a commit', verifies('KEL-FAST-03'), async () => {
    const store = createMemoryStore({ decider: createDecider(BUILTIN_SETUP), time: () => ({ epoch: 'boot', monotonicMs: 0, wallMs: 0 }) });
    const { log, writer } = logOver(store, BUILTIN_SETUP);
    const readFrom: number[] = [];
    let hold: Promise<void> | undefined;
    const reader = {
      ...log,
      async readAll(options: { readonly after?: number }) {
        readFrom.push(options.after ?? 0);
        const page = await log.readAll(options);
        await hold;
        return page;
      },
    };
    const bus = createBus({ store, reader, catalogue: eventCatalogue([]) });
    const stop = new AbortController();
    const open = (after = 0) => bus.tap({ after, signal: stop.signal })[Symbol.asyncIterator]();
    const taps = [open(), open(), open()];
    await writer.append({ key: 'k1', events: [message('s1', 'one')] });
    const positions = async (): Promise<unknown[]> => (await Promise.all(taps.map((tap) => tap.next()))).map(({ value }) => value?.position);
    expect([await positions(), readFrom]).toEqual([[1, 1, 1], [0]]);
    // What was read once is not kept: it may have been erased since.
    expect([(await open().next()).value?.position, readFrom]).toEqual([1, [0, 0]]);
    const waiting = positions();
    await writer.append({ key: 'k2', events: [message('s1', 'two')] });
    expect(await waiting).toEqual([2, 2, 2]);
    let release = (): void => {};
    hold = new Promise((resolve) => (release = resolve));
    // It was told that there is nothing more just before there was.
    const early = open(2).next();
    await writer.append({ key: 'k3', events: [message('s1', 'three')] });
    const late = open(2).next();
    release();
    expect([(await late).value?.position, (await early).value?.position]).toEqual([3, 3]);
    stop.abort();
  });

  it('reads nothing after a commit of its own process that holds nothing for it, and everything after one of another', verifies('KEL-SPEED-02'), async () => {
    const { store } = await ledgerInMemory();
    const [here, elsewhere] = [logOver(store, BUILTIN_SETUP), logOver(store, BUILTIN_SETUP)];
    const readFrom: number[] = [];
    const reader = { ...here.log, readAll: (options: { readonly after?: number }) => (readFrom.push(options.after ?? 0), here.log.readAll(options)) };
    const tell = new Set<(upTo?: number) => void>();
    const bus = createBus({ store: { ...store, onCommit: (listener) => (tell.add(listener), () => void tell.delete(listener)) }, reader, catalogue: eventCatalogue([]) });
    const stop = new AbortController();
    const heard = bus.tap({ after: 0, signal: stop.signal, types: ['run.terminated'] })[Symbol.asyncIterator]().next();
    const toldOf = async (upTo?: number): Promise<readonly number[]> => {
      for (const listener of tell) listener(upTo);
      await quiet();
      return readFrom.splice(0);
    };
    await quiet();
    expect(readFrom.splice(0)).toEqual([0]);
    const one = await here.writer.append({ key: 'k1', events: [message('s1', 'one')] });
    const two = await here.writer.append({ key: 'k2', events: [message('s1', 'two')] });
    expect([one.events[0]?.position, await toldOf(1), two.events[0]?.position, await toldOf(2), await toldOf(0)]).toEqual([1, [], 2, [], []]);
    // Somewhere else something may have been committed, and was not.
    expect(await toldOf()).toEqual([2]);
    // Another wrote in between: what is not known is read.
    await elsewhere.writer.append({ key: 'k3', events: [message('s1', 'three')] });
    await here.writer.append({ key: 'k4', events: [message('s1', 'four')] });
    expect(await toldOf(4)).toEqual([2]);
    await elsewhere.writer.append({ key: 'k5', events: [terminated(runId(1))] });
    expect(await toldOf()).toEqual([4]);
    expect((await heard).value?.position).toBe(5);
    stop.abort();
  });

  it('to some types is told of no others', verifies('KEL-FAST-03'), async () => {
    const { store, writer } = await ledgerInMemory();
    const bus = createBus({ store, reader: logOver(store, BUILTIN_SETUP).log, catalogue: eventCatalogue([]) });
    await writer.append({ key: 'k1', events: [message('s1', 'one'), terminated(runId(1)), message('s1', 'two')] });
    const stop = new AbortController();
    const positionsOf = async (types?: readonly string[]): Promise<unknown> => (await bus.tap({ after: 0, signal: stop.signal, ...(types && { types }) })[Symbol.asyncIterator]().next()).value?.position;
    expect([await positionsOf(), await positionsOf(['run.terminated'])]).toEqual([1, 2]);
    stop.abort();
  });
});
