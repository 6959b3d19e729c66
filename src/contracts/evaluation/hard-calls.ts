import { z } from 'zod';
import { Name } from '../core/index.ts';

/**
 * Why only a person can answer. The kinds that a sufficiency check adds on its own (no procedure left,
 * contradictory requirements, budget scope) are not repeated here: that check unites the two lists.
 */
export const HardRevisionCallKind = z.enum([
  'meaning_bearing_change',
  'irreversible_side_effect',
  'effect_outcome_unknown',
  'policy_boundary',
  'privileged_disclosure',
  'conflicting_evidence',
  'deliberation_deadlock',
  'verifier_unavailable',
]);
export type HardRevisionCallKind = z.infer<typeof HardRevisionCallKind>;

/**
 * One answer offered to a person. It says whether choosing it acts on the world, because such an
 * option may never be the default of a call that nobody answered.
 */
export const HumanDecisionOption = z.strictObject({
  option_id: Name,
  label: z.string().min(1).max(200),
  consequence: z.string().min(1).max(2_000),
  causes_side_effect: z.boolean(),
});
export type HumanDecisionOption = z.infer<typeof HumanDecisionOption>;
