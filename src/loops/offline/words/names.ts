import type { Slot, Token } from '../../../tools/index.ts';
import { patternOfKind } from './file-kinds.ts';

const TABLE_ENDINGS = new Set(['csv', 'tsv', 'json', 'jsonl', 'ndjson']);
const DOCUMENT_ENDINGS = new Set(['pdf', 'docx', 'html', 'htm', 'md', 'markdown', 'txt', 'rst', 'adoc', 'log']);
const WRITABLE_ENDINGS = new Set(['md', 'markdown', 'txt', 'csv', 'json', 'log', 'html', 'svg', 'adoc', 'rst']);
const IMAGE_ENDINGS = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp', 'tif', 'tiff', 'avif', 'bmp']);
/** What a picture can be written as; the same names as the tool has. */
const IMAGE_FORMATS = new Set(['png', 'jpg', 'jpeg', 'webp', 'gif', 'tiff', 'avif']);
const MARKS = new Set(['TODO', 'FIXME', 'HACK', 'XXX', 'BUG', 'NOTE', 'OPTIMIZE']);
/** Said in small letters they are words like any other. */
const MARKS_IN_ANY_CASE = new Set(['TODO', 'FIXME']);

/** Words that join the parts of a request about a table, and are never the name of a column. */
const NEVER_COLUMNS = new Set([
  'by', 'per', 'in', 'from', 'of', 'for', 'each', 'every', 'and', 'or', 'where', 'with', 'sorted', 'ordered', 'grouped', 'top', 'the', 'a', 'an', 'to', 'as', 'is', 'are', 'over', 'under', 'than', 'all', 'column', 'columns', 'row', 'rows', 'file', 'table',
  'me', 'my', 'it', 'them', 'this', 'that', 'why', 'how', 'what', 'who', 'which', 'average', 'mean', 'sum', 'total', 'maximum', 'minimum', 'max', 'min', 'count', 'number', 'highest', 'lowest', 'versus', 'vs', 'against', 'across', 'between', 'but', 'not', ',',
  ';', 'down', 'up', 'out', 'using', 'then', 'so', 'if', 'everything', 'data', 'ascending', 'descending', 'order', 'first', 'last', 'high', 'low',
]);
const COLUMN_WORDS_MAX = 3;

