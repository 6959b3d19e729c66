import type { SensitiveType } from '../../contracts/index.ts';
import { ANY_DIGIT, ANY_LETTER, type Extent, type WordDetector } from '../detector.ts';
import { hasContext } from '../scan/context.ts';

/** A national number that is one word of letters and digits. */
export interface LetteredId {
  readonly type: SensitiveType;
  readonly lengths: readonly number[];
  /** One sign per place: `A` a letter, `9` a digit, `*` either. Longer numbers than the form are checked by `isValid`. */
  readonly form: string;
  isValid(upper: string): boolean;
  /** Words of which one must stand on the line; without them the check has to suffice. */
  readonly words?: readonly string[];
}

function matchesForm(word: string, form: string): boolean {
  for (let at = 0; at < form.length; at += 1) {
    const char = word.charAt(at);
    const isDigit = char >= '0' && char <= '9';
    const isLetter = char >= 'A' && char <= 'Z';
    const sign = form.charAt(at);
    if (sign === '9' ? !isDigit : sign === 'A' ? !isLetter : !isDigit && !isLetter) return false;
  }
  return true;
}

export function letteredIdDetector(id: LetteredId): WordDetector {
  function find(text: string, start: number, end: number): Extent | undefined {
    if (!id.lengths.includes(end - start)) return undefined;
    const upper = text.slice(start, end).toUpperCase();
    if (!matchesForm(upper, id.form) || !id.isValid(upper)) return undefined;
    return id.words === undefined || hasContext(text, start, end, id.words) ? { start, end } : undefined;
  }
  const initials = id.form.startsWith('A') ? ANY_LETTER : id.form.startsWith('9') ? ANY_DIGIT : ANY_LETTER + ANY_DIGIT;
  return { type: id.type, severity: 'high', on: 'lettered', initials, find };
}
