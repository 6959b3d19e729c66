import { array, assert, constantFrom, integer, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordsIn } from '../../../test/support/context-rig.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { extractSummary } from './extract.ts';
import { passagesOf } from './passages.ts';

const extract = (text: string, tokensMax: number, focus = '') => extractSummary({ text, focus, tokensMax, countTokens: wordsIn });

const REPORT = ['# Harbour', 'The pier is old. Nobody knows who built it! Twelve boats lie there.', '', '# Weather', 'The wind came from the west. Rain fell at 14:30.', 'It stayed dry inland.'].join('\n');

describe('a summary that no model writes', () => {
  it('quotes whole passages in their order, those first that share words with the task, and marks every gap', verifies('KEL-CTX-10'), () => {
    expect(extract(REPORT, 22, 'How many boats lie at the pier?')).toEqual({
      summary_text: '# Harbour\nThe pier is old.\n[…]\nTwelve boats lie there.\n[…]',
      information_preserved: ['3 of 8 passages, word for word and in their order'],
      information_lost: ['under "Harbour"', 'under "Weather": 4 passages'],
    });
  });

  it('prefers figures and headings where the task says nothing', verifies('KEL-CTX-10'), () => {
    expect(extract(REPORT, 20)?.summary_text).toBe('# Harbour\n[…]\n# Weather\n[…]\nRain fell at 14:30.\n[…]');
  });

  it('says the same once', verifies('KEL-CTX-10'), () => {
    expect(extract('The wind turned. The wind turned. The wind turned.', 9)).toEqual({ summary_text: 'The wind turned.\n[…]', information_preserved: ['1 of 3 passages, word for word and in their order'], information_lost: ['"The wind turned.": 2 passages'] });
  });

  it('names what was lost by how it begins, a few of many', verifies('KEL-CTX-10'), () => {
    const text = Array.from({ length: 12 }, (_, at) => `Line ${at} of a text that goes on and on and on.`).join('\n');
    expect(extract(text, 18)?.information_lost).toEqual([...Array.from({ length: 8 }, (_, at) => `"Line ${at + 1} of a text that goes on …"`), '3 more passages']);
  });

  it('says nothing when no passage fits', verifies('KEL-CTX-10'), () => {
    expect(extract('One sentence that is far too long for what is left here.', 6)).toBeUndefined();
    expect(extract('', 100)).toBeUndefined();
  });

  it('never exceeds its limit and never adds a word', verifies('KEL-CTX-10'), () => {
    const pieces = constantFrom('Boats lie here. ', 'It rained; ', '# Title\n', '\n', 'a ', '12.5 knots! ', '…', '."');
    assert(
      property(array(pieces, { maxLength: 40 }), integer({ min: 1, max: 60 }), string(), (parts, tokensMax, focus) => {
        const text = parts.join('');
        const summary = extract(text, tokensMax, focus);
        if (summary === undefined) return;
        expect(wordsIn(summary.summary_text)).toBeLessThanOrEqual(tokensMax);
        const quoted = summary.summary_text.split('\n').filter((line) => line !== '[…]');
        for (const line of quoted) expect(text.replaceAll(/\s+/g, ' ')).toContain(line.replaceAll(/\s+/g, ' '));
        expect(extract(text, tokensMax, focus)).toEqual(summary);
      }),
    );
  });
});

describe('passages', () => {
  it('end with a sentence, and not within numbers, names or addresses', verifies('KEL-CTX-10'), () => {
    const texts = (text: string): string[] => passagesOf(text).map((passage) => passage.text);
    expect(texts('See a.b/c.html at 3.5 m. "It holds." (It does!) Good? Yes…')).toEqual(['See a.b/c.html at 3.5 m.', '"It holds."', '(It does!)', 'Good?', 'Yes…']);
    expect(texts('船が来た。風が吹いた！')).toEqual(['船が来た。', '風が吹いた！']);
    expect(texts('  one line without an end\n\n\tanother')).toEqual(['one line without an end', 'another']);
    expect(texts('))))))')).toEqual(['))))))']);
  });

  it('know their heading and whether they begin a line', verifies('KEL-CTX-10'), () => {
    expect(passagesOf('Before.\n## The pier\nOld. Grey.')).toEqual([
      { text: 'Before.', heading: '', startsLine: true },
      { text: '## The pier', heading: 'The pier', startsLine: true },
      { text: 'Old.', heading: 'The pier', startsLine: true },
      { text: 'Grey.', heading: 'The pier', startsLine: false },
    ]);
  });

  it('take an endless sentence apart at its semicolons, and a short one not', verifies('KEL-CTX-10'), () => {
    expect(passagesOf('one; two').map(({ text }) => text)).toEqual(['one; two']);
    expect(passagesOf('the wind turned; '.repeat(40)).map(({ text }) => text)).toEqual(Array.from({ length: 40 }, () => 'the wind turned;'));
  });
});
