import { tokenise, type RequestWords } from './tokens.ts';

/** Said before a command that is given in quotes. */
const RUN = new Set(['run', 'execute', 'try', 'do', 'run the command', 'execute the command', 'run the following', 'run this']);

/** When all of a request is one command in quotes, with or without "run" before it, its words are the request. */
export function withoutCommandQuotes(words: RequestWords): RequestWords {
  const quoted = words.tokens.at(-1);
  const before = words.tokens.slice(0, -1).map(({ word }) => word);
  if (quoted?.isQuoted !== true || !(before.length === 0 || RUN.has(before.join(' ')))) return words;
  return tokenise(quoted.text);
}
