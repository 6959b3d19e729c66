import type { ModelFault } from '../../../contracts/index.ts';
import { CallFault } from '../../failure/faults.ts';
import { retryAfterOf } from '../../failure/retry-after.ts';
import { faultOfStatus, saysTooLong, shortDetail } from '../status-faults.ts';
import { objectOf, textOf } from '../wire-values.ts';

/** Models throw errors that carry the status and the headers of the answer; anything else is told by its words alone. */
export function faultFromError(error: unknown): CallFault {
  if (error instanceof CallFault) return error;
  const told = objectOf(error) ?? {};
  const message = shortDetail(error instanceof Error ? error.message : textOf(error) || textOf(told['message']));
  const status = told['statusCode'];
  const fault: ModelFault = typeof status === 'number' ? faultOfStatus(status) : 'provider_error';
  const retryAfterMs = typeof status === 'number' ? retryAfterOf(headersOf(told['responseHeaders']), undefined, status) : undefined;
  return new CallFault(saysTooLong(message) ? 'context_too_long' : fault, `The model failed: ${message === '' ? 'no reason given' : message}`, { ...(retryAfterMs !== undefined && { retryAfterMs }) });
}

function headersOf(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(objectOf(value) ?? {}).map(([name, text]) => [name.toLowerCase(), textOf(text)]));
}