function endingOf(text: string): string {
  const name = text.slice(text.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

function isPlainPath(text: string): boolean {
  return text.trim() === text && text !== '' && !text.includes('://') && !text.startsWith('-') && !text.includes('*') && !text.includes('\n') && !text.includes('?');
}

function fileWith(endings: ReadonlySet<string>): Slot {
  return ({ tokens }, at) => {
    const token = tokens[at];
    if (token === undefined) return [];
    const text = !token.isQuoted && token.text.endsWith(':') ? token.text.slice(0, -1) : token.text;
    return isPlainPath(text) && endings.has(endingOf(text)) ? [{ end: at + 1, value: text }] : [];
  };
}

/** A kind of files by its name: `TypeScript`, `images`, `.ts`, `*.ts`. */
const kind: Slot = ({ tokens }, at) => {
  const token = tokens[at];
  if (token === undefined) return [];
  if (token.text.includes('*')) return token.text.includes(' ') ? [] : [{ end: at + 1, value: token.text }];
  // "Text" is what every file holds, unless it is said of files.
  if (token.isQuoted || (token.word === 'text' && !FILE_WORDS.has(tokens[at + 1]?.word ?? ''))) return [];
  const pattern = patternOfKind(token.word) ?? (DOTTED.test(token.text) ? `*${token.text}` : undefined);
  return pattern === undefined ? [] : [{ end: at + 1, value: pattern }];
};
const FILE_WORDS = new Set(['file', 'files', 'documents']);
const DOTTED = /^\.[A-Za-z0-9]{1,10}$/;

/** A kind of pictures. */
const imageKind: Slot = (words, at) => kind(words, at).filter(({ value }) => typeof value === 'string' && [...IMAGE_ENDINGS].some((ending) => value.includes(ending)));

const imageFormat: Slot = ({ tokens }, at) => {
  const word = (tokens[at]?.word ?? '').replace('.', '');
  return IMAGE_FORMATS.has(word) ? [{ end: at + 1, value: word === 'jpeg' ? 'jpg' : word }] : [];
};

/** `TODO`, `TODOs`, `FIXME:`. */
const mark: Slot = ({ tokens }, at) => {
  const written = tokens[at]?.text ?? '';
  const bare = written.replace(':', '').replace("'s", '').replace('’s', '');
  const one = bare.length > 3 && bare.endsWith('s') ? bare.slice(0, -1) : bare;
  const upper = one.toUpperCase();
  const isMark = MARKS_IN_ANY_CASE.has(upper) || (MARKS.has(upper) && one === upper);
  return isMark ? [{ end: at + 1, value: upper }] : [];
};

/** The name of a column: in quotes, or up to three words that join nothing. */
const column: Slot = ({ text, tokens }, at) => {
  const first = tokens[at];
  if (first === undefined) return [];
  if (first.isQuoted) return first.text.trim() === '' ? [] : [{ end: at + 1, value: first.text }];
  const readings: { end: number; value: string }[] = [];
  for (let end = at + 1; end <= Math.min(tokens.length, at + COLUMN_WORDS_MAX) && isColumnWord(tokens[end - 1]); end += 1) readings.push({ end, value: text.slice(first.start, tokens[end - 1]?.end) });
  return readings;
};

function isColumnWord(token: Token | undefined): boolean {
  return token !== undefined && !token.isQuoted && !NEVER_COLUMNS.has(token.word) && COLUMN_WORD.test(token.text) && endingOf(token.text) === '';
}
const COLUMN_WORD = /^[\p{L}_][\p{L}\p{N}_%$€#-]*$/u;

/** A part of a file name as it is written, quoted or not. */
const namePart: Slot = ({ tokens }, at) => {
  const token = tokens[at];
  if (token === undefined || token.text === '' || token.text.includes('/') || token.text.includes('\n')) return [];
  return token.isQuoted || (!NOT_PARTS.has(token.word) && NAME_PART.test(token.text)) ? [{ end: at + 1, value: token.text }] : [];
};
const NAME_PART = /^[\p{L}\p{N}._@+#=~()-]+$/u;
const NOT_PARTS = new Set(['something', 'anything', 'better', 'good', 'names', 'name', 'it', 'them', 'the', 'a', 'an', 'their', 'my', 'what', 'meaningful', 'descriptive', 'sensible', 'spaces', 'space', 'blanks', 'dashes', 'dash', 'hyphens', 'hyphen', 'underscores', 'underscore', 'lowercase', 'uppercase', 'lower', 'upper', 'kebab', 'files', 'file', 'all', 'and', 'in', 'with', 'to']);

/** A value to compare with: a number, a word or something in quotes. */
const value: Slot = ({ tokens }, at) => {
  const token = tokens[at];
  if (token === undefined || token.text === ',') return [];
  if (token.isQuoted) return [{ end: at + 1, value: token.text }];
  const plain = token.text.replaceAll(',', '');
  return [{ end: at + 1, value: PLAIN_NUMBER.test(plain) ? Number(plain) : token.text }];
};
const PLAIN_NUMBER = /^-?[0-9]{1,15}(?:\.[0-9]{1,9})?$/;

/** Signs that the templates themselves use. They read nothing. */
function sign(text: string): Slot {
  return ({ tokens }, at) => (tokens[at]?.text === text ? [{ end: at + 1, value: {} }] : []);
}

export const nameSlots = {
  less_sign: sign('<'),
  more_sign: sign('>'),
  kind,
  /** "Images", and "image": where one of them and many are asked for in different ways. */
  kinds: (words, at) => (words.tokens[at]?.word.endsWith('s') === true ? kind(words, at) : []),
  kind_one: (words, at) => (words.tokens[at]?.word.endsWith('s') === true ? [] : kind(words, at)),
  image_kind: imageKind,
  image_format: imageFormat,
  mark,
  column,
  value,
  name_part: namePart,
  table_file: fileWith(TABLE_ENDINGS),
  document_file: fileWith(DOCUMENT_ENDINGS),
  writable_file: fileWith(WRITABLE_ENDINGS),
  svg_file: fileWith(new Set(['svg'])),
} satisfies Record<string, Slot>;
