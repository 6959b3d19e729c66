import { createHmac } from 'node:crypto';
import { sameSecret } from './same-secret.ts';

export const PAGE_COOKIE = 'keelson_page';

/** How a caller showed that it may ask. A page is watched more closely: its browser sends the cookie for whoever makes it. */
export type Caller = 'program' | 'page';

/** Knows the token of this installation and what a page carries instead of it. */
export interface Doorkeeper {
  /** Undefined for whoever shows nothing, or something else. */
  callerOf(headers: Headers): Caller | undefined;
  isToken(given: string): boolean;
  /** What a page that came with the token is told to keep. */
  readonly cookie: string;
}

/** A page keeps something that follows from the token and does not give it away; a new token ends every page. */
export function doorkeeperOf(token: string): Doorkeeper {
  const mark = createHmac('sha256', token).update('page').digest('base64url');
  return {
    callerOf(headers) {
      const bearer = bearerOf(headers.get('authorization'));
      if (bearer !== undefined) return sameSecret(bearer, token) ? 'program' : undefined;
      const shown = cookieOf(headers.get('cookie'));
      return shown !== undefined && sameSecret(shown, mark) ? 'page' : undefined;
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
