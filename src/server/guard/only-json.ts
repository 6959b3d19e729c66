import type { Context } from 'hono';

/** A form of another page can send anything but this without being asked about it first. What is compressed may be a thousand times as large as it looks. */
export function isJson(c: Context): boolean {
  const encoding = c.req.header('content-encoding') ?? 'identity';
  return (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() === 'application/json' && encoding.trim().toLowerCase() === 'identity';
}
