import type { ModelFault } from '../../../contracts/index.ts';
import { CallFault } from '../../failure/faults.ts';
import { retryAfterOf } from '../../failure/retry-after.ts';
import { faultOfStatus, saysTooLong, shortDetail } from '../status-faults.ts';
import { objectOf, parseObject, textOf, type WireObject } from '../wire-values.ts';

/** For an answer with another status than 2xx. */
export function readOllamaError(status: number, headers: Readonly<Record<string, string>>, body: string): CallFault {
  const told = wordsOf(parseObject(body) ?? {}) || shortDetail(body);
  const retryAfterMs = retryAfterOf(headers, undefined, status);
  const detail = `The server answered with status ${status}${told === '' ? '' : `: ${told}`}`;
  return new CallFault(faultFrom(told, faultOfStatus(status)), detail, { ...(retryAfterMs !== undefined && { retryAfterMs }) });
}

/** For an error that comes as a line of the answer; newer servers say with which status it would have come before it. */
export function faultFromLine(line: WireObject): CallFault {
  const told = wordsOf(line);
  const status = line['status'];
  const fault = typeof status === 'number' ? faultOfStatus(status) : 'provider_error';
  return new CallFault(faultFrom(told, fault), `The server broke the answer off: ${told === '' ? 'no reason given' : told}`);
}

function faultFrom(told: string, otherwise: ModelFault): ModelFault {
  return saysTooLong(told) ? 'context_too_long' : otherwise;
}

/** The error is a text; proxies in front of the server wrap it as others do. */
function wordsOf(body: WireObject): string {
  return shortDetail(textOf(body['error']) || textOf(objectOf(body['error'])?.['message']));
}
