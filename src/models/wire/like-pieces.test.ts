import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { createLikePieces } from './like-pieces.ts';

const contentOf = (piece: string): unknown => {
  const { choices } = JSON.parse(piece) as { choices: { delta: { content: unknown } }[] };
  return choices[0]?.delta.content;
};
const piece = (content: string, more: object = {}): string => JSON.stringify({ id: 'a', choices: [{ index: 0, delta: { content }, finish_reason: null }], ...more });

describe('pieces that differ in one text', () => {
  it('are known by what is around it', verifies('KEL-HTTP-11'), () => {
    const like = createLikePieces('content');
    expect(like.textOf(piece('one'))).toBeUndefined();
    like.learn(piece('one'), 'one', contentOf);
    expect([piece('two'), piece(''), piece('drei — 🎉')].map((next) => like.textOf(next))).toEqual(['two', '', 'drei — 🎉']);
  });

  it('are known with a space after the colon, as some servers write', verifies('KEL-HTTP-11'), () => {
    const like = createLikePieces('content');
    const spaced = (content: string): string => `{"choices": [{"delta": {"content": ${JSON.stringify(content)}}}]}`;
    like.learn(spaced('one'), 'one', contentOf);
    expect(like.textOf(spaced('two'))).toBe('two');
  });

  it.each([
    ['another ending', piece('two', { usage: null })],
    ['another beginning', piece('two').replace('"a"', '"b"')],
    ['an escape', piece('two\n')],
    ['a quote', piece('say "two"')],
    ['a control character that no JSON may hold', piece('two').replace('two', 't\two')],
    ['a text that ends early and goes on with members', piece('two').replace('two', 'two","refusal":"no')],
    ['the beginning and the ending in one another', piece('').replace('""', '"')],
    ['less than is around the text', piece('').slice(0, -3)],
  ])('are left to be parsed when one has %s', verifies('KEL-HTTP-11'), (_, next) => {
    const like = createLikePieces('content');
    like.learn(piece('one'), 'one', contentOf);
    expect(like.textOf(next)).toBeUndefined();
  });

  it('are not learnt where the text stands somewhere else than it seems', verifies('KEL-HTTP-11'), () => {
    const misleading = '{"content":"one","choices":[{"delta":{"content":"one"}}]}';
    const like = createLikePieces('content');
    like.learn(misleading, 'one', contentOf);
    like.learn('{"choices":[{"delta":{"text":"one"}}]}', 'one', contentOf);
    expect([like.textOf(misleading), like.textOf(piece('two'))]).toEqual([undefined, undefined]);
  });

  it('are no longer learnt when three in a row were in vain', verifies('KEL-HTTP-11'), () => {
    let reread = 0;
    const counting = (text: string): unknown => {
      reread += 1;
      return contentOf(text);
    };
    const like = createLikePieces('content');
    for (let at = 0; at < 10; at += 1) {
      const numbered = piece('one', { number: at });
      expect(like.textOf(numbered)).toBeUndefined();
      like.learn(numbered, 'one', counting);
    }
    expect(reread).toBe(3);
  });

  it('are learnt anew after each that was known', verifies('KEL-HTTP-11'), () => {
    let reread = 0;
    const counting = (text: string): unknown => {
      reread += 1;
      return contentOf(text);
    };
    const like = createLikePieces('content');
    like.learn(piece('one'), 'one', counting);
    expect(like.textOf(piece('two'))).toBe('two');
    for (let at = 0; at < 10; at += 1) like.learn(piece('one', { number: at }), 'one', counting);
    expect(reread).toBe(4);
  });

  it('give the same text as parsing does, whatever is in them', verifies('KEL-HTTP-11'), () => {
    const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', ',', ':', '\n', '\u0000', '\u2028', 'a') }));
    fc.assert(
      fc.property(anyText, anyText, (first, second) => {
        const like = createLikePieces('content');
        like.learn(piece(first), first, contentOf);
        const text = like.textOf(piece(second));
        expect(text === undefined || text === second).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
