import { fold } from './fold.ts';

/** What stands between blanks, quotes and brackets, as it was written. */
const CHUNKS = /[^\s"'`<>()[\]{},;|\\]+/gu;
const EDGES = new Set('.:!?*#=&$“”„«»‘’…'.split(''));

export function chunksOf(text: string): string[] {
  return (text.match(CHUNKS) ?? []).map(trimmed).filter((chunk) => chunk !== '');
}

function trimmed(chunk: string): string {
  let start = 0;
  let end = chunk.length;
  while (start < end && EDGES.has(chunk.charAt(start))) start += 1;
  while (end > start && EDGES.has(chunk.charAt(end - 1))) end -= 1;
  return chunk.slice(start, end);
}

const INNER_SIGN_OR_DIGIT = /[@._/:\d+=~-]/;
const HAS_LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const RARE_WORD_CHARS_MIN = 6;

/** Words of six and more letters that say nothing about where a text came from. */
const COMMON: ReadonlySet<string> = new Set(
  (
    'please before after should would could about because through between another without against summary summarise summarize document documents message messages content contents system assistant ' +
    'following number during within important information report update result results output return value values string number object function import export default public private static const ' +
    'error errors warning review reviewer client customer project service request response example content account meeting calendar people person always whenever already include including ' +
    'current change changes version status section chapter context question answer answers details detail general available public internal external security'
  ).split(' '),
);

/** Whether a chunk says by itself where it came from: an address, a path, an id, or a word that is not common. */
export function isDistinctive(chunk: string): boolean {
  const folded = fold(chunk);
  if (!HAS_LETTER_OR_DIGIT.test(folded)) return false;
  if (INNER_SIGN_OR_DIGIT.test(folded)) return folded.length >= 3;
  return folded.length >= RARE_WORD_CHARS_MIN && !COMMON.has(folded);
}
