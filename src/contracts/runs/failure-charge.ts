import { z } from 'zod';
import { NonEmptyText } from '../core/index.ts';

/** Which role answers for a failure, and for what. What only the world stood in the way of is charged to nobody. */
export const FailureCharge = z.strictObject({
  role: z.enum(['perceiver', 'planner', 'executor', 'agent_validator', 'meta_validator', 'solver']),
  why: NonEmptyText,
});
export type FailureCharge = z.infer<typeof FailureCharge>;
