/** What can be counted in a text: lines as an editor numbers them, words between white space, and characters. */
export function sizeOfText(text: string): { lines: number; words: number; characters: number } {
  let [lines, words, characters] = [0, 0, 0];
  let isInWord = false;
  let lineChars = 0;
  for (const character of text) {
    characters += 1;
    lineChars += 1;
    const isSpace = character.trim() === '';
    if (!isSpace && !isInWord) words += 1;
    isInWord = !isSpace;
    if (character !== '\n') continue;
    lines += 1;
    lineChars = 0;
  }
  return { lines: lines + (lineChars > 0 ? 1 : 0), words, characters };
}
