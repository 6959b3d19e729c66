import { z } from 'zod';
import { NonEmptyText, StorageRef } from '../core/index.ts';
import { CriterionCheck } from './criterion-check.ts';

/** How it can be looked at without judging; left out where only judgement can tell. */
const check = CriterionCheck.optional();

/**
 * One thing a result must satisfy. A verifiable criterion can be checked against evidence and is required
 * unless said otherwise; a plausible one is a judgement and is not.
 */
export const Criterion = z.discriminatedUnion('mode', [
  z.strictObject({ criterion: NonEmptyText, mode: z.literal('verifiable'), required: z.boolean().default(true), check }),
  z.strictObject({ criterion: NonEmptyText, mode: z.literal('plausible'), required: z.boolean().default(false), check }),
]);
export type Criterion = z.infer<typeof Criterion>;

export const CriterionMode = z.enum(['verifiable', 'plausible']);
export type CriterionMode = z.infer<typeof CriterionMode>;

/** Why something failed: the approach was wrong, or the world stood in the way. */
export const FailureClass = z.enum(['logical', 'environmental']);
export type FailureClass = z.infer<typeof FailureClass>;

const judged = { criterion: NonEmptyText, mode: CriterionMode, required: z.boolean(), evidence: NonEmptyText };

/** A pass points at the records that show it; the words of a model alone are a claim. */
export const PassVerdict = z.strictObject({
  ...judged,
  verdict: z.literal('pass'),
  evidence_refs: z.array(StorageRef).min(1),
});
export type PassVerdict = z.infer<typeof PassVerdict>;

export const FailVerdict = z.strictObject({
  ...judged,
  verdict: z.literal('fail'),
  failure_class: FailureClass,
  evidence_refs: z.array(StorageRef),
});
export type FailVerdict = z.infer<typeof FailVerdict>;

/** Nobody could tell: the judge did not answer, or not so that it could be read. It never counts as met. */
export const UnresolvedVerdict = z.strictObject({ ...judged, verdict: z.literal('unresolved'), evidence_refs: z.array(StorageRef) });
export type UnresolvedVerdict = z.infer<typeof UnresolvedVerdict>;

export const CriterionVerdict = z.discriminatedUnion('verdict', [PassVerdict, FailVerdict, UnresolvedVerdict]);
export type CriterionVerdict = z.infer<typeof CriterionVerdict>;

/** The criteria without which a result may not be called a success. */
export function requiredCriteria(criteria: readonly Criterion[]): Criterion[] {
  return criteria.filter((criterion) => criterion.required);
}
