import { checkText } from '../../redaction/index.ts';

/** What stands in the place of a secret. */
const MASK = '[SECRET]';

/** Letters that keys consist of, in a row too long for most words of a command. */
const KEY_CHARS_MIN = 16;
const KEY_LETTERS = /[A-Za-z0-9+/=_-]+/g;

/** What puts another command behind the first, or begins a block between two lines that only look like those of a key. */
const MORE_THAN_A_SECRET = /[;|&`<>\n]|\$[({]|^-----BEGIN /;

/**
 * Takes secrets out of what a person is asked about, and nothing but secrets: whoever writes a command could put the
 * worst of it where it is taken for a key. Of what may hold a command only the long words that keys are made of go.
 */
export function hideSecrets(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, type } of checkText(text).spans) {
    if (type !== 'SECRET') continue;
    parts.push(text.slice(from, start), hidden(text.slice(start, end)));
    from = end;
  }
  return [...parts, text.slice(from)].join('');
}

function hidden(secret: string): string {
  if (!MORE_THAN_A_SECRET.test(secret)) return MASK;
  return secret.replace(KEY_LETTERS, (word) => (word.length < KEY_CHARS_MIN ? word : MASK));
}

/** Whether something is left out of a text as it is shown, or may be: whoever writes it could also write the mark. */
export function hidesSomething(text: string): boolean {
  return text.includes(MASK) || text.includes(CUT_MARK);
}

/** Stands where a long text was cut. */
export const CUT_MARK = 'characters are not shown here…]';
