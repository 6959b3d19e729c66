import { SensitiveType } from '../../contracts/index.ts';
import { redact } from '../../redaction/index.ts';

/** What is taken out may uncover more beside it, seldom more than once; text that goes on so for longer was made to. */
export const MASKING_PASSES_MAX = 20;

/** Masks a text until there is nothing left to mask, so that what is masked already stays as it is. */
export function mask(text: string): string {
  let masked = text;
  for (let pass = 0; pass < MASKING_PASSES_MAX; pass += 1) {
    const { spans, redacted } = redact(masked, { method: 'mask' });
    if (spans.length === 0) break;
    masked = redacted;
  }
  return masked;
}

/**
 * A masked text in which masks of one type are alike: `[EMAIL_2]` is `[EMAIL]`. The number tells what else stands in the
 * same text, so a value that is passed on from a masked answer has another one than when it is masked where it arrives.
 */
export function withoutMaskNumbers(masked: string): string {
  return masked
    .split(']')
    .map((text, at, all) => (at < all.length - 1 ? withoutLastNumber(text) : text))
    .join(']');
}

const TYPES: ReadonlySet<string> = new Set(SensitiveType.options);

/** Of a text up to where a bracket closes, the number when the bracket holds a mask. */
function withoutLastNumber(text: string): string {
  const inside = text.slice(text.lastIndexOf('[') + 1);
  const type = inside.slice(0, Math.max(0, inside.lastIndexOf('_')));
  const number = inside.slice(type.length + 1);
  const isMask = inside.length < text.length && TYPES.has(type) && number !== '' && [...number].every((char) => char >= '0' && char <= '9');
  return isMask ? text.slice(0, text.length - number.length - 1) : text;
}
