import { z } from 'zod';
import { JsonObject } from '../core/index.ts';

/** Functions that a client brings are told apart by their names from every other tool, so that none can take another's place. */
export const CLIENT_TOOL_PREFIX = 'client__';

/** More than this costs every question to a model more than it is good for. */
export const CLIENT_FUNCTIONS_MAX = 64;
export const CLIENT_FUNCTION_DESCRIPTION_CHARS_MAX = 4_000;
/** Of all functions of a run together, as they are told to a model with every question. */
export const CLIENT_FUNCTIONS_BYTES_MAX = 64 * 1024;

/** Pages read contracts too, so no function of a server is used. */
export function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

/** With the prefix it still is a name that every maker of models takes. */
export const ClientFunctionName = z.string().regex(/^[A-Za-z0-9_-]{1,56}$/, 'expected letters, digits, _ or - (at most 56)');
export type ClientFunctionName = z.infer<typeof ClientFunctionName>;

/** A function that whoever started the run calls for it. `parameters` is a JSON Schema of an object. */
export const ClientFunction = z.strictObject({ name: ClientFunctionName, description: z.string().max(CLIENT_FUNCTION_DESCRIPTION_CHARS_MAX), parameters: JsonObject });
export type ClientFunction = z.infer<typeof ClientFunction>;

/** What a client brings to a run. */
export const ClientFunctions = z.strictObject({
  offered: z
    .array(ClientFunction)
    .min(1)
    .max(CLIENT_FUNCTIONS_MAX)
    .refine((offered) => new Set(offered.map(({ name }) => name)).size === offered.length, 'two functions have one name')
    .refine((offered) => jsonBytes(offered) <= CLIENT_FUNCTIONS_BYTES_MAX, `together they have more than ${CLIENT_FUNCTIONS_BYTES_MAX} bytes`),
  /** Whether those that a model wants in one turn are asked for together. */
  side_by_side: z.boolean(),
});
export type ClientFunctions = z.infer<typeof ClientFunctions>;

/** What a function may give back: all of it becomes part of the record and of a question to a model. */
export const FUNCTION_OUTPUT_BYTES_MAX = 128 * 1024;
