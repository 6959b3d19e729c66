import { ROUTABLE_REQUEST_CHARS_MAX } from '../limits.ts';
import { withoutCommandQuotes } from './command-quotes.ts';
import { withoutPoliteness } from './politeness.ts';
import { tokenise, type RequestWords } from './tokens.ts';

/** Signs that cannot be seen, or that turn the direction of writing: what a person reads would not be what runs. */
const UNSEEN = /[\p{Cf}\p{Co}\p{Cn}]|[^\P{Cc}\t\n\r]/u;

/** The words of a request without its politeness; null when there are none, too many, or some that cannot be seen. */
export function readWords(request: string): RequestWords | null {
  if (request.length > ROUTABLE_REQUEST_CHARS_MAX || UNSEEN.test(request)) return null;
  const words = withoutCommandQuotes(withoutPoliteness(tokenise(request.normalize('NFC'))));
  return words.tokens.length === 0 ? null : words;
}
