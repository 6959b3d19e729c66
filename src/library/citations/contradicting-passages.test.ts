import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { contradictingPassages, statedWith, valueSaid, type Contradiction } from './contradicting-passages.ts';

const passage = (path: string, text: string) => ({ path, chunk_id: `of ${path}`, text });

describe('passages that disagree', () => {
  it('say the same sentence with another number in other documents', verifies('KEL-LIB-09'), () => {
    const found = contradictingPassages([passage('old.md', '# Old\nThe harbour gate opens at 07:00. It is green.'), passage('new.md', 'the  Harbour gate opens at 06:00'), passage('same.md', 'The harbour gate opens at 06:00.')]);
    expect(found).toEqual([
      {
        about: 'the harbour gate opens at …',
        values: [
          { path: 'old.md', chunk_id: 'of old.md', value: '07:00' },
          { path: 'new.md', chunk_id: 'of new.md', value: '06:00' },
          { path: 'same.md', chunk_id: 'of same.md', value: '06:00' },
        ],
      },
    ]);
  });

  it.each([
    ['the same number', ['The gate opens at 06:00.', 'The gate opens at 06:00!']],
    ['another thing', ['The gate opens at 06:00.', 'The gate closes at 18:00.']],
    ['several numbers', ['From 6 to 7 it is open here.', 'From 6 to 8 it is open here.']],
    ['too few words', ['Page 6', 'Page 7']],
    ['a list that counts', ['Note 1: the gate is shut.\nNote 2: the gate is shut.', 'Note 3: the gate is shut.']],
  ])('are not seen in %s', verifies('KEL-LIB-09'), (_, [one, other]) => {
    expect(contradictingPassages([passage('a', one ?? ''), passage('b', other ?? '')])).toEqual([]);
  });

  it('are not those of one document', verifies('KEL-LIB-09'), () => {
    expect(contradictingPassages([passage('a', 'The gate opens at 06:00.'), passage('a', 'The gate opens at 07:00.')])).toEqual([]);
  });
});

describe('what sources disagree about', () => {
  const gate: Contradiction = { about: 'the harbour gate opens at …', values: [{ path: 'old.md', chunk_id: 'a', value: '07:00' }, { path: 'new.md', chunk_id: 'b', value: '06:00' }] };

  it.each([
    ['The harbour gate opens at 07:00.', '07:00'],
    ['gate opens at 06:00', '06:00'],
    ['It is green. The harbour  gate opens at 06:00.', '06:00'],
    ['The harbour gate opens at 08:00.', undefined],
    ['at 06:00', undefined],
    ['From this year on the harbour gate opens at 06:00.', undefined],
    ['The bridge opens at 06:00.', undefined],
  ])('is given a value by whoever says that sentence: %s', verifies('KEL-RETR2-04'), (text, value) => {
    expect(valueSaid(gate, text)).toBe(value);
  });

  it('can be said with either value', verifies('KEL-RETR2-04'), () => {
    expect(gate.values.map(({ value }) => statedWith(gate, value))).toEqual(['the harbour gate opens at 07:00', 'the harbour gate opens at 06:00']);
  });
});
