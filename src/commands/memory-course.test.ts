import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { DAY_MS, memoryRig, type MemoryRig } from '../../test/support/memory-rig.ts';
import { DEFAULT_TENANT, memoryShow, type MegramId, type MemoryShowReport } from '../contracts/index.ts';
import { createDispatcher } from './dispatcher.ts';
import { memoryBindings } from './memory.ts';
import type { ToolsPorts } from './tools-ports.ts';

const [SPACE, ENTITY] = ['tool:shell', 'path:a.txt'] as const;
const PLACE = { matter: null, space: SPACE, entity: ENTITY };

async function shown({ ledger, clock, ids }: MemoryRig): Promise<MemoryShowReport> {
  const runs = { ledger, owner: { author: { governance: {} } } };
  const ports = { clock, ids, existingLedger: async (tenant: string) => (tenant === DEFAULT_TENANT ? runs : undefined) } as unknown as ToolsPorts;
  const dispatcher = createDispatcher(memoryBindings(async () => ports, async () => undefined));
  return memoryShow.response.parse(await dispatcher.dispatch('query', 'memory.show', { space: SPACE, entity: ENTITY }, { idempotencyKey: undefined, signal: new AbortController().signal }));
}

describe('the course of what is remembered of a place', () => {
  it('ends now at the potentials that plans go by, rises where something was written, and fades from there', verifies('KEL-WEB-41'), async () => {
    const rig = await memoryRig();
    await rig.learn('abandon', SPACE, ENTITY);
    rig.clock.advance(10 * DAY_MS);
    await rig.learn('accept', SPACE, ENTITY);
    rig.clock.advance(5 * DAY_MS);
    const { course, place } = await shown(rig);
    const now = course.findLast(({ is_ahead: isAhead }) => !isAhead);
    expect(now?.attention).toBeCloseTo(place?.potentials.attention ?? Number.NaN, 9);
    expect(now?.decision).toBeCloseTo(place?.potentials.decision ?? Number.NaN, 9);
    expect(course[0]).toMatchObject({ attention: 0.95, decision: -0.95, is_ahead: false });
    const later = course.filter(({ is_ahead: isAhead }) => isAhead).map(({ attention }) => attention);
    expect([later.length > 0, later.toSorted((one, other) => other - one)]).toEqual([true, later]);
    expect(place?.levels).toEqual({ M: 2, K: 0, C: 0 });
  });

  it('leaves rules out while they hold, and counts one that stopped being one from then on', verifies('KEL-WEB-41'), async () => {
    const rig = await memoryRig();
    for (let nth = 0; nth < 8; nth += 1) await rig.learn('accept', SPACE, ENTITY);
    const megramId = await rig.dreamer().consolidate({ key: 'rule', ...PLACE, content: 'Use it.', f: 1, sigma: 1, origin: { of: ['meg_00000000000000000000000000' as MegramId], count: 8, attention: 7.2, decision: 7.2 }, taintClass: 'owner_typed' });
    expect((await shown(rig)).place?.levels).toEqual({ M: 8, K: 0, C: 1 });
    rig.clock.advance(DAY_MS);
    const before = await shown(rig);
    expect(before.course.at(0)?.attention).toBeCloseTo(8 * 0.9, 9);
    await rig.dreamer().demote({ key: 'demoted', place: PLACE, megramId, potentials: { attention: 1, decision: 0.1 }, reason: 'It proved wrong.' });
    const { course, place } = await shown(rig);
    expect(place?.levels).toEqual({ M: 8, K: 1, C: 0 });
    expect(course.findLast(({ is_ahead: isAhead }) => !isAhead)?.attention).toBeCloseTo(place?.potentials.attention ?? Number.NaN, 9);
  });
});
