/** Words that a question or an order to look something up is built with, and that say nothing about what it is about. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about after all an and any are as at be been before both but by can could did do does for from had has have how i if in into is it its ' +
    'me my no not of on or our out over please shall should so some such than that the their them then there these they this those through to ' +
    'under up was we were what when where which who whom whose why will with would you your ' +
    'according am being find give given gives look many may might much must read said say says tell tells told until whether'
  ).split(' '),
);

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}
