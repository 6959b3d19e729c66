import type { JsonValue } from '../../../contracts/index.ts';
import type { RequestWords } from '../request/tokens.ts';

/** What a slot read from its token on: the first token after it, and its value. */
export interface SlotReading {
  readonly end: number;
  readonly value: JsonValue;
}

/** Reads a value that begins at a token. Several readings are several meanings; none means that it is not one. */
export type Slot = (words: RequestWords, at: number) => readonly SlotReading[];

/** A phrase in parts that follow each other. */
export type Part =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'choice'; readonly options: readonly (readonly Part[])[] }
  /** Without an argument its value is an object of several arguments. */
  | { readonly kind: 'slot'; readonly argument: string | null; readonly slot: Slot };
