import type { Context, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorData } from '../../contracts/index.ts';
import { KeelsonError, type Clock } from '../../kernel/index.ts';
import type { OwnPlace } from './own-place.ts';
import { CALLER_RATE, createRate, STRANGER_RATE } from './rate.ts';
import type { Doorkeeper } from './who-asks.ts';

type Reason = ErrorData['server.not_admitted']['reason'];

export interface AdmissionPorts {
  readonly doorkeeper: Doorkeeper;
  readonly place: OwnPlace;
  readonly clock: Clock;
}

const REFUSALS: Readonly<Record<Reason, readonly [status: ContentfulStatusCode, message: string, nextStep: string]>> = {
  wrong_host: [421, 'This request was meant for another server.', 'Use the address that `keelson serve` printed.'],
  wrong_origin: [403, 'A page of another place may not ask this server.', 'Open the address that `keelson serve` printed, and ask from there.'],
  no_token: [401, 'Who asks has to show the token of this installation.', 'Open the whole address that `keelson serve` printed, or send `Authorization: Bearer TOKEN`.'],
  too_often: [429, 'That is more than may be asked in so short a time.', 'Wait a second and ask again.'],
};

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

/** Lets in who is meant, comes from here and shows the token; in that order, so that a stranger learns as little as possible. */
export function admission({ doorkeeper, place, clock }: AdmissionPorts): MiddlewareHandler {
  const [callers, strangers] = [createRate(CALLER_RATE), createRate(STRANGER_RATE)];
  return async (c, next) => {
    const { headers } = c.req.raw;
    const reason = ((): Reason | undefined => {
      if (!place.isOwnHost(headers.get('host'))) return 'wrong_host';
      if (!place.isOwnOrigin(headers)) return 'wrong_origin';
      const isWelcome = doorkeeper.callerOf(headers) !== undefined || doorkeeper.isToken(c.req.query('token') ?? '') || c.req.path === '/healthz';
      if (!(isWelcome ? callers : strangers).take(clock.monotonicMs())) return 'too_often';
      return isWelcome ? undefined : 'no_token';
    })();
    for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
    if (reason === undefined) return next();
    const [status, message, nextStep] = REFUSALS[reason];
    if (reason === 'no_token') c.header('www-authenticate', 'Bearer');
    if (reason === 'too_often') c.header('retry-after', '1');
    return refused(c, new KeelsonError('server.not_admitted', { message, nextStep, data: { reason } }), status);
  };
}

export function refused(c: Context, error: KeelsonError, status: ContentfulStatusCode): Response {
  return c.json(error.toBody(), status);
}
