import { describe, expect, it } from 'vitest';
import { DAY_MS, learnt, memoryRig } from '../../test/support/memory-rig.ts';
import { RUN, TASK } from '../../test/support/run-samples.ts';
import { verifies } from '../../test/requirements/verifies.ts';
import { memoryMegramWritten, type QuantizedState } from '../contracts/index.ts';
import { refusalOf } from '../../test/support/ledger-in-memory.ts';
import { createExperienceMemory } from './experience.ts';
import { memoryStreamOf } from './place.ts';
import { readPlace } from './reader.ts';
import { createWriteQueue } from './write-queue.ts';

const PLACE = { matter: null, space: 'tool:shell', entity: 'path:a.txt' } as const;
const stream = { aggregate: 'memory', id: memoryStreamOf(PLACE) } as const;

describe('experience', () => {
  it('is kept as a Megram of level M with where it came from', verifies('ART-R5-01', 'ART-R5-05', 'ART-R5-06', 'KEL-MEM-03'), async () => {
    const rig = await memoryRig();
    rig.experience({ taint: 'external_untrusted' }).write({ ...learnt('change_approach', PLACE.space, PLACE.entity), taskId: TASK });
    expect(await rig.queue.drained()).toEqual({ kept: 1, dropped: 0, failed: 0, why: null });
    const [entry] = await rig.ledger.log.read(stream);
    const { megram, origin, matter } = memoryMegramWritten.payload.parse(entry?.event.payload);
    expect({ ...megram, megram_id: 'id' }).toEqual({ megram_id: 'id', level: 'M', created_at: '2026-03-01T08:00:00.000Z', last_recalled_at: null, space: 'tool:shell', entity: 'path:a.txt', content: 'It was change_approach.', state: 'change_approach', f: 0.85, sigma: -1, k: 0.05 });
    expect([origin, matter, entry?.event.actor, entry?.event.governance.taint_class]).toEqual([{ from: 'experience', run_id: RUN, task_id: TASK, round: 1, loss: learnt('refine', 'tool:a', 'b').loss }, null, 'solver', 'external_untrusted']);
  });

  it('is remembered once, however often a resumed run hands it over', verifies('KEL-MEM-04'), async () => {
    const rig = await memoryRig();
    for (let time = 0; time < 3; time += 1) {
      rig.clock.advance(DAY_MS);
      rig.experience().write(learnt('abandon', PLACE.space, PLACE.entity, 'same'));
      await rig.queue.drained();
    }
    expect((await rig.ledger.log.read(stream)).map(({ event }) => event.recorded_at)).toEqual(['2026-03-02T08:00:00.000Z']);
    rig.experience().write(learnt('abandon', PLACE.space, PLACE.entity, 'another'));
    await rig.queue.drained();
    expect(await rig.ledger.log.read(stream)).toHaveLength(2);
  });

  it('does nothing in the call that hands it over, and what cannot wait is counted and told', verifies('ART-R5-NOT-2', 'ART-INV-17', 'KEL-MEM-05'), async () => {
    const rig = await memoryRig();
    const queue = createWriteQueue(3);
    const experience = rig.experience({ queue });
    const before = (await rig.ledger.store.head()).position;
    for (let nth = 1; nth <= 5; nth += 1) expect(experience.write(learnt('refine', 'tool:shell', `path:${nth}`, `k-${nth}`))).toBeUndefined();
    expect((await rig.ledger.store.head()).position).toBe(before);
    expect(await queue.drained()).toEqual({ kept: 3, dropped: 2, failed: 0, why: null });
  });

  it('never throws, whatever it is handed: what the store refuses is told at the end', verifies('ART-R5-NOT-2', 'KEL-MEM-05'), async () => {
    const rig = await memoryRig();
    rig.experience().write({ ...learnt('refine', 'no space of ours', 'x', 'bad'), f: 7 });
    rig.experience().write(learnt('refine', 'tool:shell', 'path:b', 'good'));
    const { why, ...counts } = await rig.queue.drained();
    expect([counts, typeof why]).toEqual([{ kept: 1, dropped: 0, failed: 1 }, 'string']);
  });

  it('is taken from the solver alone', verifies('ART-R5-NOT-3', 'ART-R5-12', 'KEL-MEM-06'), async () => {
    const rig = await memoryRig();
    for (const actor of ['planner', 'mother', 'owner', 'dreamer', 'executor']) {
      const make = async () => createExperienceMemory({ writer: rig.writerOf(actor), clock: rig.clock, ids: rig.ids, queue: rig.queue, runId: RUN, taintOf: async () => 'owner_typed' });
      expect(await refusalOf(make())).toMatchObject({ code: 'memory.author_refused', data: { actor, allowed: 'solver' } });
    }
  });

  it('keeps no secret, in its words or in what it is about', verifies('KEL-MEM-07'), async () => {
    const rig = await memoryRig();
    const key = `sk-proj-${'a1B2c3D4'.repeat(6)}`;
    await rig.learn('change_approach', 'tool:fetch_url', `path:https://example.com/?key=${key}`, { content: `It answered 401 to ${key}.` });
    const entries = await rig.ledger.log.readAll({ limit: 500 });
    expect(entries.some(({ event }) => event.type === memoryMegramWritten.type)).toBe(true);
    expect(JSON.stringify(entries)).not.toContain(key);
  });

  it('of one matter is nothing to another, nor to work of none', verifies('KEL-MEM-02'), async () => {
    const rig = await memoryRig();
    await rig.learn('abandon', 'intent:sort_it', 'env:local', { matter: 'acme' });
    const actionIn = async (matter?: string) => (await rig.reader(matter).queryMK('intent:sort_it', 'env:local')).action;
    expect([await actionIn('acme'), await actionIn('acme-2'), await actionIn()]).toEqual(['avoid', 'ignore', 'ignore']);
    expect(await readPlace(rig.ledger.documents, { matter: null, space: 'intent:sort_it', entity: 'env:local' })).toBeUndefined();
  });
});

describe('what each state leaves behind', () => {
  it.each([
    ['abandon', 'avoid'],
    ['accept', 'exploit'],
    ['change_approach', 'avoid'],
    ['success', 'exploit'],
    ['break_symmetry', 'exploit'],
    ['change_path', 'ignore'],
    ['refine', 'ignore'],
  ] as const satisfies readonly (readonly [QuantizedState, string])[])('%s calls for %s the next day', verifies('ART-QM-01', 'ART-QM-03', 'ART-QM-05', 'ART-QM-06'), async (state, action) => {
    const rig = await memoryRig();
    await rig.learn(state, 'tool:shell', 'path:a.txt');
    rig.clock.advance(DAY_MS);
    expect((await rig.reader().queryMK('tool:shell', 'path:a.txt')).action).toBe(action);
  });
});
