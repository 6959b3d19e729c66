import { describe, expect, it } from 'vitest';
import { mutantsOf } from '../../scripts/mutation/mutants.ts';
import { planTrials } from '../../scripts/mutation/plan.ts';
import { isKilled, testsPass } from '../../scripts/mutation/run-trial.ts';
import { ROOT, sourceFiles } from '../architecture/source-files.ts';

const [source = { path: '', text: '' }] = sourceFiles(['test/mutation'], 'specimen.ts');
const citations = [{ file: 'test/mutation/specimen.test.ts', namePattern: 'doubles' }];
const mutants = mutantsOf(source.path, source.text, 'double');

describe('a trial', () => {
  it('is killed when the citing test notices the change', async () => {
    const tripled = mutants.filter((mutant) => mutant.replacement === '3');
    expect(tripled.map(({ description }) => description)).toEqual(['test/mutation/specimen.ts:3: 2 → 3']);
    for (const mutant of tripled) expect(await isKilled(ROOT, { requirement: 'R', mutant, citations })).toBe(true);
  });

  it('survives when nothing changed', async () => {
    const unchanged = { file: source.path, start: 0, end: 0, replacement: '', description: 'nothing' };
    expect(await isKilled(ROOT, { requirement: 'R', mutant: unchanged, citations })).toBe(false);
  });

  it('runs only the citing tests', async () => {
    expect(await testsPass(ROOT, citations)).toBe(true);
    expect(await testsPass(ROOT, [{ file: 'test/mutation/specimen.test.ts', namePattern: 'no such test' }])).toBe(true);
  });
});

describe('planTrials', () => {
  const requirement = (id: string) => ({ id, enforced_by: ['f#g'] }) as never;
  const plan = (seed: number, sample: number | undefined, mutantsEach = 1) =>
    planTrials(['A', 'B', 'C'].map(requirement), () => mutants, () => citations, { seed, sample, mutantsEach }).map(
      (trial) => `${trial.requirement} ${trial.mutant.start}`,
    );

  it('draws the same mutations for the same seed, and others for another', () => {
    expect(plan(1, undefined)).toEqual(plan(1, undefined));
    expect(new Set([1, 2, 3, 4, 5].map((seed) => plan(seed, undefined).join())).size).toBeGreaterThan(1);
  });

  it('takes as many requirements and mutants as asked', () => {
    expect(plan(1, 2)).toHaveLength(2);
    expect(plan(1, undefined, 2)).toHaveLength(6);
  });
});
