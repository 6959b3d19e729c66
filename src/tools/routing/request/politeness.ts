import { plain, type RequestWords, type Token } from './tokens.ts';

/** Said before a request without changing what is asked for. */
const BEFORE = [
  'please', 'pls', 'plz', 'kindly', 'hey', 'hi', 'hello', 'hi there', 'hey there', 'ok', 'okay', 'alright', 'so', 'now', 'just', 'quickly', 'keelson', ',',
  'can you', 'could you', 'would you', 'will you', 'can u', 'could u', 'do me a favour and', 'do me a favor and', 'go ahead and', 'go and',
  'i want you to', 'i need you to', "i'd like you to", 'i would like you to', "let's", 'lets', 'i was wondering if you could', 'maybe you could',
];

/** Said after it. */
const AFTER = [
  'please', 'pls', 'plz', 'thanks', 'thank you', 'thank you very much', 'thanks a lot', 'many thanks', 'thx', 'ta', 'cheers', 'for me', 'for us', 'now', 'right now', 'quickly', 'real quick',
  'asap', 'at once', 'if you can', 'if you could', 'if possible', 'when you can', 'when you get a chance', 'would you', 'will you', 'could you', 'can you', 'ok', 'okay', ',',
];

const BEFORE_WORDS = BEFORE.map((phrase) => phrase.split(' '));
const AFTER_WORDS = AFTER.map((phrase) => phrase.split(' '));

/** Takes politeness and the final punctuation off; what is left is the request itself. */
export function withoutPoliteness({ text, tokens }: RequestWords): RequestWords {
  let left = withoutFinalPunctuation(text, tokens);
  for (;;) {
    const shorter = withoutFinalPunctuation(text, withoutEnd(withoutStart(left)));
    if (shorter.length === left.length && shorter.at(-1)?.end === left.at(-1)?.end) return { text, tokens: shorter };
    left = shorter;
  }
}

function withoutStart(tokens: readonly Token[]): readonly Token[] {
  const said = BEFORE_WORDS.find((words) => words.length < tokens.length && words.every((word, at) => tokens[at]?.word === word));
  return said === undefined ? tokens : tokens.slice(said.length);
}

function withoutEnd(tokens: readonly Token[]): readonly Token[] {
  const said = AFTER_WORDS.find((words) => words.length < tokens.length && words.every((word, at) => tokens[tokens.length - words.length + at]?.word === word));
  return said === undefined ? tokens : tokens.slice(0, -said.length);
}

const FINAL = new Set(['.', '!', '?', '…']);
/** Dots that are a path, or the end of one. */
const DOTS_THAT_MEAN = ['/.', '/..', '/...'];

function withoutFinalPunctuation(text: string, tokens: readonly Token[]): readonly Token[] {
  const last = tokens.at(-1);
  if (last === undefined || last.isQuoted || meansDots(last, tokens.at(-2))) return tokens;
  let end = last.end;
  while (end > last.start && FINAL.has(text.charAt(end - 1))) end -= 1;
  if (end === last.end) return tokens;
  return end === last.start ? tokens.slice(0, -1) : [...tokens.slice(0, -1), plain(text, last.start, end)];
}

/** A lone dot is a folder where a word came before it, and the end of a sentence after something in quotes. */
function meansDots(last: Token, before: Token | undefined): boolean {
  if (last.text === '.' || last.text === '..') return !(before?.isQuoted === true && before.end === last.start);
  return DOTS_THAT_MEAN.some((dots) => last.text.endsWith(dots));
}
