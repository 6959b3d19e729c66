import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { unsupported } from './claim-support.ts';
import { turnedInPlace } from './quoted-in-place.ts';
import { placesOf } from './quoted-places.ts';

const said = (text: string, quote: string, claim: string, context = ''): string | undefined => turnedInPlace({ claim, quotes: [quote], text, context });

const MINUTES = 'After a long debate it was resolved that the choir will not tour in May with the brass band, since half of the basses are away.';
const JUDGMENT = '# Case\n\n## What the claimant says\n\nThe claimant submits that the Board was warned twice. A second letter was sent in March.\n\n## What the court finds\n\nThe court finds that the Board was warned once.\n';
const FAMILY = 'Johannes Tveit the elder (1801-1866) was a boatbuilder. He never left the fjord.\n\nHis son Nils kept the farm.\n\nJohannes Tveit the younger (1859-1931), son of Nils, sailed to Boston in 1881.\n';
const STATUTES = '# Statutes\n\n## Article 7 (until 2019, no longer in force)\n\nWho misses three rehearsals is struck off.\n\n## Article 7 (since 2020)\n\nWho misses five rehearsals is invited to a talk.\n';

describe('the place of a quotation', () => {
  it('is its sentence, what stands before it there, the sentence before and the headings above', verifies('KEL-LIE-80'), () => {
    const text = '# One\n\n## Two\n\nIt rained all day. The gate was open until\nsix. Nobody came.\n\n# Three\n\nThe gate was shut.\n';
    expect(placesOf('gate was', text)).toEqual([
      { sentence: 'The gate was open until', before: 'The ', earlier: 'It rained all day.', headings: ['One', 'Two'] },
      { sentence: 'The gate was shut.', before: 'The ', earlier: '', headings: ['Three'] },
    ]);
    expect(placesOf('open. It is', 'The gate is open. It is late.')).toEqual([{ sentence: 'The gate is open. It is', before: 'The gate is ', earlier: '', headings: [] }]);
    expect([placesOf('', text), placesOf('nowhere', text)]).toEqual([[], []]);
  });

  it('goes on in the next line where the page was full, and nowhere else', verifies('KEL-LIE-80'), () => {
    const full = 'After a long debate about the band it was resolved that it will not';
    expect(placesOf('tour in May', `${full}\ntour in May.`).map(({ before }) => before)).toEqual([`${full} `]);
    expect(placesOf('tour in May', 'It will not\ntour in May.').map(({ before }) => before)).toEqual(['']);
    expect(placesOf('Tour in May', `${full}\nTour in May.`).map(({ before }) => before)).toEqual(['']);
  });
});

