/** A key for something that is meant as often as it is typed: the same words sent twice are two messages. */
export function newKey(): string {
  return `cli-${crypto.randomUUID()}`;
}
