import { z } from 'zod';
import { ConfidenceLevel } from './policies.ts';

/** Any finite number. */
export const FormulaNumber = z.number();
export type FormulaNumber = z.infer<typeof FormulaNumber>;

/** Observed values in one unit, in any order. */
export const FormulaSamples = z.array(z.number());
export type FormulaSamples = z.infer<typeof FormulaSamples>;

/** What happened each time: 1 for yes, 0 for no. */
export const BinaryOutcomes = z.array(z.literal([0, 1]));
export type BinaryOutcomes = z.infer<typeof BinaryOutcomes>;

/** Two-sided interval with its level. */
export const ConfidenceInterval = z.strictObject({ lower: z.number(), upper: z.number(), level: ConfidenceLevel });
export type ConfidenceInterval = z.infer<typeof ConfidenceInterval>;

/** How a measured quantity is spread; the mean alone hides the slow tail. */
export const QuantileSummary = z.strictObject({ p50: z.number(), p90: z.number(), p99: z.number() });
export type QuantileSummary = z.infer<typeof QuantileSummary>;
