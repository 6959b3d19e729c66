/** Programs colour what they print even where nobody sees it. */
export function withoutColours(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '');
}
