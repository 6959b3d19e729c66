import type { GuardedRequest } from './guarded-request.ts';

/** What one hop sends. Header names are in lower case. */
export interface Hop {
  readonly url: URL;
  readonly method: NonNullable<GuardedRequest['method']>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

/** The statuses that send a reader elsewhere when they come with a Location. */
export const REDIRECT_STATUSES: readonly number[] = [301, 302, 303, 307, 308];

/** Headers that say who is asking. They stay with the origin they were given for; a caller can name more. */
export const CREDENTIAL_HEADERS: readonly string[] = [
  'authorization',
  'cookie',
  'cookie2',
  'api-key',
  'x-api-key',
  'x-auth-token',
  'x-access-token',
  'x-csrf-token',
  'x-goog-api-key',
  'private-token',
];

/** Headers that describe a body and go with it. */
const BODY_HEADERS: ReadonlySet<string> = new Set(['content-encoding', 'content-language', 'content-location', 'content-type']);

export interface Redirection {
  readonly hop: Hop;
  /** True when a credential was left behind. */
  readonly isStripped: boolean;
}

/** The next hop as the fetch standard makes it, but without credentials as soon as scheme, host or port differ. */
export function redirected(hop: Hop, status: number, url: URL, secretHeaders: readonly string[]): Redirection {
  const becomesGet = status === 303 ? hop.method !== 'GET' && hop.method !== 'HEAD' : (status === 301 || status === 302) && hop.method === 'POST';
  const leavesOrigin = url.origin !== hop.url.origin;
  const secret = new Set([...CREDENTIAL_HEADERS, ...secretHeaders.map((name) => name.toLowerCase())]);
  const names = Object.keys(hop.headers);
  const dropped = names.filter((name) => (becomesGet && BODY_HEADERS.has(name)) || (leavesOrigin && secret.has(name)));
  return {
    hop: {
      url,
      method: becomesGet ? 'GET' : hop.method,
      headers: Object.fromEntries(Object.entries(hop.headers).filter(([name]) => !dropped.includes(name))),
      body: becomesGet ? undefined : hop.body,
    },
    isStripped: dropped.some((name) => secret.has(name)),
  };
}
