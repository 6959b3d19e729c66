import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { unsupported } from './claim-support.ts';

const against = (claim: string, quote: string, text: string): string | undefined => unsupported({ claim, texts: [text], quotes: [quote], context: '' });

describe('a quotation that ends before an exception', () => {
  const PARKING = 'Parking is free in all streets after six, except on market days, when it costs 4 euros. Guests of the hotel may stay overnight unless the yard is full. Dogs are welcome on deck except the bow where ropes lie. Dogs are welcome below except the galley, so mind it.';
  it.each([
    ['Parking is free on market days after six.', 'Parking is free in all streets after six', true],
    ['Guests of the hotel may stay overnight if the yard is full.', 'Guests of the hotel may stay overnight', true],
    ['Parking is free in all streets after six.', 'Parking is free in all streets after six', false],
    ['Parking is free after six, but not on market days.', 'Parking is free in all streets after six', false],
    ['On market days it costs 4 euros.', 'except on market days, when it costs 4 euros', false],
    ['Guests of the hotel may stay overnight.', 'Guests of the hotel may stay overnight', false],
    ['Dogs are welcome on the bow.', 'Dogs are welcome on deck', true],
    ['Dogs are welcome in the galley.', 'Dogs are welcome below', true],
  ])('says nothing of what is excepted: %s', verifies('KEL-LIE-142'), (claim, quote, isAccused) => {
    expect(against(claim, quote, PARKING)?.includes('goes on with an exception') ?? false).toBe(isAccused);
  });
});

describe('a cause', () => {
  const TEA = '# Tea\n\nPeople who drink tea slept longer. This is an observational study and does not prove that it is the tea.\n\nRain fell on nine days because of a cold front.';
  const SLEEP = 'People who drink tea slept longer.';
  it.each([
    ['People slept longer because they drink tea.', SLEEP, true],
    ['Tea makes people sleep longer.', SLEEP, true],
    ['People who drink tea slept longer.', SLEEP, false],
    ['Whether tea makes people sleep longer is open.', SLEEP, false],
    ['The study does not prove that tea makes people sleep longer.', SLEEP, false],
    ['It rained because of a cold front.', 'Rain fell on nine days because of a cold front.', false],
  ])('is not told where its source cannot tell: %s', verifies('KEL-LIE-143'), (claim, quote, isAccused) => {
    expect(against(claim, quote, TEA)?.includes('does not say why') ?? false).toBe(isAccused);
  });

  it('is told where its source doubts nothing', verifies('KEL-LIE-143'), () => {
    expect(against('Tea makes people sleep longer.', SLEEP, 'People who drink tea slept longer.')?.includes('does not say why') ?? false).toBe(false);
  });
});

describe('a share', () => {
  const VOTE = 'The parish has 1000 inhabitants. 300 went to vote. Of these, 180 were for the bridge. Of the 40 farmers, 30 were for it.';
  const FOR = '180 were for the bridge';
  it.each([
    ['60 percent of the inhabitants were for the bridge.', FOR, true],
    ['More than half of all inhabitants were for the bridge.', FOR, true],
    ['18 percent of the inhabitants were for the bridge.', FOR, false],
    ['Less than a fifth of the 1000 inhabitants were for the bridge.', FOR, false],
    ['Three quarters of the farmers were for the bridge.', 'Of the 40 farmers, 30 were for it', false],
    ['60 percent of the votes were for the bridge.', FOR, false],
    ['Nearly two thirds of the inhabitants were for the bridge.', FOR, true],
    ['Almost two thirds of the farmers were for the bridge.', FOR, true],
    ['More than a quarter of all inhabitants were for the bridge.', FOR, false],
  ])('is one of what it is said to be of: %s', verifies('KEL-LIE-144'), (claim, quote, isAccused) => {
    expect(against(claim, quote, VOTE)?.includes('and not of') ?? false).toBe(isAccused);
  });
});
