import { describe, expect, it } from 'vitest';
import { AUTHOR, logOver, message } from '../../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { createDecider } from '../decide/decide.ts';
import { createMemoryStore } from '../memory-store.ts';
import { bringUpToDate } from '../projections/rebuild.ts';
import { BUILTIN_SETUP, rulesOf } from '../setup.ts';
import { erasePayloads } from './erase.ts';
import type { StreamRef } from './log.ts';

async function opened() {
  const store = createMemoryStore({ decider: createDecider(BUILTIN_SETUP), time: () => ({ epoch: 'boot', monotonicMs: 0, wallMs: 0 }) });
  await bringUpToDate({ store, catalogue: rulesOf(BUILTIN_SETUP).catalogue, projections: BUILTIN_SETUP.projections });
  const { writer } = logOver(store, BUILTIN_SETUP);
  const erase = (stream: StreamRef, sequence: number, key = 'erase') =>
    erasePayloads({ key, entries: [{ stream, sequence }], reason: 'asked', requestedBy: 'ada' }, { store, writer, projections: BUILTIN_SETUP.projections });
  return { store, writer, erase };
}

describe('erasePayloads', () => {
  it('refuses what is not there', verifies('KEL-LEDGER-17'), async () => {
    const { writer, erase } = await opened();
    await writer.append({ key: 'k1', events: [message('s1', 'x')] });
    await expect(erase({ aggregate: 'session', id: 's1' }, 2)).rejects.toMatchObject({ code: 'ledger.not_erasable', data: { position: 0 } });
    await expect(erase({ aggregate: 'session', id: 's2' }, 1)).rejects.toMatchObject({ code: 'ledger.not_erasable' });
  });

  it('refuses to make the log forget what was spent or erased', verifies('KEL-LEDGER-17'), async () => {
    const { writer, erase } = await opened();
    await writer.append({ key: 'k1', events: [message('s1', 'x')] });
    await writer.append({ key: 'k2', events: [], operations: [{ kind: 'counter.open', counter: 'budget:a', limits: { tokens: 5 }, stamps: writer.stamps(1) }] });
    await erase({ aggregate: 'session', id: 's1' }, 1);
    await expect(erase({ aggregate: 'counter', id: 'budget:a' }, 1, 'e2')).rejects.toMatchObject({ code: 'ledger.not_erasable', data: { position: 2 } });
    await expect(erase({ aggregate: 'ledger', id: AUTHOR.governance.tenant }, 1, 'e3')).rejects.toMatchObject({ code: 'ledger.not_erasable', data: { position: 3 } });
  });

  it('believes nobody about what stands where', verifies('KEL-LEDGER-17'), async () => {
    const { writer } = await opened();
    await writer.append({ key: 'k1', events: [message('s1', 'x')] });
    const entry = { position: 1, stream: 'session/s1', sequence: 1, payloadHash: 'a'.repeat(64) };
    const by = (changes: object) => writer.append({ key: 'e', events: [], operations: [{ kind: 'log.erase', entries: [{ ...entry, ...changes }], reason: 'asked', requestedBy: 'ada', projections: [], stamps: writer.stamps(1) }] });
    for (const changes of [{}, { position: 2 }, { stream: 'session/s2' }, { sequence: 2 }]) await expect(by(changes)).rejects.toMatchObject({ code: 'ledger.not_erasable' });
  });

  it('says in the log what went, for whom and why, without the content', verifies('KEL-LEDGER-08'), async () => {
    const { store, writer, erase } = await opened();
    await writer.append({ key: 'k1', events: [message('s1', 'secret')] });
    const [before] = await store.entries({ after: 0, limit: 1 });
    const hash = /"payload_hash":"([0-9a-f]{64})"/.exec(before?.header ?? '')?.[1];
    const { results } = await erase({ aggregate: 'session', id: 's1' }, 1);
    expect(results).toEqual([
      { erased: [{ aggregate: 'session', stream_id: 's1', sequence: 1, payload_hash: hash }], reason: 'asked', requested_by: 'ada' },
    ]);
    expect(await store.entries({ after: 0, limit: 1 })).toEqual([{ ...before, payload: null }]);
  });
});
