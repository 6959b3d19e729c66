import { charKind, CharKind, digitValue, isDash, isDot, isInvisible, isLineBreak, isSpace, isWordUnit } from './characters.ts';

/** What stands between two groups of digits. */
export const Gap = {
  /** Nothing that joins: the group starts or ends there. */
  NONE: 0,
  SPACE: 1,
  DASH: 2,
  DOT: 3,
  SLASH: 4,
  LINE: 5,
  /** Parentheses, alone or with one space or dash, as in `(415) 555`. */
  PAREN: 6,
  /** A dash with spaces around it. */
  SPACED_DASH: 7,
} as const;

/** No number of interest is wider; the cap bounds the work for a text that is nothing but digits. */
const GAP_CHARS_MAX = 3;

/** A run longer than this is a table: it is read in pieces that overlap. */
export const RUN_GROUPS_MAX = 512;

/** Groups of digits with single separators between them, such as `+44 (0)20 7946-0000`. Reused between runs. */
export class DigitRun {
  text = '';
  count = 0;
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly digitCounts: number[] = [];
  /** The gap before each group. */
  readonly gaps: number[] = [];
  private digitsKey = -1;
  private lastDigits = '';

  start(group: number): number {
    return this.starts[group] ?? 0;
  }

  end(group: number): number {
    return this.ends[group] ?? 0;
  }

  digitCount(group: number): number {
    return this.digitCounts[group] ?? 0;
  }

  /** The gap before `group`; NONE beyond the last group. */
  gap(group: number): number {
    return group < this.count ? (this.gaps[group] ?? Gap.NONE) : Gap.NONE;
  }

  /** The digits from one group to another, as ASCII. Many detectors ask for the same stretch in turn. */
  digits(first: number, last: number): string {
    const key = this.start(first) * 16 + (last - first);
    if (key !== this.digitsKey) {
      this.digitsKey = key;
      this.lastDigits = asciiDigits(this.text, this.start(first), this.end(last));
    }
    return this.lastDigits;
  }

  /** True when the groups have exactly these lengths. */
  hasShape(first: number, last: number, shape: readonly number[]): boolean {
    return last - first + 1 === shape.length && shape.every((length, index) => this.digitCount(first + index) === length);
  }

  /** True when every gap inside the stretch is one of these. */
  hasGaps(first: number, last: number, allowed: readonly number[]): boolean {
    for (let group = first + 1; group <= last; group += 1) if (!allowed.includes(this.gap(group))) return false;
    return true;
  }

  /** True when a letter, or a dash or dot with more behind it, touches neither end. */
  standsAlone(first: number, last: number): boolean {
    return !this.isTiedBefore(first) && !this.isTiedAfter(last);
  }

  isTiedBefore(first: number): boolean {
    const gap = this.gap(first);
    return gap === Gap.DASH || gap === Gap.DOT;
  }

  /** True when another group stands right before or after on the same line: the stretch is part of a list. */
  continuesOnLine(first: number, last: number): boolean {
    return [this.gap(first), this.gap(last + 1)].some((gap) => gap !== Gap.NONE && gap !== Gap.LINE);
  }

  isTiedAfter(last: number): boolean {
    const end = this.end(last);
    const unit = this.text.charCodeAt(end);
    if (isWordUnit(unit)) return true;
    if (isDash(unit)) return isWordUnit(this.text.charCodeAt(end + 1));
    return isDot(unit) && charKind(this.text.charCodeAt(end + 1)) === CharKind.DIGIT;
  }
}

function endOfGroup(text: string, start: number): number {
  let end = start;
  for (let at = start; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (digitValue(unit) >= 0) end = at + 1;
    else if (!isInvisible(unit)) break;
  }
  return end;
}

function asciiDigits(text: string, start: number, end: number): string {
  let result = '';
  for (let at = start; at < end; at += 1) {
    const value = digitValue(text.charCodeAt(at));
    if (value >= 0) result += String(value);
  }
  return result;
}

function countDigits(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at += 1) if (digitValue(text.charCodeAt(at)) >= 0) count += 1;
  return count;
}

function gapOf(text: string, start: number, end: number): number {
  const first = text.charCodeAt(start);
  if (end - start === 1) {
    if (isSpace(first)) return Gap.SPACE;
    if (isDash(first)) return Gap.DASH;
    if (isDot(first)) return Gap.DOT;
    if (first === 0x2f) return Gap.SLASH;
    if (first === 0x0a) return Gap.LINE;
  }
  let sawParenthesis = false;
  let lines = 0;
  let sawDash = false;
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x28 || unit === 0x29) sawParenthesis = true;
    else if (isLineBreak(unit)) lines += unit === 0x0d ? 0 : 1;
    else if (isDash(unit)) sawDash = true;
    else if (!isSpace(unit)) return Gap.NONE;
  }
  // An empty line ends every number.
  if (lines > 0) return sawParenthesis || lines > 1 ? Gap.NONE : Gap.LINE;
  if (sawParenthesis) return Gap.PAREN;
  return sawDash ? Gap.SPACED_DASH : Gap.NONE;
}

/** What ties the first group to a word before it, as in `INV-415` or `v1.415`. */
function gapBefore(text: string, start: number): number {
  if (!isWordUnit(text.charCodeAt(start - 2))) return Gap.NONE;
  const unit = text.charCodeAt(start - 1);
  if (isDash(unit)) return Gap.DASH;
  return isDot(unit) ? Gap.DOT : Gap.NONE;
}

/** Reads the run that starts with the group at `start`, into `run`. */
export function readDigitRun(text: string, start: number, run: DigitRun): void {
  run.text = text;
  run.count = 0;
  let position = start;
  let gap = gapBefore(text, start);
  while (run.count < RUN_GROUPS_MAX) {
    const end = endOfGroup(text, position);
    run.starts[run.count] = position;
    run.ends[run.count] = end;
    run.digitCounts[run.count] = countDigits(text, position, end);
    run.gaps[run.count] = gap;
    run.count += 1;
    let next = end;
    while (next < text.length && next - end <= GAP_CHARS_MAX && charKind(text.charCodeAt(next)) === CharKind.OTHER) next += 1;
    if (next === end || next - end > GAP_CHARS_MAX || digitValue(text.charCodeAt(next)) < 0) return;
    gap = gapOf(text, end, next);
    if (gap === Gap.NONE) return;
    position = next;
  }
}
