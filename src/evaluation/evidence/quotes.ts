/** Shorter than this, a quote stands in every text and says nothing. */
export const QUOTE_TELLING_CHARS_MIN = 8;

/** Whether a quote really stands in a text. White space may differ; letters may not. */
export function quotes(quote: string, text: string | undefined): boolean {
  const words = evenSpaces(quote);
  return text !== undefined && words.length >= QUOTE_TELLING_CHARS_MIN && evenSpaces(text).includes(words);
}

function evenSpaces(text: string): string {
  return text.split(/\s/u).filter((word) => word !== '').join(' ');
}
