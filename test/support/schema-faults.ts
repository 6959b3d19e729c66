import type { z } from 'zod';

/** Why a schema refuses a value, one line per fault, as `path: message`; empty when it accepts. */
export function faultsOf(schema: z.ZodType, value: unknown): string[] {
  const result = schema.safeParse(value);
  return result.success ? [] : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

/**
 * The fields of a valid sample that the schema itself cannot do without. A rule across fields that happens to fail
 * without one of them does not count: it would hide that the field has become optional.
 */
export function requiredFieldsOf(schema: z.ZodType, sample: object): string[] {
  return Object.keys(sample).filter((field) => {
    const rest = Object.fromEntries(Object.entries(sample).filter(([name]) => name !== field));
    const issues = schema.safeParse(rest).error?.issues ?? [];
    return issues.some((issue) => issue.path[0] === field && issue.code !== 'custom');
  });
}
