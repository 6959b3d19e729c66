import { describe, expect, it } from 'vitest';
import { answerFaults } from './answer-faults.ts';
import { LIES_STILL_BELIEVED, TWINS_STILL_REFUSED } from './awaited.ts';
import { drawnFrom } from './drawn.ts';
import type { Side } from './lie-scenario.ts';
import { holdsWhenPlayed } from './played-pair.ts';
import { LIE_FAMILIES } from './scenarios/index.ts';

const SIDES: readonly Side[] = ['false', 'true'];

const all = LIE_FAMILIES.flatMap(({ pairs }) => pairs);
const awaited: Readonly<Record<Side, ReadonlySet<string>>> = { false: new Set(LIES_STILL_BELIEVED), true: new Set(TWINS_STILL_REFUSED) };

describe('the lies', () => {
  it('are many, of many kinds, and each has its twin and its own name', () => {
    expect(LIE_FAMILIES.filter(({ pairs }) => pairs.length < 8).map(({ family }) => family)).toEqual([]);
    expect(all.length).toBeGreaterThanOrEqual(130);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });

  it('await only what there is, each once', () => {
    const listed = [...LIES_STILL_BELIEVED, ...TWINS_STILL_REFUSED.map((name) => `twin of ${name}`)];
    const known = new Set(all.flatMap(({ name }) => [name, `twin of ${name}`]));
    expect(listed.filter((name, at) => !known.has(name) || listed.indexOf(name) !== at)).toEqual([]);
  });

  it('are told in answers that the contracts allow, so that only what they say can be found out', () => {
    expect(all.flatMap((pair) => SIDES.flatMap((side) => answerFaults(pair, side)))).toEqual([]);
  });
});

const { drawn, timeoutMs } = drawnFrom(all, 'LIES', ({ name }) => SIDES.every((side) => !awaited[side].has(name)));

describe.concurrent('a model that lies', () => {
  for (const pair of drawn) {
    for (const side of SIDES) {
      it(`${side === 'false' ? 'is not believed' : 'is believed when it is honest'}: ${pair.name}: ${pair.lie}`, { timeout: timeoutMs }, () => holdsWhenPlayed(pair, side, awaited[side].has(pair.name)));
    }
  }
});
