import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { checkText } from '../redact.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

describe('national insurance numbers', () => {
  it('have one of the prefixes that are allocated', verifies('KEL-REDACTION-15'), () => {
    const prefixes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
    const refused = new Set(['BG', 'GB', 'KN', 'NK', 'NT', 'TN', 'ZZ']);
    const allocated = prefixes.filter(([first = '', second = '']) => !'DFIQUV'.includes(first) && !'DFIOQUV'.includes(second) && !refused.has(first + second));
    expect(allocated).toHaveLength(373);
    expect(prefixes.filter((prefix) => checkText(`${prefix}123456A`).spans.some((span) => span.type === 'UK_NINO'))).toEqual(allocated);
  });

  it('end in A, B, C or D', verifies('KEL-REDACTION-15'), () => {
    expect(LETTERS.filter((suffix) => checkText(`AB 12 34 56 ${suffix}`).spans.length > 0)).toEqual(['A', 'B', 'C', 'D']);
  });
});
