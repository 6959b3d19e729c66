import { CallFault } from '../../failure/faults.ts';
import { parseObject, type WireObject } from '../wire-values.ts';

/** A piece of an answer. The fault does not repeat the piece, which may be long and is never ours to log. */
export function parsePiece(text: string): WireObject {
  const piece = parseObject(text);
  if (piece === undefined) throw new CallFault('garbage', 'the answer holds a piece that is not a JSON object');
  return piece;
}

/** A whole number from 0; undefined for anything else. */
export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}
