import type { Context } from 'hono';
import { KeelsonError } from '../../kernel/index.ts';

/** A form of another page can send anything but this without being asked about it first. */
export function isJson(c: Context): boolean {
  return (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() === 'application/json';
}

export function noJson(): KeelsonError<'input.invalid'> {
  return new KeelsonError('input.invalid', { message: 'Only JSON is taken.', nextStep: 'Send a JSON object with content-type application/json.', data: { issues: [{ path: '', message: 'another content-type' }] } });
}
