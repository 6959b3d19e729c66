import type { JsonValue } from '../contracts/index.ts';
import { redact } from './redact.ts';

export interface RedactedValue {
  readonly value: JsonValue;
  /** How many places were taken out. */
  readonly redactions: number;
}

/** Takes secrets and personal data out of every text inside a value that leaves the machine. A text is judged with the name it goes by. */
export function redactValue(value: JsonValue, name = ''): RedactedValue {
  if (typeof value === 'string') return redactText(value, name);
  if (typeof value !== 'object' || value === null) return { value, redactions: 0 };
  if (Array.isArray(value)) {
    const items = value.map((item) => redactValue(item, name));
    return { value: items.map((item) => item.value), redactions: sum(items) };
  }
  const members = Object.entries(value).map(([key, item]) => ({ key: redactText(key, ''), item: redactValue(item, key) }));
  const names = distinct(members.map(({ key }) => String(key.value)));
  return { value: Object.fromEntries(members.map(({ item }, at) => [names[at], item.value])), redactions: sum(members.flatMap(({ key, item }) => [key, item])) };
}

/** Names that are the same once somebody was taken out of them are numbered, so that nothing goes missing. */
function distinct(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}

function redactText(text: string, name: string): RedactedValue {
  const before = `${name}: `;
  const named = redact(`${before}${text}`, { method: 'mask' });
  // Where the name itself was taken out, the text is judged alone.
  const { spans, redacted } = named.redacted.startsWith(before) ? { spans: named.spans, redacted: named.redacted.slice(before.length) } : redact(text, { method: 'mask' });
  return { value: redacted, redactions: spans.length };
}

function sum(parts: readonly { readonly redactions: number }[]): number {
  return parts.reduce((total, { redactions }) => total + redactions, 0);
}
