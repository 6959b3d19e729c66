import { roughCount } from './rough-count.ts';

/** Counts a text in tokens of one vocabulary. */
export type TextCounter = (text: string) => number;

/** A longer text is counted roughly: reading it exactly would take longer than the figure is worth. */
export const EXACT_CHARS_MAX = 200_000;

/** Pair merging takes time by the square of an unbroken run; this many characters take a few milliseconds. */
export const UNBROKEN_CHARS_MAX = 2_000;

let loading: Promise<TextCounter> | undefined;

/**
 * The o200k tokenizer, loaded when it is first asked for: its vocabulary takes a tenth of a second and tens of megabytes,
 * which a command that asks no model should not pay. Words that are control tokens to a model count as ordinary text.
 */
export function loadExactCounter(): Promise<TextCounter> {
  loading ??= import('gpt-tokenizer/encoding/o200k_base').then(({ countTokens }) => {
    const asText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };
    return (text) => (isCountable(text) ? countTokens(text, asText) : roughCount(text));
  });
  return loading;
}

function isCountable(text: string): boolean {
  return text.length <= EXACT_CHARS_MAX && !hasUnbrokenRun(text);
}

function hasUnbrokenRun(text: string): boolean {
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === SPACE || code === NEW_LINE) start = index + 1;
    else if (index - start >= UNBROKEN_CHARS_MAX) return true;
  }
  return false;
}

const SPACE = 0x20;
const NEW_LINE = 0x0a;
