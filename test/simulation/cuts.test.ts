import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/kernel/index.ts';
import { playCut, playWhole, RECORDED_RUNS } from './recorded-runs.ts';

/** Every boundary with CUTS=all; a few of each run otherwise, others in each test run. CUT_SEED=n takes the same ones again. */
const ALL = process.env['CUTS'] === 'all';
const SEED = Number(process.env['CUT_SEED'] ?? Date.now() % 100_000);
const CUTS_PER_RUN = 2;
const TIMEOUT_MS = ALL ? 24 * 3_600_000 : 600_000;

function boundaries(entries: number, nth: number): readonly number[] {
  if (ALL) return Array.from({ length: entries }, (_, at) => at + 1);
  const random = seededRandom(SEED * 100 + nth);
  return Array.from({ length: CUTS_PER_RUN }, () => 1 + (new DataView(random.bytes(4).buffer).getUint32(0) % entries));
}

describe(`a run that dies at any event and is gone on with (cuts of seed ${SEED})`, () => {
  for (const [nth, run] of RECORDED_RUNS.entries()) {
    it(`comes to the same result: ${run.name}`, { timeout: TIMEOUT_MS }, async () => {
      const { outcome, entries } = await playWhole(run);
      expect(outcome.violations).toEqual([]);
      for (const at of boundaries(entries, nth)) for (const isWritten of [false, true]) expect(await playCut(run, at, isWritten), `cut at ${at} of ${entries}, ${isWritten ? 'written' : 'not written'}`).toEqual(outcome);
    });
  }

  it('does not send again what a person says was sent', { timeout: TIMEOUT_MS }, async () => {
    const run = RECORDED_RUNS.find(({ options }) => options.task?.kind.startsWith('send'));
    if (run === undefined) throw new Error('there is a run that sends');
    const { outcome, positionOf } = await playWhole(run);
    expect(await playCut(run, positionOf('run.tool_ended'), false)).toEqual(outcome);
  });
});
