import { z } from 'zod';
import { Count, PositiveCount } from '../core/index.ts';

interface TokenReservations {
  max_tokens: number;
  reserved_for_system: number;
  reserved_for_output: number;
}

/** What is left for context. Reservations beyond the maximum leave a negative amount, which the schema refuses. */
export function availableForContext(limits: TokenReservations): number {
  return limits.max_tokens - limits.reserved_for_system - limits.reserved_for_output;
}

/** How the tokens of one model are shared out before anything is composed. */
export const ContextBudget = z
  .strictObject({
    max_tokens: PositiveCount,
    reserved_for_system: Count,
    reserved_for_output: Count,
    available_for_context: Count,
  })
  .refine((budget) => budget.available_for_context === availableForContext(budget), {
    path: ['available_for_context'],
    message: 'available tokens are the maximum less both reservations',
  });
export type ContextBudget = z.infer<typeof ContextBudget>;

export function contextBudget(limits: TokenReservations): ContextBudget {
  return { ...limits, available_for_context: availableForContext(limits) };
}

export const LOCAL_CONTEXT_BUDGET = contextBudget({
  max_tokens: 128_000,
  reserved_for_system: 3_000,
  reserved_for_output: 15_000,
});

export const CLOUD_CONTEXT_BUDGET = contextBudget({
  max_tokens: 200_000,
  reserved_for_system: 5_000,
  reserved_for_output: 25_000,
});
