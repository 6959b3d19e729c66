import { contextBudget, type ContextBudget } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';

export interface WindowOfModel {
  /** What the model takes in at once, its answer included. */
  readonly contextTokens: number;
  /** What stands before the packet: instructions and tools. */
  readonly systemTokens: number;
  readonly outputTokens: number;
}

/** How the window of one model is shared out. One that its own instructions fill has no room for any work. */
export function contextBudgetFor({ contextTokens, systemTokens, outputTokens }: WindowOfModel): ContextBudget {
  const budget = contextBudget({ max_tokens: contextTokens, reserved_for_system: systemTokens, reserved_for_output: outputTokens });
  if (budget.available_for_context <= 0) throw budgetExceeded(1, 0, []);
  return budget;
}

export function budgetExceeded(requiredTokens: number, availableTokens: number, sections: readonly string[]): KeelsonError<'context.budget_exceeded'> {
  return new KeelsonError('context.budget_exceeded', {
    message: `What must be told whole (${sections.join(', ') || 'the work itself'}) takes ${requiredTokens} tokens, and the model has room for ${availableTokens}. Nothing was cut off.`,
    nextStep: 'Configure a model with a larger context, or ask for less at once.',
    data: { required_tokens: requiredTokens, available_tokens: availableTokens, sections: [...sections] },
  });
}
