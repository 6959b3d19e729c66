import { z } from 'zod';

/** An error refuses the write it concerns; a warning is recorded beside it. */
export const ValidationLevel = z.enum(['error', 'warning']);
export type ValidationLevel = z.infer<typeof ValidationLevel>;

/** The modules that enforce validation codes, by rank. */
export type EnforcingModule =
  | 'contracts'
  | 'formulas'
  | 'ledger'
  | 'context'
  | 'oversight'
  | 'evaluation'
  | 'library'
  | 'reliance'
  | 'loops'
  | 'mother'
  | 'commands';

export interface ValidationCodeEntry {
  /** The decision row or section of the specification in which the code first appears. */
  readonly section: string;
  readonly level: ValidationLevel;
  readonly module: EnforcingModule;
  /** What is wrong, as the person who meets the code would see it. */
  readonly meaning: string;
}

export type ValidationCodeTable = Readonly<Record<`validation.${string}`, ValidationCodeEntry>>;
