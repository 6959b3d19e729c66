import type { ModelFault } from '../../../contracts/index.ts';
import { CallFault } from '../../failure/faults.ts';
import { retryAfterOf } from '../../failure/retry-after.ts';
import { faultOfStatus, saysTooLong, shortDetail } from '../status-faults.ts';
import { listOf, objectOf, parseObject, textOf, type WireObject } from '../wire-values.ts';

/** What an error said, from wherever servers put it. */
interface Complaint {
  /** As in the answer, or as a number in the error itself: gateways pass on the status of whom they asked. */
  readonly status: number | undefined;
  /** Code and type, in lower case. */
  readonly names: readonly string[];
  readonly message: string;
}

const FAULT_BY_NAME: Readonly<Record<string, ModelFault>> = {
  insufficient_quota: 'payment',
  billing_hard_limit_reached: 'payment',
  billing_not_active: 'payment',
  insufficient_credits: 'payment',
  context_length_exceeded: 'context_too_long',
  exceed_context_size_error: 'context_too_long',
  request_too_large: 'context_too_long',
  content_filter: 'content_filtered',
  content_policy_violation: 'content_filtered',
  invalid_prompt: 'content_filtered',
  image_content_policy_violation: 'content_filtered',
  rate_limit_exceeded: 'rate_limited',
  rate_limit_error: 'rate_limited',
  rate_limit_reached: 'rate_limited',
  overloaded: 'overloaded',
  overloaded_error: 'overloaded',
  server_overloaded: 'overloaded',
  service_unavailable: 'overloaded',
  slow_down: 'overloaded',
  invalid_api_key: 'authentication',
  authentication_error: 'authentication',
  permission_error: 'authentication',
  model_not_found: 'not_found',
  not_found_error: 'not_found',
};

/** Names too general to outweigh a status. */
const FAULT_BY_GENERAL_NAME: Readonly<Record<string, ModelFault>> = {
  server_error: 'server_error',
  internal_server_error: 'server_error',
  internalservererror: 'server_error',
  api_error: 'server_error',
  vector_store_timeout: 'server_error',
  timeout: 'server_error',
  invalid_request_error: 'bad_request',
  badrequesterror: 'bad_request',
};

/** A conflict, or too early: the same request may well succeed a little later. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([409, 425]);

/** What an answer with another status than 2xx means. */
export function readOpenAiError(status: number, headers: Readonly<Record<string, string>>, body: string): CallFault {
  const parsed = parseObject(body) ?? parseObject(withoutList(body));
  const complaint: Complaint = parsed === undefined ? { status, names: [], message: plainText(body) } : complaintOf(parsed, status);
  const retryAfterMs = retryAfterOf(headers, undefined, status);
  const said = detailOf(complaint, '');
  const detail = `The provider answered with status ${status}${said === '' ? '' : `: ${said}`}`;
  return new CallFault(faultOf(complaint), detail, retryAfterMs === undefined ? {} : { retryAfterMs });
}

/** What an error within an answer means that had begun well. */
export function faultOfErrorPiece(error: unknown): CallFault {
  const complaint = complaintOf(error, undefined);
  return new CallFault(faultOf(complaint), detailOf(complaint, 'the provider ended its answer with an error and no explanation'));
}

function complaintOf(value: unknown, status: number | undefined): Complaint {
  const outer = objectOf(value);
  const error = objectOf(outer?.['error']) ?? outer ?? {};
  const names = [error['code'], error['type']].flatMap((name) => (typeof name === 'string' ? name.toLowerCase() : []));
  // OpenRouter gives no code for what its moderation stopped, only the reasons.
  if (listOf(objectOf(error['metadata'])?.['reasons']).length > 0) names.push('content_filter');
  return { status: status ?? statusOf(error), names, message: messageOf(value, outer, error) };
}

function messageOf(value: unknown, outer: WireObject | undefined, error: WireObject): string {
  const said = [error['message'], outer?.['error'], outer?.['detail'], outer?.['message'], value].map(textOf).find((text) => text !== '') ?? '';
  // Gateways say only that someone else failed, and quote what that one said.
  const quoted = textOf(objectOf(error['metadata'])?.['raw']);
  return quoted === '' ? said : `${said}: ${quoted}`;
}

function statusOf(error: WireObject): number | undefined {
  return [error['status'], error['code']].map(Number).find((number) => Number.isInteger(number) && number >= 300 && number < 600);
}

function faultOf({ status, names, message }: Complaint): ModelFault {
  if (status !== undefined && status >= 300 && status < 400) return 'redirect';
  const named = faultNamed(FAULT_BY_NAME, names);
  if (named !== undefined) return named;
  // A limit on tokens a minute also speaks of lengths; it passes with time.
  if (status !== 429 && saysTooLong(message)) return 'context_too_long';
  if (status === undefined) return faultNamed(FAULT_BY_GENERAL_NAME, names) ?? 'provider_error';
  return PASSING_STATUSES.has(status) ? 'server_error' : faultOfStatus(status);
}

function faultNamed(table: Readonly<Record<string, ModelFault>>, names: readonly string[]): ModelFault | undefined {
  const name = names.find((candidate) => Object.hasOwn(table, candidate));
  return name === undefined ? undefined : table[name];
}

/** Google wraps its one error in a list. */
function withoutList(body: string): string {
  const text = body.trim();
  return text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : '';
}

/** A page for a browser tells nothing to whoever reads an error. */
function plainText(body: string): string {
  const text = body.trim();
  return text.startsWith('<') ? '' : text;
}

function detailOf({ message }: Complaint, otherwise: string): string {
  const said = shortDetail(message.split('\n').map((line) => line.trim()).join(' '));
  return said === '' ? otherwise : said.toWellFormed();
}
