/**
 * Values are plain texts in which one private character stands for each thing that is not known, so that a rule can
 * look at an argument as the program would get it and still see where knowledge ends.
 */

/** Some text that is not known. */
export const UNKNOWN = '\ue000';
/** Some text that was read from a place where secrets are. */
export const SECRET = '\ue001';
/** Some text that came over the network. */
export const REMOTE = '\ue002';
/** Some text that is not known but never leads out of the folder it stands in: a number, a date, a name that was found there. */
export const BELOW = '\ue006';
/** Living globs; quoted ones stay the characters they are. */
export const STAR = '\ue003';
export const QUESTION = '\ue004';
export const BRACKET = '\ue005';

const ACTIVE: Readonly<Record<string, string>> = { '*': STAR, '?': QUESTION, '[': BRACKET };
const WRITTEN: Readonly<Record<string, string>> = {
  [UNKNOWN]: '…', [SECRET]: '<secret>', [REMOTE]: '<download>', [STAR]: '*', [QUESTION]: '?', [BRACKET]: '[', [BELOW]: '…',
};

export function activateGlobs(text: string): string {
  return /[*?[]/.test(text) ? text.replace(/[*?[]/g, (character) => ACTIVE[character] ?? character) : text;
}

/** The value as a person reads it. */
export function plain(value: string): string {
  return /[\ue000-\ue006]/.test(value) ? value.replace(/[\ue000-\ue006]/g, (character) => WRITTEN[character] ?? character) : value;
}

export function isKnown(value: string): boolean {
  return !/[\ue000-\ue002\ue006]/.test(value);
}

/** Whether it is known where this leads, even if not what it is called. */
export function isPlaced(value: string): boolean {
  return !/[\ue000-\ue002]/.test(value);
}

/** Lines of which it is known only where they lead. */
export function isBelow(value: string): boolean {
  return value.includes(BELOW) && isPlaced(value);
}

export function isSecret(value: string): boolean {
  return value.includes(SECRET);
}

export function isRemote(value: string): boolean {
  return value.includes(REMOTE);
}

export function hasGlob(value: string): boolean {
  return /[\ue003-\ue005]/.test(value);
}

/** What remains of a value after something was done to it that is not followed. */
export function blurred(...values: readonly string[]): string {
  if (values.some(isSecret)) return SECRET;
  return values.some(isRemote) ? REMOTE : UNKNOWN;
}

/** A text of the outside cannot speak with these marks. */
export function withoutMarks(text: string): string {
  return text.replace(/[\ue000-\ue006]/g, '\ufffd');
}
