import type { Slot } from '../grammar/part.ts';
import { textOf } from './free-text.ts';

/** Commands that run tests and do nothing else, by their first words. The longer ones stand first. */
const RUNNERS = [
  'npm run test', 'npm test', 'npm t', 'yarn run test', 'yarn test', 'pnpm run test', 'pnpm test', 'bun test', 'deno test', 'npx vitest run', 'npx vitest', 'npx jest', 'npx mocha', 'vitest run', 'vitest', 'jest', 'mocha',
  'node --test', 'python -m pytest', 'python3 -m pytest', 'python -m unittest', 'python3 -m unittest', 'pytest', 'cargo test', 'go test', 'make test', 'make check',
].map((runner) => runner.split(' '));

/** Options whose value is the next word. */
const WITH_VALUE = new Set(['-k', '-m', '-n', '-t', '-run', '--run', '--grep', '--filter', '-p', '--package', '--test', '--bin']);
const SHELL_SIGNS = /[;&|<>$`(){}\\\n'"]/;
const ARGUMENT = /[./:=-]/;

/**
 * How many words from the start are a command that runs tests; 0 for any other command. A script of a package may name
 * a part after a colon: `npm run test:unit` runs tests as well.
 */
function commandLength(words: readonly string[]): number {
  const runner = RUNNERS.find((names) => names.every((name, at) => words[at] === name || (at === 2 && name === 'test' && words[at]?.startsWith('test:') === true)));
  if (runner === undefined) return 0;
  let length = runner.length;
  while (length < words.length) {
    const word = words[length] ?? '';
    if (SHELL_SIGNS.test(word)) break;
    if (word.startsWith('-') && word.length > 1) length += WITH_VALUE.has(word) && words[length + 1] !== undefined ? 2 : 1;
    else if (ARGUMENT.test(word) && word !== '.' && word.length > 1) length += 1;
    else break;
  }
  return length;
}

/** A command in quotes must be one from end to end; in plain words it goes as far as its options and files do. */
export const testCommandSlot: Slot = (words, at) => {
  const token = words.tokens[at];
  if (token === undefined) return [];
  if (token.isQuoted) {
    const inner = token.text.split(' ').filter((word) => word !== '');
    return !SHELL_SIGNS.test(token.text) && inner.length > 0 && commandLength(inner) === inner.length ? [{ end: at + 1, value: token.text.trim() }] : [];
  }
  const length = commandLength(words.tokens.slice(at).map(({ text, isQuoted }) => (isQuoted ? '"' : text)));
  return length === 0 ? [] : [{ end: at + length, value: textOf(words, at, at + length) }];
};

/** The name of a runner after "with" or "using": the command that it stands for. A program that only tests is its own. */
const BY_NAME: Readonly<Record<string, string>> = { pytest: 'pytest', cargo: 'cargo test', npm: 'npm test', yarn: 'yarn test', pnpm: 'pnpm test', make: 'make test', go: 'go test ./...', vitest: 'vitest', jest: 'jest', mocha: 'mocha' };

export const runnerNameSlot: Slot = ({ tokens }, at) => {
  const command = BY_NAME[tokens[at]?.word ?? ''];
  return command === undefined ? [] : [{ end: at + 1, value: command }];
};
