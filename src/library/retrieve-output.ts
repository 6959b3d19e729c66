import { z } from 'zod';
import { Citation, RetrievalFallback, RetrievalReport, UnitInterval } from '../contracts/index.ts';
import { Contradiction } from './citations/contradicting-passages.ts';

/** A passage, with everything that a citation of it needs. */
export const RetrievedPassage = z.strictObject({
  ...Citation.shape,
  path: z.string(),
  score: UnitInterval,
  text: z.string(),
});
export type RetrievedPassage = z.infer<typeof RetrievedPassage>;

export const RetrieveOutput = z.strictObject({
  report: RetrievalReport,
  /** Those of the report, in its order. */
  hits: z.array(RetrievedPassage),
  /** What would help and a search cannot do. */
  wishes: z.array(RetrievalFallback),
  contradictions: z.array(Contradiction),
  left_out: z.strictObject({ sensitive_paths: z.array(z.string()), too_large_paths: z.array(z.string()), is_cut: z.boolean() }),
});
export type RetrieveOutput = z.infer<typeof RetrieveOutput>;
