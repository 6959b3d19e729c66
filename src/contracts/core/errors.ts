import { z } from 'zod';

/**
 * Every expected failure and the data it carries. Codes are stable: people script against them.
 * Add a line here before you throw a new one; never change the meaning of an old one.
 */
export interface ErrorData {
  'invariant.broken': { detail: string };
  'input.invalid': { issues: { path: string; message: string }[] };
  'input.too_large': { limit: number };
  'internal.unexpected': { detail: string };
  'operation.unknown': { operation: string; known: string[]; validation_code: string };
  'operation.unserved': { faults: { code: string; operation: string }[] };
  'operation.idempotency_key_missing': { operation: string; validation_code: string };
  'server.unreachable': { detail: string };
  'server.unreadable_answer': { status: number; detail: string };
  'requirements.unreadable': { file: string; detail: string };
  'json.non_finite_number': { path: string; value: string };
  'json.not_serialisable': { path: string; type: string };
  'json.lone_surrogate': { path: string };
  'json.too_deep': { limit: number };
  'json.too_large': { limit: number; size: number };
  'json.undecodable': { offset: number };
  'json.incomplete': { offset: number };
  'pattern.rejected': { pattern: string; reason: string };
  'pattern.too_large': { limit: number; size: number };
  'pattern.too_costly': { limit: number };
  'formula.refused': { problems: { formula: string; code: string; detail: string }[] };
  'formula.unknown': { formula_id: string; version?: string };
  'id.invalid': { prefix: string; value: string };
}

export type ErrorCode = keyof ErrorData;

/** A failure as it crosses a process: what happened, in which terms, and what to do next. */
export const ErrorBody = z.strictObject({
  code: z.string(),
  message: z.string(),
  next_step: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
