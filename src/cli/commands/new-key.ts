/** A key for something that is meant as often as it is typed: the same words sent twice are two messages. */
export function newKey(): string {
  return `cli-${crypto.randomUUID()}`;
}

/** Random enough that no two runs share it, and short enough to be typed again. */
const SHORT_KEY_CHARS = 12;

/** A key that a person may have to type again. */
export function shortKey(): string {
  return crypto.randomUUID().slice(-SHORT_KEY_CHARS);
}
