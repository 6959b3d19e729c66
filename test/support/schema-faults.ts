import type { z } from 'zod';

/** Why a schema refuses a value, one line per fault, as `path: message`; empty when it accepts. */
export function faultsOf(schema: z.ZodType, value: unknown): string[] {
  const result = schema.safeParse(value);
  return result.success ? [] : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

/** The fields of a valid sample that the schema cannot do without. */
export function requiredFieldsOf(schema: z.ZodType, sample: object): string[] {
  return Object.keys(sample).filter((field) => {
    const rest = Object.fromEntries(Object.entries(sample).filter(([name]) => name !== field));
    return !schema.safeParse(rest).success;
  });
}
