import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { numberWordsOf, wholeNumbersIn } from './number-words.ts';

const numbers = (text: string): number[] | undefined => {
  const found = wholeNumbersIn(text, numberWordsOf(text));
  return found === undefined ? undefined : [...found];
};

describe('whole numbers of a sentence', () => {
  it('are read in words and in digits', verifies('KEL-LIE-146'), () => {
    expect(numbers('The 1 oar is with the two boats, and the 24 men are not.')).toEqual([2, 24]);
    expect(numbers('Das sind einundzwanzig Boote und die 3 Kähne.')).toEqual([21, 3]);
    expect(numbers('El pan y el agua son para los 5 marineros.')).toEqual([5]);
  });

  it('are not read where they may be parts of others', verifies('KEL-LIE-146'), () => {
    expect(['Hay treinta y dos barcos en la bahía con los patos.', 'It is the 3rd of the month.', 'The bridge is open to 5 pm.', 'Das Boot ist um halb acht da und die Brücke auch.'].map(numbers)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
