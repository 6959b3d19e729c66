/**
 * When a criterion merely repeats the intent. Both are taken apart into words; endings and words that say only that
 * something is so, or was done, do not count. What is left of the criterion must have at least one word that the intent
 * has not: a name, a number, a property, a place to look. A criterion with a check is never a repetition, for the check
 * says what is looked at.
 */

/** Words that add nothing that could turn out false. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  [
    'a an the this that these those it its of to in on at by for from with and or as into than then there',
    'is are was were be been being has have had do does did done will shall should must can may',
    'all any each every some no not only also',
    'task subtask work result output outcome request goal intent step',
    'complete completed completely finish finished successful successfully success correct correctly proper properly right rightly good well fully exactly accurate accurately as expected required requested asked needed works working',
  ].flatMap((line) => line.split(' ')),
);

const ENDINGS: readonly string[] = ['ing', 'ed', 'es', 's', 'e'];
/** A stem shorter than this tells words apart no longer. */
const STEM_CHARS_MIN = 3;

export function restatesIntent(criterion: string, intent: string): boolean {
  const known = new Set(wordsOf(intent).map(stemOf));
  return wordsOf(criterion).every((word) => EMPTY_WORDS.has(word) || known.has(stemOf(word)));
}

/** Runs of letters, digits and what holds names together; a dot or dash at the end of a word is punctuation. */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}._/-]/u)
    .map(withoutEdges)
    .filter((word) => word !== '');
}

function withoutEdges(word: string): string {
  let [start, end] = [0, word.length];
  while (start < end && '._/-'.includes(word.charAt(start))) start += 1;
  while (end > start && '._/-'.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(start, end);
}

function stemOf(word: string): string {
  const ending = ENDINGS.find((end) => word.endsWith(end) && word.length - end.length >= STEM_CHARS_MIN);
  return ending === undefined ? word : word.slice(0, -ending.length);
}
