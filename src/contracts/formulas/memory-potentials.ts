import { z } from 'zod';
import { MacroState } from '../runs/directive.ts';

/** What one memory adds to the potentials of its place: strength, sign, decay per day, and age. */
export const MemoryTrace = z.strictObject({
  f: z.number().min(-1).max(1),
  sigma: z.number().min(-1).max(1),
  k: z.number().min(0),
  age_days: z.number().min(0),
});
export type MemoryTrace = z.infer<typeof MemoryTrace>;

export const MemoryTraces = z.array(MemoryTrace);
export type MemoryTraces = z.infer<typeof MemoryTraces>;

export const PotentialAction = z.enum(['ignore', 'exploit', 'avoid', 'caution']);
export type PotentialAction = z.infer<typeof PotentialAction>;

/** Below the first there is too little history to guide a plan; beyond the second the history takes a side. */
export const POTENTIAL_THRESHOLDS = { attention: 0.5, decision: 0.2 } as const;

/** Every way a round can end leaves a memory behind. */
export const QuantizedState = z.enum([...MacroState.options, 'accept']);
export type QuantizedState = z.infer<typeof QuantizedState>;

/** Strength, sign and decay per day of the memory each state leaves: k 0.05 halves in 14 days, 0.2 in 3.5, 0.5 in 1.4. */
export const MEMORY_QUANTIZATION = {
  abandon: { f: 0.95, sigma: -1, k: 0.05 },
  accept: { f: 0.9, sigma: 1, k: 0.05 },
  change_approach: { f: 0.85, sigma: -1, k: 0.05 },
  success: { f: 0.8, sigma: 1, k: 0.05 },
  break_symmetry: { f: 0.75, sigma: 1, k: 0.05 },
  change_path: { f: 0.3, sigma: 0, k: 0.2 },
  refine: { f: 0.1, sigma: 0.5, k: 0.5 },
} as const satisfies Record<QuantizedState, { f: number; sigma: number; k: number }>;
