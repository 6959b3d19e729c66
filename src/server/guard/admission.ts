import type { Context, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Clock, KeelsonError } from '../../kernel/index.ts';
import type { OwnPlace } from './own-place.ts';
import { notAdmitted, statusOf, type Reason } from './refusals.ts';
import { CALLER_RATE, createRate, STRANGER_RATE } from './rate.ts';
import { scopeOfRequest } from '../keys/scope-of-request.ts';
import type { Caller, Doorkeeper } from './who-asks.ts';

/** What is known of a request once it was let in. */
export interface Admitted {
  readonly Variables: { readonly caller: Caller };
}

export interface AdmissionPorts {
  readonly doorkeeper: Doorkeeper;
  readonly place: OwnPlace;
  readonly clock: Clock;
}

/** Said on every answer: nothing is kept by caches, framed by others, taken for another kind or asked of elsewhere. */
const HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
};

/** The page before it was let in, and whoever only wants to know whether it runs. */
const UNKNOWN: Caller = { kind: 'owner' };

/**
 * Lets in who is meant, comes from here and shows the token or a key that allows it; in that order, so that a stranger
 * learns as little as possible. Each key has a rate of its own: who asks too often is slowed down alone.
 */
export function admission({ doorkeeper, place, clock }: AdmissionPorts): MiddlewareHandler<Admitted> {
  const strangers = createRate(STRANGER_RATE);
  const rates = new Map<string, ReturnType<typeof createRate>>();
  const rateOf = (caller: Caller): ReturnType<typeof createRate> => {
    const who = caller.kind === 'key' ? caller.key.key_id : caller.kind;
    const rate = rates.get(who) ?? createRate(CALLER_RATE);
    rates.set(who, rate);
    return rate;
  };
  return async (c, next) => {
    const { headers } = c.req.raw;
    const judge = async (): Promise<Reason | Caller> => {
      if (!place.isOwnHost(headers.get('host'))) return 'wrong_host';
      const isFirst = c.req.method === 'GET' && c.req.path === '/' && doorkeeper.isToken(c.req.query('token') ?? '');
      // Whoever brings the token need not say where from: the file that opens the page is no page of this server.
      if (!isFirst && !place.isOwnOrigin(headers)) return 'wrong_origin';
      const isOpen = c.req.path === '/healthz' || isFirst;
      const caller = (await doorkeeper.callerOf(headers)) ?? (isOpen ? UNKNOWN : undefined);
      if (!(caller === undefined ? strangers : rateOf(caller)).take(clock.monotonicMs())) return 'too_often';
      if (caller === undefined) return 'no_token';
      if (caller.kind === 'owner') return caller;
      const scope = scopeOfRequest(c.req.path);
      return scope !== 'owner' && caller.key.scopes.includes(scope) ? caller : 'scope_missing';
    };
    const judged = await judge();
    for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
    if (typeof judged !== 'string') {
      c.set('caller', judged);
      return next();
    }
    if (judged === 'no_token') c.header('www-authenticate', 'Bearer');
    if (judged === 'too_often') c.header('retry-after', '1');
    return refused(c, notAdmitted(judged), statusOf(judged));
  };
}

export function refused(c: Context, error: KeelsonError, status: ContentfulStatusCode): Response {
  return c.json(error.toBody(), status);
}
