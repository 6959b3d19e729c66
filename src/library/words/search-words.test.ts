import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { searchWords } from './search-words.ts';
import { similarWords } from './similar-words.ts';

describe('the words of a text', () => {
  it.each([
    ['The gate opens at 06:00.', ['the', 'gate', 'opens', 'at', '06', '00']],
    ['Façade, NAÏVE ﬁnd', ['facade', 'naive', 'find']],
    ['openGate of http_server2', ['opengate', 'open', 'gate', 'of', 'http', 'server2']],
    ['港口開門 and 門', ['港口', '口開', '開門', 'and', '門']],
    ['हिन्दी русский ёлка', ['हिन्दी', 'русскии', 'елка']],
    ['x'.repeat(65), []],
    ['', []],
  ])('of %j are known', verifies('KEL-LIB-03'), (text, words) => {
    expect(searchWords(text)).toEqual(words);
  });
});

describe('words that are alike', () => {
  it('are spelt nearly the same, or hold the word, the most alike first', verifies('KEL-LIB-06'), () => {
    const alike = similarWords('harbour', ['harbour', 'harbours', 'harbor', 'innerharbourgate', 'arbour', 'barber'], 4);
    expect(alike.map(({ word }) => word)).toEqual(['harbours', 'arbour', 'harbor', 'innerharbourgate']);
    expect(alike.every(({ likeness }) => likeness >= 0.6 && likeness < 1)).toBe(true);
    expect(similarWords('harbour', ['harbours', 'harbor'], 1).length).toBe(1);
    expect(similarWords('the', ['then', 'them'], 5)).toEqual([]);
  });

  it('are other forms of the same word, nearly as good as the word itself', verifies('KEL-LIE-40'), () => {
    expect(similarWords('storing', ['stored', 'story'], 4)).toEqual([{ word: 'stored', likeness: 0.9 }]);
  });
});
