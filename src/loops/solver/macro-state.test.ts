import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { DEFAULT_LOSS_HYPERPARAMETERS as DEFAULTS } from '../../contracts/index.ts';
import { cellOf, isWorsening, macroStateOf, urgencyOf, type Cell } from './macro-state.ts';

/** All cells in the order of the published table: gradient, then distance, then budget, then process. */
const CELLS: readonly Cell[] = (['falling', 'flat', 'rising'] as const).flatMap((gradient) =>
  (['near', 'far'] as const).flatMap((distance) =>
    (['left', 'spent'] as const).flatMap((budget) => (['environmental', 'logical'] as const).map((process) => ({ gradient, distance, budget, process }))),
  ),
);

function cellsThatGive(state: string): number[] {
  return CELLS.flatMap((cell, at) => (macroStateOf(cell) === state ? [at + 1] : []));
}

describe('the 24 cells', () => {
  it('fall into exactly one of six states each', verifies('ART-R7-07'), () => {
    expect(new Set(CELLS.map((cell) => JSON.stringify(cell))).size).toBe(24);
    expect(Object.groupBy(CELLS.map(macroStateOf), (state) => state)).toMatchObject({ abandon: { length: 12 }, success: { length: 6 }, refine: { length: 2 }, change_approach: { length: 2 }, change_path: { length: 1 }, break_symmetry: { length: 1 } });
  });

  it('are those of the published table', verifies('ART-R7-07', 'ART-R7-08', 'ART-MS-01', 'ART-MS-02', 'ART-MS-03', 'ART-MS-04', 'ART-MS-05', 'ART-MS-06', 'ART-INV-10'), () => {
    const moving = ['success', 'success', 'abandon', 'abandon', 'refine', 'change_approach', 'abandon', 'abandon'];
    const still = ['success', 'success', 'abandon', 'abandon', 'change_path', 'break_symmetry', 'abandon', 'abandon'];
    expect(CELLS.map(macroStateOf)).toEqual([...moving, ...still, ...moving]);
  });

  it('give up wherever the budget is spent', verifies('ART-MS-01', 'ART-R7-07'), () => {
    expect(cellsThatGive('abandon')).toEqual([3, 4, 7, 8, 11, 12, 15, 16, 19, 20, 23, 24]);
  });

  it('succeed wherever there is budget and the goal is near', verifies('ART-MS-02', 'ART-R7-07'), () => {
    expect(cellsThatGive('success')).toEqual([1, 2, 9, 10, 17, 18]);
  });

  it('break the symmetry of a wrong approach that stands still', verifies('ART-MS-03', 'ART-R7-07'), () => {
    expect(cellsThatGive('break_symmetry')).toEqual([14]);
  });

  it('change a wrong approach that moves, even towards the goal', verifies('ART-MS-04', 'ART-R7-07'), () => {
    expect(cellsThatGive('change_approach')).toEqual([6, 22]);
  });

  it('change the path of a right approach that stands still', verifies('ART-MS-05', 'ART-R7-07'), () => {
    expect(cellsThatGive('change_path')).toEqual([13]);
  });

  it('refine a right approach that moves', verifies('ART-MS-06', 'ART-R7-07'), () => {
    expect(cellsThatGive('refine')).toEqual([5, 21]);
  });

  it('never depend on the sign of the gradient', verifies('ART-R7-08'), () => {
    for (const cell of CELLS) expect(macroStateOf({ ...cell, gradient: 'falling' })).toBe(macroStateOf({ ...cell, gradient: 'rising' }));
  });
});

describe('the cell of a round', () => {
  const read = (reading: Partial<Parameters<typeof cellOf>[0]>): Cell => cellOf({ D: 1, P: 1, Omega: 0, gradient: 0, isSomethingRequiredOpen: false, ...reading }, DEFAULTS);

  it('has its edges where the table has them', verifies('ART-R7-07', 'ART-INV-11'), () => {
    expect(read({})).toEqual({ budget: 'left', distance: 'far', gradient: 'flat', process: 'logical' });
    expect([read({ Omega: 0.8 }).budget, read({ Omega: 0.799 }).budget]).toEqual(['spent', 'left']);
    expect([read({ D: 0.3 }).distance, read({ D: 0.301 }).distance]).toEqual(['near', 'far']);
    expect([read({ P: 0.5 }).process, read({ P: 0.501 }).process]).toEqual(['environmental', 'logical']);
    expect([-0.1, -0.099, 0.099, 0.1].map((gradient) => read({ gradient }).gradient)).toEqual(['falling', 'flat', 'flat', 'rising']);
  });

  it('is never near while something required is open, however small the distance', verifies('ART-MS-02', 'ART-INV-11'), () => {
    expect(read({ D: 0, isSomethingRequiredOpen: true }).distance).toBe('far');
  });

  it('gives the same state for a gradient and its opposite', verifies('ART-R7-08'), () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(unit, unit, unit, fc.double({ min: -2, max: 2, noNaN: true }), fc.boolean(), (D, P, Omega, gradient, isSomethingRequiredOpen) => {
        const stateAt = (step: number) => macroStateOf(cellOf({ D, P, Omega, gradient: step, isSomethingRequiredOpen }, DEFAULTS));
        expect(stateAt(gradient)).toBe(stateAt(-gradient));
      }),
    );
  });
});

describe('urgency', () => {
  it('is lower beyond −ε, higher beyond ε, and normal between and at them', verifies('ART-V09-02'), () => {
    expect([-0.11, -0.1, 0, 0.1, 0.11].map((gradient) => urgencyOf(gradient, DEFAULTS))).toEqual(['lower', 'normal', 'normal', 'normal', 'higher']);
  });

  it('is worsening only above ε', verifies('ART-INV-22'), () => {
    expect([0.1, 0.11, -0.2].map((gradient) => isWorsening(gradient, DEFAULTS))).toEqual([false, true, false]);
  });
});
