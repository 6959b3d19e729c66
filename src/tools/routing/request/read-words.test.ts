import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { ROUTABLE_REQUEST_CHARS_MAX } from '../limits.ts';
import { readWords } from './read-words.ts';

const textsOf = (request: string): string[] | null => readWords(request)?.tokens.map(({ text, isQuoted }) => (isQuoted ? `<${text}>` : text)) ?? null;

describe('the words of a request', () => {
  it.each([
    ['Show me README.md', ['Show', 'me', 'README.md']],
    ['  Hey, could you please show README.md for me? Thanks!', ['show', 'README.md']],
    ['show README.md, please.', ['show', 'README.md']],
    ['please list files in .', ['list', 'files', 'in', '.']],
    ['go test ./...', ['go', 'test', './...']],
    ['list ../..', ['list', '../..']],
    ['read “my notes.txt”.', ['read', '<my notes.txt>']],
    ["what's in 'a b.txt'", ["what's", 'in', '<a b.txt>']],
    ['run `npm test`, ok?', ['npm', 'test']],
    ['“git status”', ['git', 'status']],
    ['run `npm test` in ./api', ['run', '<npm test>', 'in', './api']],
    ['fix `npm test`', ['fix', '<npm test>']],
    ['show a.ts, b.ts', ['show', 'a.ts', ',', 'b.ts']],
    ["don't open it", ["don't", 'open', 'it']],
    ['list what is for sale', ['list', 'what', 'is', 'for', 'sale']],
    ['an "open quote', ['an', '"open', 'quote']],
  ])('takes politeness, quotes and final punctuation apart: %s', verifies('KEL-ROUTE-01'), (request, expected) => {
    expect(textsOf(request)).toEqual(expected);
  });

  it('keeps a polite word that is all there is', verifies('KEL-ROUTE-01'), () => {
    expect([textsOf('please'), textsOf('thanks')]).toEqual([['please'], ['thanks']]);
  });

  it.each(['', '   ', '?!', 'show\u202e README.md', 'show\u200b README.md', 'show\u0007 README.md'])('has none to read in %j', verifies('KEL-ROUTE-02'), (request) => {
    expect(textsOf(request)).toBeNull();
  });

  it('reads a request up to its bound and none beyond it', verifies('KEL-ROUTE-02'), () => {
    const longest = `show ${'a'.repeat(ROUTABLE_REQUEST_CHARS_MAX - 8)}.md`;
    expect(textsOf(longest)).toHaveLength(2);
    expect(textsOf(`${longest}x`)).toBeNull();
  });

  it('compares words in small letters, with a straight apostrophe and without a colon', () => {
    expect(readWords('What’s TODO: x')?.tokens.map(({ word, text }) => [word, text])).toEqual([
      ["what's", 'What’s'],
      ['todo', 'TODO:'],
      ['x', 'x'],
    ]);
  });
});
