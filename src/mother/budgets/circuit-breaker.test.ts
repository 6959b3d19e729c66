import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { budgetRig, DAY, DAY_COUNTER } from '../../../test/support/budget-rig.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { DEFAULT_BUDGET, documentKey, type ResourceBudget } from '../../contracts/index.ts';
import { hasCode, KeelsonError } from '../../kernel/index.ts';
import { endingOfError } from '../termination/ending-of-error.ts';
import { admitRun, fullResource, wasAdmitted } from './circuit-breaker.ts';

const GLOBAL = documentKey.globalBudget();

async function bench(limits: Partial<ResourceBudget['global']> = {}, daily: Partial<ResourceBudget['per_user_daily']> = {}) {
  const rig = await budgetRig();
  const budget = { global: { ...DEFAULT_BUDGET.global, ...limits }, per_user_daily: { ...DEFAULT_BUDGET.per_user_daily, ...daily } };
  const admit = async (memoryMb = 100) => {
    const runId = await rig.start();
    const held = await rig.held(runId);
    const again = () => admitRun({ runId, held, budget, memoryMb, day: DAY }, rig);
    return { runId, held, again, slot: await again() };
  };
  return { ...rig, budget, admit };
}

describe('the circuit breaker', () => {
  it('lets as many runs work at once as the limit allows, and the next when one has ended', verifies('MH4-5-16', 'KEL-BUD-02'), async () => {
    const { admit, document } = await bench({ max_concurrent_runs: 2 });
    const [first] = [await admit(), await admit()];
    expect(await document(GLOBAL)).toEqual({ concurrent_runs: 2, queue_depth: 0, redis_memory_mb: 200, docling_jobs: 0 });
    expect(await refusalOf(admit())).toMatchObject({ code: 'run.circuit_open', data: { resource: 'concurrent_runs', limit: 2, current: 2 } });
    await first.slot.giveBack();
    await admit();
    expect(await document(GLOBAL)).toEqual({ concurrent_runs: 2, queue_depth: 0, redis_memory_mb: 200, docling_jobs: 0 });
  });

  it('refuses for a full queue, too much memory and too many conversions as well', verifies('MH4-5-16', 'MH4-5-17', 'KEL-BUD-02'), () => {
    const limits = DEFAULT_BUDGET.global;
    const held = (reserved: Record<string, number>, memoryMb = 1) => fullResource({ reserved }, limits, memoryMb);
    expect([held({}), held({ concurrent_runs: 9, queue_depth: 99, redis_memory_mb: 15_999, docling_jobs: 4 })]).toEqual([undefined, undefined]);
    expect(held({ concurrent_runs: 10 })).toEqual({ resource: 'concurrent_runs', limit: 10, current: 10 });
    expect(held({ queue_depth: 100 })).toEqual({ resource: 'queue_depth', limit: 100, current: 100 });
    expect(held({ redis_memory_mb: 15_000 }, 1_001)).toEqual({ resource: 'redis_memory_mb', limit: 16_000, current: 15_000 });
    expect(held({ docling_jobs: 5 })).toEqual({ resource: 'docling_jobs', limit: 5, current: 5 });
  });

  it('writes down why it refused, takes no place, and the run ends with an exhausted budget to be tried again', verifies('MH4-5-18', 'termination.budget_exhausted', 'KEL-BUD-02'), async () => {
    const { admit, told, state } = await bench({ max_concurrent_runs: 1 });
    await admit();
    const refused = await admit().catch((error: unknown) => error);
    const [opened] = await told('run.circuit_opened');
    expect(opened).toMatchObject({ resource: 'concurrent_runs', limit: 1, current: 1 });
    expect([Object.keys((await state(GLOBAL)).reservations).length, (await state(DAY_COUNTER)).spent]).toEqual([1, { runs: 1, cloud_calls: 0, tokens: 0 }]);
    expect(endingOfError(refused)).toMatchObject({ reason: 'budget_exhausted', suggestedAction: 'retry', canRetry: true, factors: ['run.circuit_open'] });
    expect(refused instanceof KeelsonError && refused.nextStep).toContain('later');
  });

  it('takes back the place of a run whose process was killed, and never one that is held', verifies('KEL-BUD-03'), async () => {
    const { admit, time, state } = await bench({ max_concurrent_runs: 1 });
    const { runId, held } = await admit();
    time.pass(59_999);
    expect(await refusalOf(admit())).toMatchObject({ code: 'run.circuit_open' });
    time.pass(1);
    const next = await admit();
    expect([Object.keys((await state(GLOBAL)).reservations), held.token]).toEqual([[`${next.runId}:${next.held.token}`], 1]);
    expect(next.runId).not.toBe(runId);
  });

  it('gives a run that is gone on with a new place, counted once in the day', verifies('KEL-BUD-03', 'MH4-5-19', 'MH4-KEY-03'), async () => {
    const { admit, time, held: take, budget, document, state, ...rig } = await bench();
    const { runId } = await admit();
    time.pass(60_000);
    const held = await take(runId);
    expect([held.token, await wasAdmitted(runId, rig)]).toEqual([2, true]);
    const slot = await admitRun({ runId, held, budget, memoryMb: 100, day: DAY }, rig);
    expect([Object.keys((await state(GLOBAL)).reservations), await document(DAY_COUNTER)]).toEqual([[`${runId}:2`], { runs: 1, cloud_calls: 0, total_tokens: 0 }]);
    expect((await state(DAY_COUNTER)).limits).toEqual({ runs: 50, cloud_calls: 200, tokens: 2_000_000 });
    await slot.giveBack();
    await slot.giveBack();
    expect((await state(GLOBAL)).reserved['concurrent_runs']).toBe(0);
  });

  it('refuses a run of a user who has had all of a day, and takes no place for it', verifies('MH4-5-19', 'KEL-BUD-02'), async () => {
    const { admit, state } = await bench({}, { max_runs: 2 });
    for (const each of [1, 2]) await (await admit(each)).slot.giveBack();
    expect(await refusalOf(admit())).toMatchObject({ code: 'run.circuit_open', data: { resource: 'runs of a day', limit: 2, current: 2 } });
    expect((await state(GLOBAL)).reserved['concurrent_runs']).toBe(0);
  });

  it('warns of the whole system at four fifths', verifies('MH4-5-05', 'KEL-BUD-04'), async () => {
    const { admit, told } = await bench({ max_concurrent_runs: 5 });
    for (const each of [1, 2, 3, 4]) await admit(each);
    expect(await told('run.budget_warned')).toMatchObject([{ scope: 'global', resource: 'runs', limit: 5, consumed: 4 }]);
  });

  it('gives ten places to fifty that ask at once', verifies('KEL-BUD-03', 'MH4-5-16'), async () => {
    const { start, held, budget, state, ...rig } = await bench();
    const runs = await Promise.all(Array.from({ length: 50 }, () => start()));
    const answers = await Promise.all(runs.map(async (runId) => admitRun({ runId, held: await held(runId), budget, memoryMb: 1, day: DAY }, rig).then(() => 'in', (error: unknown) => (hasCode(error, 'run.circuit_open') ? 'full' : error))));
    expect([answers.filter((answer) => answer === 'in').length, answers.filter((answer) => answer === 'full').length]).toEqual([10, 40]);
    expect([(await state(GLOBAL)).reserved['concurrent_runs'], (await state(DAY_COUNTER)).spent['runs']]).toEqual([10, 10]);
  });
});
