import { estimateTokens } from '../../models/index.ts';

/** The smallest parts that a chunk is put together from: lines, or pieces of a long one. */
export interface TextUnit {
  /** UTF-16 offsets into the document. */
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
  readonly isBlank: boolean;
}

/** No model makes longer tokens of ordinary text; a longer piece is cut before it is counted. */
const CHARS_PER_TOKEN_MAX = 4;

/** The units between two offsets, none above so many tokens. */
export function unitsOf(text: string, from: number, to: number, tokensMax: number): TextUnit[] {
  const units: TextUnit[] = [];
  for (let start = from; start < to; ) {
    const lineEnd = text.indexOf('\n', start);
    const end = lineEnd === -1 || lineEnd >= to ? to : lineEnd + 1;
    units.push(...piecesOf(text, start, end, tokensMax));
    start = end;
  }
  return units;
}

function piecesOf(text: string, from: number, to: number, tokensMax: number): TextUnit[] {
  const units: TextUnit[] = [];
  for (let start = from; start < to; ) {
    let end = to - start <= tokensMax * CHARS_PER_TOKEN_MAX ? to : start + cutPoint(text.slice(start, start + tokensMax * CHARS_PER_TOKEN_MAX));
    let tokens = tokensOf(text.slice(start, end));
    while (tokens > tokensMax && end - start > CHARACTER_UNITS_MAX) {
      end = start + cutPoint(text.slice(start, start + Math.ceil((end - start) / 2)));
      tokens = tokensOf(text.slice(start, end));
    }
    units.push({ start, end, tokens, isBlank: tokens === 0 });
    start = end;
  }
  return units;
}

/** One character takes up to two units; less cannot be cut. */
const CHARACTER_UNITS_MAX = 2;

const SENTENCE_ENDS: ReadonlySet<string> = new Set(['.', '!', '?', '。', '！', '？']);

/** Where a piece is cut, at most at its end: after its last sentence, else after its last blank, else there. Never inside a character. */
function cutPoint(piece: string): number {
  let blank = 0;
  for (let at = piece.length; at > 0; at -= 1) {
    const isBlank = piece[at - 1] === ' ';
    if (isBlank && SENTENCE_ENDS.has(piece[at - 2] ?? '')) return at;
    if (isBlank && blank === 0) blank = at;
  }
  if (blank > 0) return blank;
  return piece.length > 1 && isHighSurrogate(piece.charCodeAt(piece.length - 1)) ? piece.length - 1 : piece.length;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** For no model in particular, which counts rather too many than too few. */
export function tokensOf(text: string): number {
  return text.trim() === '' ? 0 : estimateTokens(text, 'other');
}
