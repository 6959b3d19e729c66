/** A piece of text that is quoted whole or not at all. */
export interface Passage {
  readonly text: string;
  /** The heading it stands under; empty above the first one. */
  readonly heading: string;
  /** Whether a new line begins with it. */
  readonly startsLine: boolean;
}

/** A sentence beyond this is taken apart at its semicolons: an endless one could otherwise only be dropped. */
const SENTENCE_CHARS_MAX = 400;
const ENDS = new Set(['.', '!', '?', '…', '。', '！', '？']);
const CLOSERS = new Set(['"', "'", ')', ']', '”', '’', '»']);

/** Quotation marks and brackets that may stand behind the end of a sentence. */
const CLOSERS_MAX = 3;

/** Sentences in their order, each with its line and heading. Plain scanning: outside text decides nothing about the time taken. */
export function passagesOf(text: string): Passage[] {
  const passages: Passage[] = [];
  let heading = '';
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (trimmed === '') continue;
    if (trimmed.startsWith('#')) heading = trimmed.replace(/^#+/, '').trim();
    const pieces = sentencesOf(trimmed).flatMap((sentence) => (sentence.length > SENTENCE_CHARS_MAX ? cutAfter(sentence, (at) => sentence[at] === ';') : [sentence]));
    passages.push(...pieces.map((piece, at) => ({ text: piece, heading, startsLine: at === 0 })));
  }
  return passages;
}

/** Ends where a mark is followed by room; marks within numbers, names and addresses are followed by none. */
function sentencesOf(line: string): string[] {
  return cutAfter(line, (at) => {
    let mark = at;
    while (mark > at - CLOSERS_MAX && CLOSERS.has(line[mark] ?? '')) mark -= 1;
    return ENDS.has(line[mark] ?? '') && (isRoom(line[at + 1]) || (line.charCodeAt(at) > 0x2fff && !CLOSERS.has(line[at + 1] ?? '')));
  });
}

function cutAfter(text: string, isEnd: (at: number) => boolean): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (at < text.length - 1 && !isEnd(at)) continue;
    const piece = text.slice(from, at + 1).trim();
    if (piece !== '') pieces.push(piece);
    from = at + 1;
  }
  return pieces;
}

function isRoom(character: string | undefined): boolean {
  return character === undefined || character === ' ' || character === '\t';
}
