import type { Context } from 'hono';
import type { z } from 'zod';
import { KeelsonError } from '../../kernel/index.ts';
import { isJson } from '../guard/only-json.ts';
import { notAdmitted } from '../guard/refusals.ts';
import { readJson } from '../guard/read-json.ts';
import { MAX_REQUEST_BYTES } from '../handler.ts';

/** The body of a request, bounded as every other. */
export async function bodyOf(c: Context): Promise<unknown> {
  if (!isJson(c)) throw notAdmitted('not_json');
  return readJson(c.req.raw, MAX_REQUEST_BYTES);
}

/** A request of the shape asked for, or what is wrong with it. */
export function readRequest<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const issues = read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const [first] = issues;
  throw new KeelsonError('input.invalid', { message: `The request cannot be taken: ${first?.path === '' ? 'it' : (first?.path ?? '')}: ${first?.message ?? 'it has another shape'}.`, nextStep: 'Change that part of the request and send it again.', data: { issues } });
}
