import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { budgetRig } from '../../../test/support/budget-rig.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { createCounterOperations } from '../../ledger/index.ts';
import { payingFrom, type Payer } from './paying.ts';

async function bench() {
  const rig = await budgetRig();
  await rig.counters.open('a', 'run', { tokens: 100, cloud_calls: 10, cost_microusd: 50 });
  await rig.counters.open('b', 'day', { tokens: 1_000, cloud_calls: 3, runs: 9 });
  const payers: Payer[] = [{ counter: 'run', pays: { allBut: [] } }, { counter: 'day', pays: ['tokens', 'cloud_calls'] }];
  const { counters, operations } = payingFrom(payers, createCounterOperations(rig.writer));
  const append = (key: string, which: (counter: string) => ReturnType<typeof operations.reserve> | ReturnType<typeof operations.commit>) => rig.writer.append({ key, events: [], operations: counters.map(which) });
  return { ...rig, operations, append };
}

describe('a call that several scopes pay for', () => {
  it('takes of each what that limits, before it begins, and settles each alike', verifies('KEL-BUD-01', 'MH4-5-07'), async () => {
    const { append, operations, state } = await bench();
    await append('reserve', (counter) => operations.reserve(counter, 'call', { tokens: 40, cloud_calls: 1, cost_microusd: 20 }));
    expect([(await state('run')).reserved, (await state('day')).reserved]).toEqual([{ tokens: 40, cloud_calls: 1, cost_microusd: 20 }, { tokens: 40, cloud_calls: 1, runs: 0 }]);
    await append('commit', (counter) => operations.commit(counter, 'call', { tokens: 30, cloud_calls: 1, cost_microusd: 9 }));
    expect([(await state('run')).spent, (await state('day')).spent]).toEqual([{ tokens: 30, cloud_calls: 1, cost_microusd: 9 }, { tokens: 30, cloud_calls: 1, runs: 0 }]);
  });

  it('begins nowhere when one scope has too little, and asks nobody for what nobody limits', verifies('KEL-BUD-01', 'MH4-5-11'), async () => {
    const { append, operations, state } = await bench();
    const refused = await refusalOf(append('reserve', (counter) => operations.reserve(counter, 'call', { tokens: 40, cloud_calls: 4 })));
    expect([refused.code, refused.data, (await state('run')).reserved]).toEqual(['counter.exhausted', { counter: 'day', unit: 'cloud_calls', asked: 4, available: 3 }, { tokens: 0, cloud_calls: 0, cost_microusd: 0 }]);
    expect(await refusalOf(append('odd', (counter) => operations.reserve(counter, 'call', { patience: 1 })))).toMatchObject({ code: 'counter.exhausted', data: { counter: 'run', unit: 'patience' } });
  });

  it('charges what was asked for and not reported in full, and nothing for what was not asked for', verifies('KEL-BUD-01'), async () => {
    const { append, operations, state } = await bench();
    await append('reserve', (counter) => operations.reserve(counter, 'call', { tokens: 40 }));
    await append('commit', (counter) => operations.commit(counter, 'call', {}));
    expect([(await state('run')).spent, (await state('day')).spent]).toEqual([{ tokens: 40, cloud_calls: 0, cost_microusd: 0 }, { tokens: 40, cloud_calls: 0, runs: 0 }]);
  });
});
