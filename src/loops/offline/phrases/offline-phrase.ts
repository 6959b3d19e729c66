import type { JsonObject } from '../../../contracts/index.ts';
import type { Phrase } from '../../../tools/index.ts';

/** Phrases of one kind of task; what a phrase means is told with it. */
export function phrasesOf(kind: string, means: JsonObject, ...says: readonly string[]): Phrase[] {
  return says.map((one) => ({ says: one, means: { kind, ...means } }));
}

/** As above, where what was read has to be put into other words first. */
export function phrasesMaking(make: (values: JsonObject) => JsonObject | null, ...says: readonly string[]): Phrase[] {
  return says.map((one) => ({ says: one, means: make }));
}

/** One of our tasks that one thing is missing of: the question, and the word with which the answer joins the request. */
export function phrasesAsking(question: string, joins: string, ...says: readonly string[]): Phrase[] {
  return says.map((one) => ({ says: one, means: () => ({ kind: 'ask', question, joins }) }));
}

/** A single file as a folder and a pattern that only its name fits. */
export function onlyFile(file: string): { path: string; pattern: string } {
  const slash = file.lastIndexOf('/');
  const name = file.slice(slash + 1);
  const literal = [...name].map((character) => ('*?[]{}\\'.includes(character) ? `\\${character}` : character)).join('');
  return { path: slash < 0 ? '.' : file.slice(0, slash) || '/', pattern: `./${literal}` };
}

export function textValue(values: JsonObject, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}
