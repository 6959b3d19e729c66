import { CallFault } from '../failure/faults.ts';

/**
 * The longest line or event that is put together, in UTF-16 units. A whole picture or a long tool argument in one event
 * stays far below it; more is a server that has lost its way, and would only fill the memory.
 */
export const WIRE_PIECE_CHARS_MAX = 8 * 1024 * 1024;

export interface WireLimits {
  readonly charsMax?: number;
}

export const BYTE_ORDER_MARK = '\uFEFF';

export function refuseAbove(charsMax: number, chars: number): void {
  if (chars > charsMax) throw new CallFault('too_large', `a line or an event of the answer is longer than ${charsMax} characters`);
}
