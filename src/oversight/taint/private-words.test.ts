import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { privateValues, repeatsOwnSources } from './private-words.ts';
import { reversed, rot13 } from './words/ciphers.ts';
import { indexText } from './words/text-index.ts';

const SECRET = 'Kx82-mQv0-pLr4-Xa77-bN';
const secrets = privateValues([SECRET]);

describe('something private in a text', () => {
  it('is recognised in every disguise that needs no key', verifies('KEL-TAINT-02'), () => {
    const disguises = {
      plain: SECRET,
      shouted: SECRET.toUpperCase(),
      reversed: reversed(SECRET),
      rotated: rot13(SECRET),
      base64: Buffer.from(SECRET).toString('base64'),
      shifted: Buffer.from(`id=${SECRET}`).toString('base64'),
      base64url: Buffer.from(`??${SECRET}`).toString('base64url'),
      hex: Buffer.from(SECRET).toString('hex'),
      percent: Array.from(Buffer.from(SECRET), (byte) => `%${byte.toString(16)}`).join(''),
      spaced: Array.from(SECRET).join(' '),
      labels: `https://${SECRET.toLowerCase().replaceAll('-', '.')}.a.test/`,
      slice: SECRET.slice(0, 10),
      entities: Array.from(SECRET, (sign) => `&#${sign.charCodeAt(0)};`).join(''),
    };
    expect(Object.entries(disguises).filter(([, text]) => !secrets.standIn(`see ${text} there`)).map(([name]) => name)).toEqual([]);
  });

  it('is not seen where it is not', verifies('KEL-TAINT-02'), () => {
    expect([secrets.standIn('A letter about bees and 82 other things.'), secrets.standIn(''), privateValues([]).standIn(SECRET), privateValues(['ab']).standIn('ab')]).toEqual([false, false, false, false]);
  });

  it('is also a run of words of the person\'s own files which they did not say themselves', verifies('KEL-TAINT-02'), () => {
    const words = 'the merger closes on Friday for forty million';
    const own = { label: 'read_file', taintClass: 'user_trusted_bounded' as const, index: indexText(words) };
    const strange = { ...own, taintClass: 'external_untrusted' as const };
    const said = (text: string, owner: string, source: typeof own | typeof strange) => repeatsOwnSources(text, indexText(owner), [source]);
    expect([said(`I hear ${words}.`, 'hello', own), said(reversed(words), 'hello', own), said(words, words, own), said(words, 'hello', strange), said('the merger closes', 'hello', own)]).toEqual([true, true, false, false, false]);
  });
});
