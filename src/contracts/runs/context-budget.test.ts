import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { CLOUD_CONTEXT_BUDGET, ContextBudget, contextBudget, LOCAL_CONTEXT_BUDGET } from './context-budget.ts';

describe('a context budget', () => {
  it('leaves a local model 110,000 tokens and a cloud model 170,000', verifies('MH4-3-06', 'MH4-3-07'), () => {
    expect(LOCAL_CONTEXT_BUDGET).toEqual({
      max_tokens: 128_000,
      reserved_for_system: 3_000,
      reserved_for_output: 15_000,
      available_for_context: 110_000,
    });
    expect(CLOUD_CONTEXT_BUDGET).toEqual({
      max_tokens: 200_000,
      reserved_for_system: 5_000,
      reserved_for_output: 25_000,
      available_for_context: 170_000,
    });
  });

  it('states the maximum, both reservations and the rest', verifies('MH4-3-05'), () => {
    expect(requiredFieldsOf(ContextBudget, LOCAL_CONTEXT_BUDGET)).toEqual(Object.keys(LOCAL_CONTEXT_BUDGET));
    expect(faultsOf(ContextBudget, { ...LOCAL_CONTEXT_BUDGET, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
  });

  it('is refused when the available tokens are not the rest', verifies('MH4-3-05'), () => {
    expect(faultsOf(ContextBudget, { ...LOCAL_CONTEXT_BUDGET, available_for_context: 110_001 })).toEqual([
      'available_for_context: available tokens are the maximum less both reservations',
    ]);
  });

  it('is refused when the reservations exceed the maximum', verifies('MH4-3-05'), () => {
    const tight = contextBudget({ max_tokens: 10, reserved_for_system: 6, reserved_for_output: 5 });
    expect(tight.available_for_context).toBe(-1);
    expect(faultsOf(ContextBudget, tight)).toEqual(['available_for_context: Too small: expected number to be >=0']);
  });

  it('always adds up', verifies('MH4-3-05'), () => {
    const tokens = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(tokens, tokens, tokens, (system, output, rest) => {
        const limits = { max_tokens: system + output + rest + 1, reserved_for_system: system, reserved_for_output: output };
        expect(ContextBudget.parse(contextBudget(limits))).toEqual({ ...limits, available_for_context: rest + 1 });
      }),
    );
  });
});
