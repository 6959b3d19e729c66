import { describe, expect, it } from 'vitest';
import { figuresRig } from '../../test/support/figures-rig.ts';
import { refusalOf } from '../../test/support/ledger-in-memory.ts';
import { seedOfHardTask, simulatedRun } from '../../test/support/simulated-runs.ts';
import { verifies } from '../../test/requirements/verifies.ts';
import { CALIBRATION_RUNS_MIN, calibrationApply, calibrationPropose, calibrationShow, calibrationWithdraw, documentKey, PUBLISHED_SOLVER_SET, RunCourse, type SolverSet } from '../contracts/index.ts';
import { setInForce } from './solver-sets.ts';

type Rig = Awaited<ReturnType<typeof figuresRig>>;

async function workThrough({ write, begunOn }: Rig, count: number, set?: SolverSet): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const runId = begunOn('2026-11-10');
    await write(runId, simulatedRun(runId, seedOfHardTask(at), set === undefined ? {} : { set }).events);
  }
}

describe('the course of a run', () => {
  it('is kept as the solver saw it: every figure, what was open, how long it took, what it decided', verifies('KEL-CALIB-01'), async () => {
    const rig = await figuresRig();
    const set = { version: '1.4.0', parameters: { ...PUBLISHED_SOLVER_SET.parameters, replan_share: 0.2, time_share: 0.8, abandon_threshold: 0.5 } };
    for (let at = 0; at < 20; at += 1) {
      const runId = rig.begunOn('2026-11-10');
      const { events, rounds, reason } = simulatedRun(runId, 700 + at, { recalled: at % 2 === 0, ...(at >= 10 && { set }) });
      await rig.write(runId, events);
      const { rounds: kept, ...course } = RunCourse.parse((await rig.documents.get(documentKey.runCourse(runId)))?.body);
      expect(course).toMatchObject({ run_id: runId, reason, engine: 'model', plans: rounds.length, is_recalled: at % 2 === 0, solver_version: at >= 10 ? '1.4.0' : '1.0.0' });
      expect(kept.map((round) => ({ ...round, time_used: round.time_used.toFixed(6) }))).toEqual(rounds.map((round) => ({ ...round, time_used: round.time_used.toFixed(6) })));
    }
  });
});

describe('a calibration', () => {
  it('is refused with too few runs, and says how many are missing', verifies('KEL-CALIB-02'), async () => {
    const nothing = await figuresRig({ isEmpty: true });
    expect(await refusalOf(nothing.call(calibrationPropose, {}))).toMatchObject({ code: 'calibration.too_few_runs', data: { runs: 0, needed: CALIBRATION_RUNS_MIN } });
    const rig = await figuresRig();
    await workThrough(rig, 12);
    expect(await refusalOf(rig.call(calibrationPropose, {}))).toMatchObject({ code: 'calibration.too_few_runs', message: expect.stringContaining('12 are on record, so 188 are missing'), data: { runs: 12, needed: 200, left_out: 0 } });
    expect(await rig.call(calibrationShow, {})).toMatchObject({ current: PUBLISHED_SOLVER_SET, proposals: [], usable_runs: 12, needed_runs: 200 });
  });

  it('proposes with its evidence, is applied and taken back by a person alone, and never changes what a version means', verifies('KEL-CALIB-03', 'KEL-CALIB-04', 'ART-V09-01'), async () => {
    const rig = await figuresRig();
    await workThrough(rig, 260);
    const proposed = await rig.call(calibrationPropose, {}, 'once');
    if (proposed.outcome !== 'proposed') throw new Error('nothing was proposed');
    const { proposal } = proposed;
    expect(proposal).toMatchObject({ version: '1.1.0', based_on: PUBLISHED_SOLVER_SET, proposed_by: 'owner' });
    const { held_out: heldOut, runs, better_in: betterIn } = proposal.evidence;
    expect(runs.fitted + runs.held_out).toBe(260);
    expect(heldOut.after.decisions).toBeLessThan(heldOut.before.decisions);
    expect(betterIn).toBeGreaterThanOrEqual(0.9);
    expect(await setInForce(rig.documents)).toBeUndefined();
    // The same wish again is the same proposal, and another one is another version.
    expect(await rig.call(calibrationPropose, {}, 'once')).toEqual(proposed);
    expect(await rig.call(calibrationPropose, {})).toMatchObject({ proposal: { version: '1.2.0', parameters: proposal.parameters } });

    const calibrated = { version: '1.1.0', parameters: proposal.parameters };
    expect(await rig.call(calibrationApply, { version: '1.1.0', reason: 'fewer rounds' }, 'apply')).toEqual({ current: calibrated, before: PUBLISHED_SOLVER_SET });
    expect(await rig.call(calibrationApply, { version: '1.1.0', reason: 'fewer rounds' }, 'apply')).toEqual({ current: calibrated, before: PUBLISHED_SOLVER_SET });
    expect(await setInForce(rig.documents)).toEqual(calibrated);
    expect(await refusalOf(rig.call(calibrationApply, { version: '1.1.0', reason: 'again' }))).toMatchObject({ code: 'calibration.not_possible', data: { because: 'in_force' } });
    expect(await refusalOf(rig.call(calibrationApply, { version: '1.9.0', reason: 'why' }))).toMatchObject({ code: 'calibration.unknown', data: { known: ['1.1.0', '1.2.0'] } });
    await rig.call(calibrationApply, { version: '1.2.0', reason: 'once more' });
    expect(await rig.call(calibrationWithdraw, { reason: 'too soon' })).toMatchObject({ current: calibrated, before: { version: '1.2.0' } });
    expect(await rig.call(calibrationWithdraw, { reason: 'all of it' })).toMatchObject({ current: PUBLISHED_SOLVER_SET, before: calibrated });
    expect(await setInForce(rig.documents)).toBeUndefined();
    expect(await refusalOf(rig.call(calibrationWithdraw, { reason: 'more' }))).toMatchObject({ code: 'calibration.not_possible', data: { because: 'published' } });
    expect((await rig.call(calibrationShow, {})).proposals.map(({ proposal: { version }, state }) => [version, state])).toEqual([['1.2.0', 'withdrawn'], ['1.1.0', 'withdrawn']]);
    expect((await rig.log.read({ aggregate: 'calibration', id: 'solver' })).map(({ event }) => event.type)).toEqual(['calibration.proposed', 'calibration.proposed', 'calibration.applied', 'calibration.applied', 'calibration.withdrawn', 'calibration.withdrawn']);
  });

  it('leaves out runs that ended for other reasons, and those whose set is not known', verifies('KEL-CALIB-02'), async () => {
    const rig = await figuresRig();
    await workThrough(rig, 3);
    await workThrough(rig, 2, { version: '1.7.0', parameters: PUBLISHED_SOLVER_SET.parameters });
    expect(await refusalOf(rig.call(calibrationPropose, {}))).toMatchObject({ data: { runs: 3, left_out: 2 } });
  });
});
