import { z } from 'zod';
import { NonEmptyText } from '../core/index.ts';

/** Which role answers for a failure, and for what. What only the world stood in the way of is charged to nobody. */
export const FailureCharge = z.strictObject({
  role: z.enum(['perceiver', 'planner', 'executor', 'agent_validator', 'meta_validator', 'solver', 'memory']),
  why: NonEmptyText,
});
export type FailureCharge = z.infer<typeof FailureCharge>;

/** What a run says of its memory when it ends, and what memory answers for then. */
const MEMORY_FAULTS: ReadonlyMap<string, string> = new Map([
  ['memory.lost', 'What the run had learnt could not be kept for later runs.'],
  ['memory.misread', 'What was remembered did not read, or was not what the plan had asked for.'],
]);

/** Memory answers for what got lost in it and for what it handed over wrongly, whatever became of the run. */
export function chargesOfMemory(factors: readonly string[]): FailureCharge[] {
  return [...MEMORY_FAULTS].flatMap(([factor, why]) => (factors.includes(factor) ? [{ role: 'memory', why }] : []));
}
