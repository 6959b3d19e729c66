import { estimateTokens } from '../../models/index.ts';

/** The smallest parts that a chunk is put together from: lines, or pieces of a long one. */
export interface TextUnit {
  /** UTF-16 offsets into the document. */
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
  readonly isBlank: boolean;
}

/** Whatever models count, a token is at least a character of text here and there; a piece this long is cut without counting. */
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

function piecesOf(text: string, start: number, end: number, tokensMax: number): TextUnit[] {
  const piece = text.slice(start, end);
  const tokens = tokensOf(piece);
  if (tokens <= tokensMax) return [{ start, end, tokens, isBlank: piece.trim() === '' }];
  const middle = cutPoint(piece, Math.min(piece.length >> 1, tokensMax * CHARS_PER_TOKEN_MAX));
  return [...piecesOf(text, start, start + middle, tokensMax), ...piecesFrom(text, start + middle, end, tokensMax)];
}

/** The rest of a very long line is cut in a loop, for a line may have as many pieces as a file has characters. */
function piecesFrom(text: string, from: number, end: number, tokensMax: number): TextUnit[] {
  const units: TextUnit[] = [];
  const span = tokensMax * CHARS_PER_TOKEN_MAX;
  for (let start = from; start < end; ) {
    const next = end - start <= span ? end : start + cutPoint(text.slice(start, start + span), span);
    units.push(...piecesOf(text, start, next, tokensMax));
    start = next;
  }
  return units;
}

const SENTENCE_ENDS: ReadonlySet<string> = new Set(['.', '!', '?', '。', '！', '？']);

/** Where a piece is cut: after the last sentence before the wanted place, else after the last blank, else there. Never inside a character. */
function cutPoint(piece: string, wanted: number): number {
  const most = Math.max(1, Math.min(wanted, piece.length - 1));
  let blank = 0;
  for (let at = most; at > 0; at -= 1) {
    const isBlank = piece[at - 1] === ' ';
    if (isBlank && SENTENCE_ENDS.has(piece[at - 2] ?? '')) return at;
    if (isBlank && blank === 0) blank = at;
  }
  if (blank > 0) return blank;
  const isInside = isHighSurrogate(piece.charCodeAt(most - 1));
  return isInside ? most + 1 : most;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** For no model in particular, which counts rather too many than too few. */
export function tokensOf(text: string): number {
  return text.trim() === '' ? 0 : estimateTokens(text, 'other');
}
