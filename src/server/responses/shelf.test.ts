import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { AUTHOR } from '../../../test/contract-suites/ledger-samples.ts';
import { movableTime } from '../../../test/support/ledger-in-memory.ts';
import { ResponseRequest, type ResponseId } from '../../contracts/index.ts';
import { createIds, seededRandom, type Clock } from '../../kernel/index.ts';
import { BUILTIN_SETUP, createDecider, createMemoryStore, openLedger, type LedgerStore } from '../../ledger/index.ts';
import type { ResponseShelf } from '../model-api/ports.ts';
import { blankResource } from './resource.ts';
import { createShelf } from './shelf.ts';

interface Rig {
  readonly shelf: ResponseShelf;
  readonly id: ResponseId;
  keep(said: string): Promise<void>;
  /** What is done just before an erasure is decided on, each time. */
  beforeErasing(act: () => Promise<void>): void;
  payloads(): Promise<(string | null)[]>;
}

async function shelfRig(): Promise<Rig> {
  const time = movableTime();
  const clock: Clock = { nowMs: () => time.now().wallMs, monotonicMs: () => time.now().monotonicMs };
  const memory = createMemoryStore({ decider: createDecider(BUILTIN_SETUP), time: time.now });
  let before = async (): Promise<void> => {};
  const store: LedgerStore = {
    ...memory,
    async transact(request) {
      if (request.operations.some(({ kind }) => kind === 'log.erase')) await before();
      return memory.transact(request);
    },
  };
  const ids = createIds({ clock, random: seededRandom(1) });
  const ledger = await openLedger({ store, setup: BUILTIN_SETUP, clock, ids });
  const shelf = createShelf({ ledger, writer: ledger.log.writerFor(AUTHOR), ids });
  const id = ids.mint('resp');
  const request = ResponseRequest.parse({ model: 'keelson', input: 'Which tide is it?' });
  return {
    shelf,
    id,
    keep: (said) => shelf.keep({ response_id: id, model: 'keelson', previous_response_id: null, run_id: null, session_id: null, content: { resource: { ...blankResource(id, request, 1, 'completed'), instructions: said }, input: [], said: null } }),
    beforeErasing: (act) => void (before = act),
    payloads: async () => (await memory.entries({ stream: `response/${id}`, after: 0, limit: 100 })).map(({ payload }) => payload),
  };
}

describe('a kept response', () => {
  it('is removed whole, also where it is kept anew while it is being removed', verifies('KEL-RESP-06'), async () => {
    const rig = await shelfRig();
    await rig.keep('low');
    let times = 0;
    rig.beforeErasing(async () => {
      times += 1;
      if (times === 1) await rig.keep('high');
    });
    expect(await rig.shelf.remove(rig.id)).toBe(true);
    expect([times, await rig.shelf.read(rig.id)]).toEqual([2, undefined]);
    const [first, second, removed] = await rig.payloads();
    expect([first, second, removed?.includes('had it removed')]).toEqual([null, null, true]);
    expect(await rig.shelf.remove(rig.id)).toBe(false);
  });

  it('is left as it was, with what to do, where it is written to without an end', verifies('KEL-RESP-06'), async () => {
    const rig = await shelfRig();
    await rig.keep('low');
    rig.beforeErasing(() => rig.keep('again'));
    await expect(rig.shelf.remove(rig.id)).rejects.toMatchObject({ code: 'ledger.sequence_conflict' });
    expect((await rig.shelf.read(rig.id))?.content.resource.instructions).toBe('again');
  });
});
