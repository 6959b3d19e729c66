import { PIECE_BYTES_MAX, PIECE_BYTES_MIN } from '../limits.ts';

/** Bits that have to be zero for a cut: a piece is 4 KiB longer than the shortest, on average. */
const CUT_SHIFT = 32 - 12;
/** A cut depends on so many bytes before it and on nothing else. */
const WINDOW = 32;

/** A number for each byte. Others would cut elsewhere, and what was kept before would only not be shared. */
const GEAR = Int32Array.from({ length: 256 }, (_, byte) => {
  let mixed = Math.imul(byte + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  return Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
});

/**
 * Cuts content where its own bytes say so: where a part of it was changed, left out or added, the pieces before and after
 * are the same again. (Content-defined chunking with a gear hash.)
 */
export function cutPieces(content: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < content.byteLength; ) {
    const to = endOfPiece(content, from);
    pieces.push(content.subarray(from, to));
    from = to;
  }
  return pieces;
}

function endOfPiece(content: Uint8Array, from: number): number {
  const first = from + PIECE_BYTES_MIN;
  const last = Math.min(from + PIECE_BYTES_MAX, content.byteLength);
  let hash = 0;
  for (let at = first - WINDOW; at < last; at += 1) {
    hash = ((hash << 1) + (GEAR[content[at] as number] as number)) | 0;
    if (at >= first && hash >>> CUT_SHIFT === 0) return at + 1;
  }
  return last;
}
