import type { Slot } from '../grammar/part.ts';
import { SPOKEN_NUMBER_MAX, SPOKEN_PIXELS_MAX } from '../limits.ts';

const SPOKEN = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen', 'twenty'];
const SPOKEN_LARGER: Readonly<Record<string, number>> = { thirty: 30, forty: 40, fifty: 50 };
const DIGITS = /^[0-9]{1,6}$/;

export function wholeNumber(text: string, max: number): number | null {
  const number = DIGITS.test(text) ? Number(text) : 0;
  return number > 0 && number <= max ? number : null;
}

function numberSlot(read: (word: string) => number | null): Slot {
  return ({ tokens }, at) => {
    const value = read(tokens[at]?.word ?? '');
    return value === null ? [] : [{ end: at + 1, value }];
  };
}

function spokenNumber(word: string): number | null {
  const spoken = SPOKEN_LARGER[word] ?? SPOKEN.indexOf(word) + 1;
  return spoken > 0 ? spoken : wholeNumber(word, SPOKEN_NUMBER_MAX);
}

/** `800`, `800px`. */
function pixels(word: string): number | null {
  return wholeNumber(word.endsWith('px') ? word.slice(0, -2) : word, SPOKEN_PIXELS_MAX);
}

/** `800x600`, `800×600px`: width, then height. */
const dimensions: Slot = ({ tokens }, at) => {
  const parts = (tokens[at]?.word ?? '').replaceAll('×', 'x').replaceAll('*', 'x').split('x');
  // The unit after the second number holds an x of its own.
  const joined = parts.length === 3 && parts[2] === '' && parts[1]?.endsWith('p') === true ? [parts[0] ?? '', `${parts[1]}x`] : parts;
  const [width = null, height = null] = joined.map(pixels);
  return joined.length === 2 && width !== null && height !== null ? [{ end: at + 1, value: { width, height } }] : [];
};

/** The count in `-5` and `-n5`, as git writes it. */
function flagCount(word: string): number | null {
  if (!word.startsWith('-')) return null;
  return wholeNumber(word.slice(word.startsWith('-n') ? 2 : 1), SPOKEN_NUMBER_MAX);
}

export const numberSlots = { number: numberSlot(spokenNumber), pixels: numberSlot(pixels), flag_count: numberSlot(flagCount), dimensions } satisfies Record<string, Slot>;
