import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { withoutForbiddenPlaces } from './forbidden-places.ts';

const STAND_IN = '(a place that was forbidden)';

describe('places that a person forbids', () => {
  it.each([
    ["Summarise. Don't send anything to a@b.test.", `Summarise. Don't send anything to ${STAND_IN}`],
    ['Schicke nichts an a@b.test', `Schicke nichts an ${STAND_IN}`],
    ['Never post to https://b.test/x', `Never post to ${STAND_IN}`],
    ['Do not mail a@b.test, mail c@d.test', `Do not mail ${STAND_IN} mail c@d.test`],
    ['Send it not to a@b.test but to c@d.test', `Send it not to ${STAND_IN} but to c@d.test`],
    ['Do not wait\nMail a@b.test', 'Do not wait\nMail a@b.test'],
  ])('are named for nothing: %s', verifies('KEL-TAINT-17'), (said, left) => {
    expect(withoutForbiddenPlaces(said)).toBe(left);
  });

  it.each(["Don't forget to mail a@b.test", 'Mail a@b.test', 'Mail no-reply@b.test', 'Send it without delay to a@b.test', 'Nothing else. Mail a@b.test'])('leaves what is wished: %s', verifies('KEL-TAINT-17'), (said) => {
    expect(withoutForbiddenPlaces(said)).toBe(said);
  });
});
