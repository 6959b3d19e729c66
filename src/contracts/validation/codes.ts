import { z } from 'zod';
import type { ValidationCodeTable } from './code-table.ts';
import { CONTRACT_CODES } from './contract-codes.ts';
import { FORMULA_CODES } from './formula-codes.ts';
import { GOVERNANCE_CODES } from './governance-codes.ts';
import { INVARIANT_CODES } from './invariant-codes.ts';
import { RELIANCE_CODES } from './reliance-codes.ts';
import { RUNTIME_CODES } from './runtime-codes.ts';

/** Every validation code with its level and meaning. Codes are stable: people script against them. */
export const VALIDATION_CODES = {
  ...INVARIANT_CODES,
  ...CONTRACT_CODES,
  ...RUNTIME_CODES,
  ...FORMULA_CODES,
  ...GOVERNANCE_CODES,
  ...RELIANCE_CODES,
} as const satisfies ValidationCodeTable;

type CodeName = keyof typeof VALIDATION_CODES;

// Object.keys forgets the literal keys of the table, so the cast only restores what the compiler knew.
export const ValidationCode = z.enum(Object.keys(VALIDATION_CODES) as [CodeName, ...CodeName[]]);
export type ValidationCode = z.infer<typeof ValidationCode>;
