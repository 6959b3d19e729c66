/** Words that turn a statement into its opposite. */
const NEGATIONS: ReadonlySet<string> = new Set(['not', 'no', 'never', 'none', 'cannot', 'without', 'nicht', 'kein', 'keine', 'nie', 'ne', 'pas', 'jamais', 'non', 'нет', 'не', '不', '没']);

/** Takes a word in small letters. */
export function isNegation(word: string): boolean {
  return NEGATIONS.has(word) || word.endsWith('n’t') || word.endsWith("n't");
}
