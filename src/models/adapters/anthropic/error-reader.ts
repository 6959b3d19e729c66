import type { ModelFault } from '../../../contracts/index.ts';
import { CallFault } from '../../failure/faults.ts';
import { retryAfterOf } from '../../failure/retry-after.ts';
import { faultOfStatus, saysTooLong, shortDetail } from '../status-faults.ts';
import { objectOf, parseObject, textOf, type WireObject } from '../wire-values.ts';

const FAULT_BY_TYPE: Readonly<Record<string, ModelFault>> = {
  invalid_request_error: 'bad_request',
  authentication_error: 'authentication',
  permission_error: 'authentication',
  billing_error: 'payment',
  not_found_error: 'not_found',
  request_too_large: 'context_too_long',
  rate_limit_error: 'rate_limited',
  timeout_error: 'server_error',
  api_error: 'server_error',
  overloaded_error: 'overloaded',
};

/** What the provider reports as a plain bad request, told apart by its words because it gives no code. */
const FAULT_BY_WORDS: readonly (readonly [string, ModelFault])[] = [
  ['credit balance is too low', 'payment'],
  ['blocked by content filtering', 'content_filtered'],
];

/** For an answer with another status than 2xx. The status decides; the body tells 400 and 5xx apart. */
export function readAnthropicError(status: number, headers: Readonly<Record<string, string>>, body: string): CallFault {
  const error = objectOf(parseObject(body)?.['error']);
  const told = error === undefined ? 'provider_error' : faultOf(error);
  const byStatus = faultOfStatus(status);
  const isVague = byStatus === 'bad_request' || byStatus === 'server_error';
  const fault = isVague && told !== 'provider_error' ? told : byStatus;
  const retryAfterMs = retryAfterOf(headers, undefined, status);
  const detail = error === undefined ? shortDetail(body) : describe(error);
  return new CallFault(fault, `The provider answered with status ${status}${detail === '' ? '' : `: ${detail}`}`, { ...(retryAfterMs !== undefined && { retryAfterMs }) });
}

/** For an error that comes in place of an answer although the status was good. */
export function faultFromEvent(event: WireObject): CallFault {
  const error = objectOf(event['error']) ?? {};
  return new CallFault(faultOf(error), `The provider broke the answer off: ${describe(error)}`);
}

function faultOf(error: WireObject): ModelFault {
  const type = textOf(error['type']);
  const fault = Object.hasOwn(FAULT_BY_TYPE, type) ? FAULT_BY_TYPE[type] : undefined;
  if (fault !== 'bad_request') return fault ?? 'provider_error';
  const message = textOf(error['message']).toLowerCase();
  if (saysTooLong(message)) return 'context_too_long';
  return FAULT_BY_WORDS.find(([words]) => message.includes(words))?.[1] ?? fault;
}

function describe(error: WireObject): string {
  return shortDetail([textOf(error['type']), textOf(error['message'])].filter((word) => word !== '').join(', ')) || 'no reason given';
}
