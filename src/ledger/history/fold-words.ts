/**
 * Names the way below; an index of words keeps the name of the way it was made, and another name makes it anew. Change
 * it with every change of the folding.
 */
export const WORDS_FOLDING = 'nfkc-lower-1';

/**
 * Text and terms as they are compared: the same letters however they were typed, in one case. Every store folds both
 * with this, so that all find the same. NUL is left out because it ends a text for some databases.
 */
export function foldWords(text: string): string {
  return text.replaceAll('\0', '').normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');
}
