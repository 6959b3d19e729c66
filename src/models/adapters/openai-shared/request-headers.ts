import type { Target } from '../adapter.ts';

/** What every request carries; the provider's own settings win. Names in lower case. */
export function requestHeaders(target: Target): Record<string, string> {
  const headers: Record<string, string> = { accept: 'text/event-stream', 'content-type': 'application/json' };
  if (target.key !== undefined) headers['authorization'] = `Bearer ${target.key}`;
  for (const [name, value] of Object.entries(target.provider.headers)) headers[name.toLowerCase()] = value;
  return headers;
}
