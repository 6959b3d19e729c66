import { describe, expect, it } from 'vitest';
import { DAY_MS, learnt, memoryRig } from '../../test/support/memory-rig.ts';
import { RUN } from '../../test/support/run-samples.ts';
import { verifies } from '../../test/requirements/verifies.ts';
import { MemoryPlaceState } from '../contracts/index.ts';
import { PLACES_TOLD_MAX } from './limits.ts';
import { readPlace, readSpace } from './reader.ts';

const RULE = { matter: null, space: 'intent:sort_it', entity: 'env:local', content: 'Sort by editing.', f: 0.9, sigma: 1, taintClass: 'owner_typed' } as const;
const FROM = { of: ['meg_00000000000000000000000000'] as never, count: 6, attention: 5.4, decision: 5.4 };

describe('potentials', () => {
  it('are those of the Megrams of exactly this place, and fade', verifies('ART-R5-11', 'ART-POT-01', 'ART-POT-02', 'KEL-MEM-08'), async () => {
    const rig = await memoryRig();
    await rig.learn('abandon', 'intent:sort_it', 'env:local');
    rig.clock.advance(DAY_MS);
    await rig.learn('accept', 'intent:sort_it', 'env:local');
    await rig.learn('accept', 'intent:sort_it', 'env:other');
    const reader = rig.reader();
    const { attention, decision, action } = await reader.queryMK('intent:sort_it', 'env:local');
    expect(attention).toBeCloseTo(0.95 * Math.exp(-0.05) + 0.9, 12);
    expect(decision).toBeCloseTo(-0.95 * Math.exp(-0.05) + 0.9, 12);
    expect(action).toBe('caution');
    rig.clock.advance(60 * DAY_MS);
    expect((await reader.queryMK('intent:sort_it', 'env:local')).action).toBe('ignore');
    expect(await reader.queryMK('intent:unheard_of', 'env:local')).toEqual({ attention: 0, decision: 0, action: 'ignore' });
  });
});

describe('a dead end', () => {
  it('harms neither the tool nor the target for good: met twice in a few days, the person is asked first', verifies('KEL-DREAM-12', 'ART-POT-02'), async () => {
    const rig = await memoryRig();
    const action = async () => (await rig.reader().queryMK('tool:read_file', 'path:a.txt')).action;
    await rig.learn('change_path', 'tool:read_file', 'path:a.txt');
    expect(await action()).toBe('ignore');
    await rig.learn('change_path', 'tool:read_file', 'path:a.txt');
    expect(await action()).toBe('caution');
    rig.clock.advance(DAY_MS);
    expect(await action()).toBe('ignore');
  });
});

describe('a recall', () => {
  it('gives data of each place that calls for something: figures, rules and what happened, with its runs', verifies('ART-INV-18', 'ART-R5-NOT-1', 'KEL-MEM-08'), async () => {
    const rig = await memoryRig();
    await rig.learn('change_approach', 'tool:shell', 'path:a.txt', { content: 'It lost two names.', taint: 'external_untrusted' });
    await rig.learn('refine', 'tool:shell', 'path:b.txt');
    await rig.learn('change_approach', 'tool:shell', 'intent:other');
    const found = await rig.reader().recall([{ space: 'tool:shell', entityKind: 'path' }, { space: 'tool:glob', entity: 'intent:sort_it', entityKind: 'path' }]);
    expect(found).toEqual([
      {
        space: 'tool:shell',
        entity: 'path:a.txt',
        potentials: { attention: 0.85, decision: -0.85, action: 'avoid' },
        sops: [],
        action: 'avoid',
        written: 1,
        states: { change_approach: 1 },
        first_at: '2026-03-01T08:00:00.000Z',
        last_at: '2026-03-01T08:00:00.000Z',
        latest: [{ at: '2026-03-01T08:00:00.000Z', state: 'change_approach', content: 'It lost two names.', sigma: -1, from: { from: 'experience', run_id: RUN, task_id: learnt('refine', 'tool:a', 'b').taskId, round: 1, loss: learnt('refine', 'tool:a', 'b').loss } }],
        taint_class: 'external_untrusted',
      },
    ]);
  });

  it('tells of the strongest places of a space, and of few', verifies('KEL-MEM-08'), async () => {
    const rig = await memoryRig();
    for (let nth = 1; nth <= 70; nth += 1) await rig.learn('change_approach', 'tool:shell', `path:${nth}.txt`);
    rig.clock.advance(DAY_MS);
    await rig.learn('change_approach', 'tool:shell', 'path:3.txt');
    await rig.learn('change_approach', 'tool:shell', 'path:70.txt');
    const found = await rig.reader().recall([{ space: 'tool:shell', entityKind: 'path' }]);
    expect([found.length, found[0]?.entity]).toEqual([PLACES_TOLD_MAX, 'path:70.txt']);
    const table = await readSpace(rig.ledger.documents, null, 'tool:shell');
    expect([table?.places.length, table?.dropped]).toEqual([64, 7]);
  });
});

describe('rules of level C', () => {
  it('are timeless, are given as records, and note in the background when they were recalled', verifies('ART-R5-03', 'ART-INV-19', 'ART-INV-20', 'KEL-MEM-09'), async () => {
    const rig = await memoryRig();
    const id = await rig.dreamer().consolidate({ key: 'rule', ...RULE, origin: FROM });
    rig.clock.advance(400 * DAY_MS);
    const reader = rig.reader();
    const [sop] = await reader.queryC('intent:sort_it', 'env:local');
    expect(sop).toEqual({ megram_id: id, kind: 'best_practice', space: 'intent:sort_it', entity: 'env:local', content: 'Sort by editing.', f: 0.9, sigma: 1, created_at: '2026-03-01T08:00:00.000Z', last_recalled_at: null, taint_class: 'owner_typed' });
    await rig.queue.drained();
    const place = MemoryPlaceState.parse(await readPlace(rig.ledger.documents, RULE));
    expect(place.sops[0]?.megram).toMatchObject({ level: 'C', k: 0, last_recalled_at: '2027-04-05T08:00:00.000Z' });
    const [found] = await reader.recall([{ space: 'intent:sort_it', entity: 'env:local' }]);
    expect([found?.action, found?.potentials, found?.sops.length]).toEqual(['exploit', { attention: 0, decision: 0, action: 'ignore' }, 1]);
  });

  it('are outweighed by what happens since', verifies('KEL-MEM-09'), async () => {
    const rig = await memoryRig();
    await rig.dreamer().consolidate({ key: 'rule', ...RULE, origin: FROM });
    await rig.learn('abandon', 'intent:sort_it', 'env:local');
    const actions = async () => (await rig.reader().recall([{ space: 'intent:sort_it', entity: 'env:local' }])).map(({ action }) => action);
    expect(await actions()).toEqual(['caution']);
    await rig.learn('abandon', 'intent:sort_it', 'env:local');
    expect(await actions()).toEqual(['avoid']);
  });
});
