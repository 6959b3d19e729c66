import { z } from 'zod';

/** The same sentence with another number in it, in another document. */
export const Contradiction = z.strictObject({
  /** The sentence, with a sign in place of what differs. */
  about: z.string(),
  values: z.array(z.strictObject({ path: z.string(), chunk_id: z.string(), value: z.string() })).min(2),
});
export type Contradiction = z.infer<typeof Contradiction>;

export interface Passage {
  readonly path: string;
  readonly chunk_id: string;
  readonly text: string;
}

const PLACE = '…';
/** Fewer words around a number are a list or a table, not a statement. */
const WORDS_MIN = 4;
/** A quotation may leave out how a sentence begins, and must still show what it is about. */
const QUOTED_WORDS_MIN = 2;
const CONTRADICTIONS_MAX = 10;
const NUMBER = /\d[\d.,:/-]*/gu;

/**
 * Sentences of different documents that are the same but for one number or time. Rather misses one than invents one: a
 * sentence that one document itself says with several values counts its own things and states nothing.
 */
export function contradictingPassages(passages: readonly Passage[]): Contradiction[] {
  const said = new Map<string, Map<string, { readonly value: string; readonly chunk_id: string }[]>>();
  for (const { path, chunk_id, text } of passages) {
    for (const { about, value } of statementsIn(text)) {
      const byPath = said.get(about) ?? new Map<string, { value: string; chunk_id: string }[]>();
      const values = byPath.get(path) ?? [];
      if (!values.some((one) => one.value === value)) values.push({ value, chunk_id });
      said.set(about, byPath.set(path, values));
    }
  }
  return [...said].flatMap(([about, byPath]) => {
    if ([...byPath.values()].some((values) => values.length > 1)) return [];
    const values = [...byPath].flatMap(([path, one]) => one.map(({ value, chunk_id }) => ({ path, chunk_id, value })));
    return new Set(values.map(({ value }) => value)).size > 1 ? [{ about, values }] : [];
  }).slice(0, CONTRADICTIONS_MAX);
}

/** The value that a text gives where others give another; undefined when it does not speak of it. Part of the sentence is enough. */
export function valueSaid({ about, values }: Contradiction, text: string): string | undefined {
  return statementsIn(text, QUOTED_WORDS_MIN).find((said) => about.includes(said.about) && values.some(({ value }) => value === said.value))?.value;
}

/** The sentence as a source has it that gives this value. */
export function statedWith({ about }: Contradiction, value: string): string {
  return about.replace(PLACE, () => value);
}

/** Sentences with exactly one number. */
function statementsIn(text: string, wordsMin = WORDS_MIN): { about: string; value: string }[] {
  return sentencesOf(text).flatMap((sentence) => {
    const numbers = [...sentence.matchAll(NUMBER)];
    const [only] = numbers;
    if (numbers.length !== 1 || only === undefined) return [];
    const value = withoutStop(only[0]);
    const about = `${sentence.slice(0, only.index)}${PLACE}${sentence.slice(only.index + value.length)}`.toLowerCase().split(/\s/u).filter((word) => word !== '').join(' ');
    return about.split(' ').length > wordsMin ? [{ about: withoutStop(about), value }] : [];
  });
}

/** The full stop of a sentence belongs to no number. */
function withoutStop(text: string): string {
  let end = text.length;
  while (end > 0 && '.,:/-'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function sentencesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => line.split(/(?<=[.!?]) /u)).map((sentence) => sentence.trim());
}
