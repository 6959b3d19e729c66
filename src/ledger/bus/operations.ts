/** Remembers how far a named subscriber has come. It only moves forward. */
export interface CursorAdvance {
  readonly kind: 'cursor.advance';
  readonly name: string;
  readonly position: number;
}

export type CursorOperation = CursorAdvance;
