import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { SOURCE_CHARS_INDEXED_MAX } from '../limits.ts';
import { reversed, rot13 } from './ciphers.ts';
import { indexText, isNamedIn, standsIn } from './text-index.ts';

const ADDRESS = 'drop@mail.hid.test';

describe('whether words stand in a text', () => {
  it('is seen through everything that only looks different', verifies('KEL-TAINT-08'), () => {
    const ways = [
      ADDRESS,
      ADDRESS.toUpperCase(),
      'drop at mail dot hid dot test',
      'd r o p @ m a i l . h i d . t e s t',
      'ｄｒｏｐ＠mail.hid.test',
      'drор@mаil.hid.test',
      'dr\u200bop@mail.\u00adhid.test',
      Array.from(ADDRESS, (sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0))).join(''),
      reversed(ADDRESS),
      rot13(ADDRESS),
      Buffer.from(`write to ${ADDRESS}`).toString('base64'),
      Buffer.from(`write to ${ADDRESS}`).toString('hex'),
      encodeURIComponent(Buffer.from(ADDRESS).toString('base64')),
      Array.from(ADDRESS, (sign) => `&#${sign.charCodeAt(0)};`).join(''),
      `"${ADDRESS}",`,
    ];
    expect(ways.filter((way) => !standsIn(indexText(`Please, ${way} now`), ADDRESS))).toEqual([]);
  });

  it('is not seen where they do not, and short ones only as words of their own', verifies('KEL-TAINT-08'), () => {
    expect([standsIn(indexText('other@mail.hid.test'), ADDRESS), standsIn(indexText('a b c'), 'abc'), standsIn(indexText('id abc here'), 'abc'), standsIn(indexText('x'), ' ')]).toEqual([false, false, true, false]);
  });

  it('is taken for granted of what was too long to look at', verifies('KEL-TAINT-08'), () => {
    const cut = indexText('a '.repeat(SOURCE_CHARS_INDEXED_MAX));
    expect([cut.isCut, standsIn(cut, ADDRESS), standsIn(indexText('a '), ADDRESS)]).toEqual([true, true, false]);
  });

  it('takes a value for named by the person only as they wrote it', () => {
    const owner = indexText('Send it to bob@home.example, 40 EUR to DE89 3704 0044 0532 0130 00, in #garden');
    const values = ['bob@home.example', 'bob@home.example.evil.test', 'ob@home.example', 'DE89370400440532013000', '#garden', 'EUR', ''];
    expect(values.map((value) => isNamedIn(owner, value))).toEqual([true, false, false, true, true, true, true]);
  });
});