describe('a quotation that is read where it stands', () => {
  it('may not be cut off behind the word that denies it', verifies('KEL-LIE-80'), () => {
    const quote = 'tour in May with the brass band';
    expect(said(MINUTES, quote, 'It was resolved that the choir will tour in May with the brass band.')).toBe('its source has "not" before what is quoted');
    expect(said(MINUTES, quote, 'The choir will not tour in May with the brass band.')).toBeUndefined();
    expect(said(MINUTES, quote, 'The tour in May with the brass band was called off.')).toBeUndefined();
    expect(said(MINUTES, quote, 'There is a brass band.')).toBeUndefined();
    expect(said('They did not sing, the choir will tour in May with the brass band.', quote, 'The choir will tour in May with the brass band.')).toBeUndefined();
    expect(said(`${MINUTES}\n\nThen the choir will tour in May with the brass band.`, quote, 'The choir will tour in May with the brass band.')).toBeUndefined();
  });

  it('is of whoever says it there, and what is only alleged is no fact', verifies('KEL-LIE-81'), () => {
    const quote = 'the Board was warned twice';
    expect(said(JUDGMENT, quote, 'The court finds that the Board was warned twice.')).toBe('in its source it is what the claimant submits');
    expect(said(JUDGMENT, quote, 'The Board was warned twice.')).toBe('in its source it is what the claimant submits');
    expect(said(JUDGMENT, quote, 'The claimant says that the Board was warned twice.')).toBeUndefined();
    expect(said(JUDGMENT, quote, 'According to one side the Board was warned twice.')).toBeUndefined();
    expect(said(JUDGMENT, 'the Board was warned once', 'The court finds that the Board was warned once.')).toBeUndefined();
    expect(said(JUDGMENT, 'the Board was warned once', 'The Board was warned once.')).toBeUndefined();
    expect(said(JUDGMENT, 'A second letter was sent', 'The court finds that a second letter was sent.')).toBe('in its source it stands under "What the claimant says"');
    expect(said(JUDGMENT, 'A second letter was sent', 'A second letter was sent.')).toBeUndefined();
    expect(said('The report says that it rained.', 'it rained', 'It rained.')).toBeUndefined();
    expect(said('# Minutes\n\nThe treasurer says that funds are low.', 'funds are low', 'The minutes state that funds are low.')).toBeUndefined();
  });

  it('is of the one of whom it is said, and not of another of that name', verifies('KEL-LIE-81'), () => {
    const quote = 'sailed to Boston in 1881';
    expect(said(FAMILY, quote, 'Johannes Tveit the elder sailed to Boston in 1881.')).toBe('its source says it of Tveit younger, not of Tveit elder');
    expect(said(FAMILY, quote, 'Johannes Tveit the younger sailed to Boston in 1881.')).toBeUndefined();
    expect(said(FAMILY, 'He never left the fjord.', 'Johannes Tveit the younger never left the fjord.')).toBe('its source says it of Tveit elder, not of Tveit younger');
    expect(said(FAMILY, 'He never left the fjord.', 'Johannes Tveit the elder never left the fjord.')).toBeUndefined();
    expect(said('Unit 4 failed twice. Unit 5 ran well.', 'ran well', 'Unit 4 ran well.')).toBe('its source says it of Unit 5, not of Unit 4');
    expect(said('In 2020 it rained. In 2021 the sun shone.', 'the sun shone', 'In 2020 the sun shone.')).toBeUndefined();
    expect(said('Unit 5 ran well.', 'ran well', 'Unit 4 ran well.')).toBeUndefined();
    expect(said('# Unit 4\n\nBeside Unit 5 it ran well.', 'it ran well', 'Unit 4 ran well.')).toBeUndefined();
  });

  it('is void where its heading says so, and what holds today was asked or is claimed', verifies('KEL-LIE-81'), () => {
    const quote = 'Who misses three rehearsals is struck off.';
    const under = 'in its source it stands under "Article 7 (until 2019, no longer in force)"';
    expect(said(STATUTES, quote, 'As it is in force today, who misses three rehearsals is struck off.')).toBe(under);
    expect(said(STATUTES, quote, 'Who misses three rehearsals is struck off.', 'What follows today?\nstatutes.md')).toBe(under);
    expect(said(STATUTES, quote, 'Who misses three rehearsals is struck off.')).toBeUndefined();
    expect(said(STATUTES, quote, 'Until 2019 it was three, today it is five.')).toBeUndefined();
    expect(said('# Proposed changes\n\nThe fee rises to five.', 'The fee rises to five.', 'The fee rises to five.', 'What is currently proposed?\na.md')).toBeUndefined();
    expect(said(STATUTES, 'Who misses five rehearsals', 'Today, who misses five rehearsals is invited to a talk.')).toBeUndefined();
  });

  it('is looked for in all of its source, where only a line of that was read', verifies('KEL-LIE-80'), () => {
    const [claim, quote] = ['Today who misses three rehearsals is struck off.', 'Who misses three rehearsals is struck off.'];
    expect(unsupported({ claim, texts: [quote], quotes: [quote], whole: STATUTES, context: '' })).toBe('in its source it stands under "Article 7 (until 2019, no longer in force)"');
    expect(unsupported({ claim, texts: [quote], quotes: [quote], context: '' })).toBeUndefined();
  });
});

describe('a quotation that begins behind its doubt', () => {
  const text = 'The coating may lessen the growth of mussels. It is no longer the case that dogs are allowed on all decks.';

  it('is not certain', verifies('KEL-LIE-116'), () => {
    expect(said(text, 'lessen the growth of mussels', 'The coating lessens the growth of mussels.')).toBe('its source has "may" before what is quoted');
    expect(said(text, 'lessen the growth of mussels', 'The coating might lessen the growth of mussels.')).toBeUndefined();
    expect(said(text, 'may lessen the growth of mussels', 'The coating may lessen growth.')).toBeUndefined();
  });

  it('is not so, where it is no longer the case', verifies('KEL-LIE-116'), () => {
    expect(said(text, 'dogs are allowed on all decks', 'Dogs are allowed on all decks.')).toBe('its source has "no" before what is quoted');
    expect(said(text, 'dogs are allowed on all decks', 'Dogs are no longer allowed on all decks.')).toBeUndefined();
  });
});
