import { createHmac } from 'node:crypto';
import type { ApiKey, Name } from '../../contracts/index.ts';
import type { Clock } from '../../kernel/index.ts';
import { openSeal, type ShownKey } from '../keys/seal.ts';
import { sameSecret } from './same-secret.ts';

export const PAGE_COOKIE = 'keelson_page';

/** Who asks: the owner by the token or by a page that came with it, or the holder of a key for what that key allows. */
export type Caller = { readonly kind: 'owner' } | { readonly kind: 'key'; readonly tenant: Name; readonly key: ApiKey };

/** Knows the token of this installation, what a page carries instead of it, and the keys that were given to others. */
export interface Doorkeeper {
  /** Undefined for whoever shows nothing, or something else. */
  callerOf(headers: Headers): Promise<Caller | undefined>;
  isToken(given: string): boolean;
  /** What a page that came with the token is told to keep. */
  readonly cookie: string;
}

export interface DoorkeeperPorts {
  readonly token: string;
  /** Asked each time, so that a key that was taken back is worth nothing at once. */
  readonly findKey: (shown: ShownKey) => Promise<ApiKey | undefined>;
  readonly clock: Clock;
}

/** A page keeps something that follows from the token and does not give it away; a new token ends every page. */
export function doorkeeperOf({ token, findKey, clock }: DoorkeeperPorts): Doorkeeper {
  const mark = createHmac('sha256', token).update('page').digest('base64url');
  const holderOf = async (given: string): Promise<Caller | undefined> => {
    const shown = openSeal(token, given);
    const key = shown === undefined ? undefined : await findKey(shown);
    if (shown === undefined || key === undefined || key.revoked_at !== null) return undefined;
    const isPast = key.expires_at !== null && Date.parse(key.expires_at) <= clock.nowMs();
    return isPast ? undefined : { kind: 'key', tenant: shown.tenant, key };
  };
  return {
    async callerOf(headers) {
      const bearer = bearerOf(headers.get('authorization'));
      if (bearer !== undefined) return sameSecret(bearer, token) ? { kind: 'owner' } : holderOf(bearer);
      const shown = cookieOf(headers.get('cookie'));
      return shown !== undefined && sameSecret(shown, mark) ? { kind: 'owner' } : undefined;
    },
    isToken: (given) => sameSecret(given, token),
    cookie: `${PAGE_COOKIE}=${mark}; Path=/; HttpOnly; SameSite=Strict`,
  };
}

const SCHEME = 'bearer';

/** The scheme may be written in any letters, and any number of blanks may follow it. */
function bearerOf(header: string | null): string | undefined {
  if (header === null || header.slice(0, SCHEME.length).toLowerCase() !== SCHEME || header.charAt(SCHEME.length) !== ' ') return undefined;
  return header.slice(SCHEME.length).trim();
}

function cookieOf(header: string | null): string | undefined {
  const shown = (header ?? '').split(';').map((pair) => pair.trim()).find((pair) => pair.startsWith(`${PAGE_COOKIE}=`));
  return shown?.slice(PAGE_COOKIE.length + 1);
}
