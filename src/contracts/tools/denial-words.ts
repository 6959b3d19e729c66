import type { ErrorBody } from '../core/index.ts';

const DENIED = 'tool.approval_denied';

/**
 * Why something was not allowed, as the person reads it who said so. The message of such an error speaks to a model of its
 * user; whoever said no knows that they did. The name of a rule that answered for them stands in the record.
 */
export function denialWords({ code, message, data }: Pick<ErrorBody, 'code' | 'message' | 'data'>): string {
  const reason = data['reason'];
  return code === DENIED && typeof reason === 'string' && reason !== '' ? withoutRule(reason) : message;
}

function withoutRule(reason: string): string {
  const end = reason.indexOf(': ');
  const isRule = end > 0 && reason.slice(0, end).includes('.') && Array.from(reason.slice(0, end)).every((character) => character === '.' || character === '_' || (character >= 'a' && character <= 'z'));
  return isRule ? reason.slice(end + 2) : reason;
}
