import { ErrorBody, type JsonValue } from '../contracts/index.ts';
import { checkText } from './redact.ts';

/** Takes keys and passwords out of what is recorded and shown. Personal data stays: the work may be about it. */
export function withoutSecrets(text: string): string {
  const { spans } = checkText(text);
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, type } of spans) {
    if (type !== 'SECRET') continue;
    parts.push(text.slice(from, start), '[SECRET]');
    from = end;
  }
  return parts.length === 0 ? text : [...parts, text.slice(from)].join('');
}

/** A failure as it is recorded. Its words can quote what a tool was given or found. */
export function errorWithoutSecrets(error: ErrorBody): ErrorBody {
  return ErrorBody.parse(valueWithoutSecrets(error as JsonValue));
}

/** The same for every text inside a value. */
export function valueWithoutSecrets<Value extends JsonValue>(value: Value): Value;
export function valueWithoutSecrets(value: JsonValue): JsonValue {
  if (typeof value === 'string') return withoutSecrets(value);
  if (Array.isArray(value)) return value.map((item) => valueWithoutSecrets(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, typeof item === 'string' ? memberWithoutSecrets(name, item) : valueWithoutSecrets(item)]));
}

/** A text with the name it goes by: many a password is known as one only from that. */
function memberWithoutSecrets(name: string, text: string): string {
  const before = `${name}: `;
  const shown = withoutSecrets(`${before}${text}`);
  return shown.startsWith(before) ? shown.slice(before.length) : withoutSecrets(text);
}
