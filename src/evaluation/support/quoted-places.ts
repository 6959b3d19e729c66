/** Where a quotation stands in its source: the sentence around it, what came just before, and the headings above. */
export interface QuotedPlace {
  readonly sentence: string;
  /** What of the sentence stands before the quotation. */
  readonly before: string;
  /** The sentence before, in the same paragraph; empty where there is none. */
  readonly earlier: string;
  /** The headings over it, the outermost first. */
  readonly headings: readonly string[];
}

/** A shorter line was ended by whoever wrote it, and not because the page was full. */
const WRAPPED_CHARS_MIN = 60;
const STOPS = '.!?';

/** Every place where the words of a quotation stand, in sources that are read line by line. */
export function placesOf(quote: string, text: string): QuotedPlace[] {
  const words = even(quote);
  if (words === '') return [];
  return paragraphsIn(text).flatMap(({ lines, headings }) => {
    const sentences = sentencesOf(lines);
    return sentences.flatMap((_, from) => {
      // A quotation may run over several sentences; the first one is what introduces it.
      const rest = sentences.slice(from).join(' ');
      const at = rest.indexOf(words);
      const sentence = sentences[from] ?? '';
      if (at === -1 || at >= sentence.length) return [];
      return [{ sentence: rest.slice(0, Math.max(sentence.length, at + words.length)), before: rest.slice(0, at), earlier: sentences[from - 1] ?? '', headings }];
    });
  });
}

/** All headings of a source. */
export function headingsIn(text: string): string[] {
  return text.split('\n').filter((line) => levelOf(line) > 0).map(titleOf);
}

interface Paragraph {
  readonly lines: string;
  readonly headings: readonly string[];
}

function paragraphsIn(text: string): Paragraph[] {
  const found: Paragraph[] = [];
  const open: { level: number; title: string }[] = [];
  let goesOn = false;
  for (const line of text.split('\n')) {
    const level = levelOf(line);
    if (level > 0) {
      while ((open.at(-1)?.level ?? 0) >= level) open.pop();
      open.push({ level, title: titleOf(line) });
    } else if (line.trim() !== '') {
      const last = goesOn && /^\s*\p{Ll}/u.test(line) ? found.pop() : undefined;
      found.push({ lines: last === undefined ? even(line) : `${last.lines} ${even(line)}`, headings: open.map(({ title }) => title) });
    }
    goesOn = level === 0 && line.length >= WRAPPED_CHARS_MIN && !`${STOPS}:;`.includes(line.trimEnd().at(-1) ?? '.');
  }
  return found;
}

/** How deep a heading is; 0 for a line that is none. */
function levelOf(line: string): number {
  let at = 0;
  while (line.charAt(at) === '#') at += 1;
  return line.charAt(at) === ' ' ? at : 0;
}

function titleOf(line: string): string {
  return even(line.slice(levelOf(line)));
}

/** A stop ends a sentence when a blank and a capital letter, a digit or a mark follow it. */
function sentencesOf(paragraph: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (let at = 0; at < paragraph.length; at += 1) {
    if (!STOPS.includes(paragraph.charAt(at)) || paragraph.charAt(at + 1) !== ' ' || /\p{Ll}/u.test(paragraph.charAt(at + 2))) continue;
    sentences.push(paragraph.slice(from, at + 1));
    from = at + 2;
  }
  return [...sentences, paragraph.slice(from)].filter((sentence) => sentence !== '');
}

function even(text: string): string {
  return text.split(/\s/u).filter((word) => word !== '').join(' ');
}
