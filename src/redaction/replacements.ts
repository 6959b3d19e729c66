import type { RedactionMethod, SensitiveSpan } from '../contracts/index.ts';
import { sha256Hex } from '../kernel/index.ts';
import type { Placeholder } from './placeholders.ts';

/** Enough to tell values apart in one text; too little to be an identifier of its own. */
const DIGEST_CHARS = 12;

/** Gives the text that stands for a value; the same value of the same type always gets the same one. */
export type Replacement = (span: SensitiveSpan, value: string) => string;

/** Numbers start after those the text already carries, so that one number never means two values. */
function numberedMask(existing: readonly Placeholder[]): Replacement {
  const lastNumbers = new Map<string, number>();
  for (const { type, number } of existing) lastNumbers.set(type, Math.max(number, lastNumbers.get(type) ?? 0));
  const masks = new Map<string, string>();
  return (span, value) => {
    const key = `${span.type}\n${value}`;
    const known = masks.get(key);
    if (known !== undefined) return known;
    const number = (lastNumbers.get(span.type) ?? 0) + 1;
    lastNumbers.set(span.type, number);
    const mask = `[${span.type}_${number}]`;
    masks.set(key, mask);
    return mask;
  };
}

export function replacementFor(method: RedactionMethod, existing: readonly Placeholder[]): Replacement {
  switch (method) {
    case 'mask':
      return numberedMask(existing);
    case 'remove':
      return () => '';
    case 'hash':
      return (span, value) => `[${span.type}:${sha256Hex(value).slice(0, DIGEST_CHARS)}]`;
  }
}
