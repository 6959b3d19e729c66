import { describe, expect, it } from 'vitest';
import { answerFaults } from './answer-faults.ts';
import { HONEST_STILL_REFUSED } from './awaited.ts';
import { drawnFrom } from './drawn.ts';
import { asPair } from './honest/honest-run.ts';
import { HONEST_RUNS } from './honest/index.ts';
import { holdsWhenPlayed } from './played-pair.ts';

const awaited = new Set(HONEST_STILL_REFUSED);

describe('the honest runs', () => {
  it('are many, and each has its own name', () => {
    expect(HONEST_RUNS.length).toBeGreaterThanOrEqual(80);
    expect(new Set(HONEST_RUNS.map(({ name }) => name)).size).toBe(HONEST_RUNS.length);
  });

  it('await only what there is, each once', () => {
    const known = new Set(HONEST_RUNS.map(({ name }) => name));
    expect(HONEST_STILL_REFUSED.filter((name, at) => !known.has(name) || HONEST_STILL_REFUSED.indexOf(name) !== at)).toEqual([]);
  });

  it('are told in answers that the contracts allow', () => {
    expect(HONEST_RUNS.flatMap((run) => answerFaults(asPair(run), 'true'))).toEqual([]);
  });
});

const { drawn, timeoutMs } = drawnFrom(HONEST_RUNS, 'HONEST', ({ name }) => !awaited.has(name));

describe.concurrent('a model that is honest', () => {
  for (const run of drawn) {
    it(`is believed: ${run.name}: ${run.task}`, { timeout: timeoutMs }, () => holdsWhenPlayed(asPair(run), 'true', awaited.has(run.name)));
  }
});
