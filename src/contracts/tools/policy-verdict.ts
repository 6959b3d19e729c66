import { z } from 'zod';
import { Name, NonEmptyText } from '../core/index.ts';

/**
 * What the policy says about one action. `allow`: it may be done. `ask` and `gate`: a person must say so first, and
 * whatever the mode is a `gate` cannot be remembered or switched off. `block` and `deny`: never, whoever approves;
 * commands and addresses are blocked, paths are denied.
 */
export const PolicyDecision = z.enum(['allow', 'ask', 'gate', 'block', 'deny']);
export type PolicyDecision = z.infer<typeof PolicyDecision>;

/** A decision with the rule that made it, so that it can be questioned. */
export const PolicyVerdict = z.strictObject({
  decision: PolicyDecision,
  rule: Name,
  /** What was seen and what it would have done, in a sentence for the person who is asked. */
  explanation: NonEmptyText,
});
export type PolicyVerdict = z.infer<typeof PolicyVerdict>;
