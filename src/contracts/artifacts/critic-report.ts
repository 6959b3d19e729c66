import { z } from 'zod';
import { Level, NonEmptyText } from '../core/index.ts';
import { Confidence, RiskAssessment } from '../roles/result-envelope.ts';

/** What must be put right, and how one sees that it was. */
export const RequiredFix = z.strictObject({ fix: NonEmptyText, test: NonEmptyText });
export type RequiredFix = z.infer<typeof RequiredFix>;

/** A critic's word on somebody's work. A fail that does not say what to change helps nobody and is refused. */
export const CriticReport = z
  .strictObject({
    verdict: z.enum(['pass', 'fail']),
    reasons: z.array(NonEmptyText).min(1),
    required_fixes: z.array(RequiredFix),
    risk: RiskAssessment,
    confidence: Confidence,
  })
  .refine(({ verdict, required_fixes: fixes }) => (verdict === 'fail') === fixes.length > 0, {
    path: ['required_fixes'],
    message: 'a fail names what must be fixed, and a pass asks for nothing',
  });
export type CriticReport = z.infer<typeof CriticReport>;

/** Something that endangers whoever uses the work. The place never holds the secret itself. */
export const SecurityFinding = z.strictObject({
  severity: Level,
  kind: z.enum(['secret', 'injection', 'permission', 'dependency', 'data_exposure', 'other']),
  where: NonEmptyText,
  finding: NonEmptyText,
  remedy: NonEmptyText,
});
export type SecurityFinding = z.infer<typeof SecurityFinding>;

export const SecurityFindings = z.strictObject({ findings: z.array(SecurityFinding), looked_at: z.array(NonEmptyText).min(1) });
export type SecurityFindings = z.infer<typeof SecurityFindings>;
