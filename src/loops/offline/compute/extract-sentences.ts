import { SUMMARY_SENTENCE_CHARS_MAX, SUMMARY_SENTENCES_WEIGHED_MAX } from '../limits.ts';

/** A sentence with where it stands: under which heading or on which page, and in which line of the extracted text. */
export interface PlacedSentence {
  readonly text: string;
  readonly line: number;
  readonly under: string | null;
}

const PAGE_MARK = /^\[Page [0-9]{1,6} of [0-9]{1,6}\]$/;
const ENDS = new Set(['.', '!', '?', '…']);
const AFTER_END = new Set(['"', '”', '’', "'", ')', ']']);
/** What ends with a dot and ends no sentence. */
const ABBREVIATIONS = new Set(['e.g', 'i.e', 'etc', 'dr', 'mr', 'mrs', 'ms', 'prof', 'no', 'fig', 'vs', 'cf', 'approx', 'st', 'inc', 'ltd', 'jr', 'sr', 'p', 'pp', 'vol', 'ed']);
/** Fewer are a heading or a name. */
const WORDS_MIN = 3;

/** The sentences of a text. Headings, tables, lists of links and code are none; a page mark or a heading says where the next ones stand. */
export function sentencesOf(text: string): PlacedSentence[] {
  const sentences: PlacedSentence[] = [];
  let [under, isCode]: [string | null, boolean] = [null, false];
  let paragraph: { readonly line: number; readonly text: string }[] = [];
  const close = (): void => {
    sentences.push(...splitSentences(paragraph, under));
    paragraph = [];
  };
  for (const [at, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line.startsWith('```')) isCode = !isCode;
    const place = isCode || line.startsWith('```') ? undefined : placeIn(line);
    if (place !== undefined || line === '' || isCode || line.startsWith('```') || line.startsWith('|') || /^[-=*_]{3,}$/.test(line)) {
      close();
      if (place !== undefined) under = place;
    } else {
      if (isListItem(line)) close();
      paragraph.push({ line: at + 1, text: withoutMarks(line) });
    }
  }
  close();
  return sentences.slice(0, SUMMARY_SENTENCES_WEIGHED_MAX);
}

function placeIn(line: string): string | undefined {
  if (PAGE_MARK.test(line)) return `page ${line.slice('[Page '.length, line.indexOf(' of '))}`;
  let marks = 0;
  while (line.charAt(marks) === '#') marks += 1;
  return marks > 0 && marks <= 6 && line.charAt(marks) === ' ' ? line.slice(marks).trim() : undefined;
}

function isListItem(line: string): boolean {
  return line.startsWith('- ') || line.startsWith('* ') || line.startsWith('+ ') || /^[0-9]{1,3}[.)] /.test(line);
}

function withoutMarks(line: string): string {
  const bare = isListItem(line) ? line.slice(line.indexOf(' ') + 1) : line.startsWith('> ') ? line.slice(2) : line;
  return bare.replaceAll('**', '').replaceAll('`', '');
}

function splitSentences(lines: readonly { readonly line: number; readonly text: string }[], under: string | null): PlacedSentence[] {
  const found: PlacedSentence[] = [];
  let [sentence, begins] = ['', lines[0]?.line ?? 1];
  const take = (): void => {
    const text = sentence.trim();
    if (wordsOf(text).length >= WORDS_MIN && text.length <= SUMMARY_SENTENCE_CHARS_MAX) found.push({ text, line: begins, under });
    sentence = '';
  };
  for (const { line, text } of lines) {
    if (sentence.trim() === '') begins = line;
    else sentence += ' ';
    for (let at = 0; at < text.length; at += 1) {
      if (sentence.trim() === '') begins = line;
      sentence += text.charAt(at);
      if (!ENDS.has(text.charAt(at)) || !isEnd(text, at, sentence)) continue;
      while (AFTER_END.has(text.charAt(at + 1))) sentence += text.charAt((at += 1));
      take();
    }
  }
  take();
  return found;
}

function isEnd(text: string, at: number, sentence: string): boolean {
  let next = at + 1;
  while (AFTER_END.has(text.charAt(next))) next += 1;
  if (next < text.length && text.charAt(next) !== ' ') return false;
  const last = sentence.slice(sentence.lastIndexOf(' ') + 1, -1).toLowerCase();
  return text.charAt(at) !== '.' || !(ABBREVIATIONS.has(last) || (last.length === 1 && last !== 'i' && last.toLowerCase() !== last.toUpperCase()));
}

/** Words in small letters, without signs. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  let word = '';
  for (const character of `${text.toLowerCase()} `) {
    if (/[\p{L}\p{N}]/u.test(character) || (word !== '' && (character === "'" || character === '-'))) word += character;
    else if (word !== '') {
      words.push(word);
      word = '';
    }
  }
  return words;
}
