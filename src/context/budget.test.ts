import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { KeelsonError } from '../kernel/index.ts';
import { contextBudgetFor } from './budget.ts';

describe('the window of a model', () => {
  it('is shared out before anything is composed', verifies('KEL-CTX-03'), () => {
    expect(contextBudgetFor({ contextTokens: 8_192, systemTokens: 3_000, outputTokens: 1_600 })).toEqual({ max_tokens: 8_192, reserved_for_system: 3_000, reserved_for_output: 1_600, available_for_context: 3_592 });
  });

  it('that its own instructions fill leaves no room for work', verifies('KEL-CTX-03', 'MH4-3-15'), () => {
    const full = (): unknown => contextBudgetFor({ contextTokens: 4_096, systemTokens: 3_000, outputTokens: 1_096 });
    expect(full).toThrow(KeelsonError);
    expect(full).toThrow('What must be told whole (the work itself) takes 1 tokens, and the model has room for 0. Nothing was cut off.');
    expect(contextBudgetFor({ contextTokens: 4_097, systemTokens: 3_000, outputTokens: 1_096 }).available_for_context).toBe(1);
  });
});
