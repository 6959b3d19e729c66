import type { Context, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { ErrorBody, type ErrorCode } from '../../contracts/index.ts';
import { hasCode, KeelsonError } from '../../kernel/index.ts';
import { statusOf } from '../guard/refusals.ts';

/** An error as clients of OpenAI's formats read it. What scripts of ours know stands in `keelson`. */
export interface ApiErrorBody {
  readonly message: string;
  readonly type: string;
  readonly code: string;
  readonly param: string | null;
  /** As everywhere else here. */
  readonly keelson: ErrorBody;
}

export interface ApiError {
  readonly status: ContentfulStatusCode;
  readonly error: ApiErrorBody;
}

/** Clients know these by other names than ours. */
const NAMES: Partial<Record<ErrorCode, string>> = { 'response.unknown': 'previous_response_not_found', 'model.unknown': 'model_not_found', 'counter.exhausted': 'insufficient_quota' };
const STATUS: Partial<Record<ErrorCode, ContentfulStatusCode>> = {
  'model.unknown': 404,
  'model.route_refused': 403,
  'counter.exhausted': 429,
  'input.too_large': 413,
  'internal.unexpected': 500,
  'invariant.broken': 500,
  'ledger.busy': 503,
  'ledger.disk_full': 507,
  'ledger.corrupt': 500,
  'ledger.storage_failed': 500,
};
/** Of a provider that was asked and did not answer: what is wrong with the request is told as such, everything else as its failure. */
const FAULT_STATUS: Readonly<Record<string, ContentfulStatusCode>> = { bad_request: 400, context_too_long: 400, content_filtered: 400, rate_limited: 429, overloaded: 503 };
const TYPES: Readonly<Record<number, string>> = { 401: 'authentication_error', 403: 'permission_error', 429: 'rate_limit_error' };

export function apiErrorOf(error: unknown): ApiError {
  const known: KeelsonError = error instanceof KeelsonError ? (error as KeelsonError) : unexpected(error);
  const status = hasCode(known, 'server.not_admitted') ? statusOf(known.data.reason) : hasCode(known, 'model.call_failed') ? (FAULT_STATUS[known.data.fault] ?? 502) : (STATUS[known.code] ?? 400);
  return { status, error: bodyOf(known.toBody(), status, hasCode(known, 'model.call_failed') && known.data.fault === 'context_too_long' ? 'context_length_exceeded' : undefined) };
}

function bodyOf({ code, message, next_step, data }: ErrorBody, status: number, name = NAMES[code as ErrorCode] ?? code): ApiErrorBody {
  const issues = data['issues'];
  const path: unknown = Array.isArray(issues) ? (issues as { path?: unknown }[])[0]?.path : undefined;
  const param = name === 'previous_response_not_found' ? 'previous_response_id' : typeof path === 'string' && path !== '' ? path : null;
  return { message: `${message} ${next_step}`, type: TYPES[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error'), code: name, param, keelson: { code, message, next_step, data } };
}

/** Whether a path speaks the formats of model providers. */
function isModelPath(path: string): boolean {
  return MODEL_PATHS.some((own) => path === own || path.startsWith(`${own}/`));
}

const MODEL_PATHS = ['/v1/models', '/v1/responses', '/v1/chat'];

/** Whatever goes wrong on such a path is told in OpenAI's shape; also what was refused before the path was reached. */
export function inApiShape(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { res } = c;
    if (res.status < 400 || !isModelPath(c.req.path) || !(res.headers.get('content-type') ?? '').startsWith('application/json')) return;
    const body: unknown = await res.clone().json();
    const ours = ErrorBody.safeParse(body);
    if (!ours.success) return;
    c.res = new Response(JSON.stringify({ error: bodyOf(ours.data, res.status) }), { status: res.status, headers: res.headers });
  };
}

/** `subject` is what the address itself names: when that is not there, the address is wrong and not the request. */
export function apiFailure(c: Context, error: unknown, subject?: string): Response {
  if (subject !== undefined && hasCode(error, 'response.unknown') && error.data.response_id === subject) return c.json({ error: bodyOf(error.toBody(), 404, error.code) }, 404);
  const { status, error: body } = apiErrorOf(error);
  // What is used up stays so; a client that tries again at once only waits longer.
  if (body.code === 'insufficient_quota') c.header('x-should-retry', 'false');
  return c.json({ error: body }, status);
}

function unexpected(error: unknown): KeelsonError<'internal.unexpected'> {
  const detail = error instanceof Error ? error.message : String(error);
  return new KeelsonError('internal.unexpected', { message: `Something failed that should not have: ${detail}.`, nextStep: 'This is a defect in Keelson; please report it with the message and what you were doing.', data: { detail }, cause: error });
}
