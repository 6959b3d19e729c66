/** A word of a request, or something in quotes, which is one token however many words it holds. */
export interface Token {
  /** As written, without its quotes. */
  readonly text: string;
  /** For comparing with the words of a phrase: small letters, no colon at its end. Empty for what was quoted. */
  readonly word: string;
  readonly isQuoted: boolean;
  /** UTF-16 offsets into the request, quotes included. */
  readonly start: number;
  readonly end: number;
}

/** A request in tokens, with its text, from which free wording is taken as it was written. */
export interface RequestWords {
  readonly text: string;
  readonly tokens: readonly Token[];
}

const CLOSING_QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '“': '”', '‘': '’', '«': '»', '„': '“' };
const ENDS_AFTER_QUOTE = new Set([',', '.', ';', ':', '?', '!', ')']);
/** They stand for themselves, so that no phrase matches across them by accident. */
const SEPARATORS = new Set([',', ';']);

export function tokenise(text: string): RequestWords {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (isSpace(text, at)) at += 1;
    else {
      const found = quotedAt(text, at) ?? separatorAt(text, at) ?? wordAt(text, at);
      tokens.push(found);
      at = found.end;
    }
  }
  return { text, tokens };
}

function quotedAt(text: string, start: number): Token | undefined {
  const closing = CLOSING_QUOTES[text.charAt(start)];
  if (closing === undefined) return undefined;
  // The apostrophe of a word is no closing quote: something must end there.
  for (let at = text.indexOf(closing, start + 1); at > 0; at = text.indexOf(closing, at + 1)) {
    const isEnd = at + 1 === text.length || isSpace(text, at + 1) || ENDS_AFTER_QUOTE.has(text.charAt(at + 1));
    if (isEnd) return { text: text.slice(start + 1, at), word: '', isQuoted: true, start, end: at + 1 };
  }
  return undefined;
}

function separatorAt(text: string, start: number): Token | undefined {
  return SEPARATORS.has(text.charAt(start)) ? plain(text, start, start + 1) : undefined;
}

function wordAt(text: string, start: number): Token {
  let end = start + 1;
  while (end < text.length && !isSpace(text, end)) end += 1;
  while (end > start + 1 && SEPARATORS.has(text.charAt(end - 1))) end -= 1;
  return plain(text, start, end);
}

export function plain(text: string, start: number, end: number): Token {
  const written = text.slice(start, end);
  const word = written.toLowerCase().replaceAll('’', "'");
  return { text: written, word: word.length > 1 && word.endsWith(':') ? word.slice(0, -1) : word, isQuoted: false, start, end };
}

function isSpace(text: string, at: number): boolean {
  return text.charAt(at).trim() === '';
}
