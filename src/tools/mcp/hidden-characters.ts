import { MCP_DEFINITION_DEPTH_MAX } from './limits.ts';

/** Characters that a person does not see and a model reads. */
const HIDDEN: readonly (readonly [from: number, to: number, what: string])[] = [
  [0x00, 0x08, 'a control character'],
  [0x0b, 0x0c, 'a control character'],
  [0x0e, 0x1f, 'a control character'],
  [0x7f, 0x9f, 'a control character'],
  [0xad, 0xad, 'a soft hyphen'],
  [0x61c, 0x61c, 'a character that changes the direction of writing'],
  [0x180e, 0x180e, 'an invisible character'],
  [0x200b, 0x200b, 'a space without width'],
  [0x200e, 0x200f, 'a character that changes the direction of writing'],
  [0x202a, 0x202e, 'a character that changes the direction of writing'],
  [0x2060, 0x2064, 'an invisible character'],
  [0x2066, 0x2069, 'a character that changes the direction of writing'],
  [0x206a, 0x206f, 'an invisible character'],
  [0xfeff, 0xfeff, 'a space without width'],
  [0xfff9, 0xfffb, 'an invisible character'],
  [0xe0000, 0xe007f, 'a tag character, which can hide words'],
  [0xe0100, 0xe01ef, 'a variation mark, which can hide words'],
];
const JOINERS: ReadonlySet<number> = new Set([0x200c, 0x200d]);
const ASCII_MAX = 0x7f;

/** What is hidden in a text, in words; undefined when nothing is. Joiners count unless they stand behind another letter or sign. */
export function hiddenIn(text: string): string | undefined {
  let before = ASCII_MAX;
  for (const character of text) {
    const point = Number(character.codePointAt(0));
    const found = HIDDEN.find(([from, to]) => point >= from && point <= to);
    if (found !== undefined) return found[2];
    if (JOINERS.has(point) && (before <= ASCII_MAX || JOINERS.has(before))) return 'an invisible joiner';
    before = point;
  }
  return undefined;
}

/** The same for every text in a value, names of members included. */
export function hiddenInValue(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return hiddenIn(value);
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MCP_DEFINITION_DEPTH_MAX) return 'more levels than a definition needs';
  for (const [name, member] of Object.entries(value)) {
    const found = hiddenIn(name) ?? hiddenInValue(member, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
