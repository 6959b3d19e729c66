import { slots } from '../slots/all.ts';
import type { Slot } from './part.ts';
import { vocabulary } from './vocabulary.ts';

/** What the templates of phrases are made of: values that can be read, and phrases that have a name. */
export interface Lexicon {
  readonly slots: Readonly<Record<string, Slot>>;
  readonly vocabulary: Readonly<Record<string, string>>;
}

/** The words of the router. Others may add to them; they never change what is here. */
export const ROUTER_LEXICON: Lexicon = { slots, vocabulary };
