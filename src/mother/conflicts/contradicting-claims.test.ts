import { describe, expect, it } from 'vitest';
import { claimOf } from '../../../test/support/conflict-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { contradict, contradictionBetween } from './contradicting-claims.ts';

describe('two claims', () => {
  it.each([
    ['The harbour gate opens at 07:00.', 'The harbour gate opens at 06:00.'],
    ['The harbour gate opens at 07:00.', 'From this year on the harbour gate opens at 06:00.'],
    ['THE GATE has 3 doors', 'the gate has 4 doors'],
    ['The bridge is safe.', 'The bridge is not safe.'],
    ["The bridge isn't safe here", 'The bridge safe here'],
    ['Das Tor ist offen.', 'Das Tor ist nicht offen.'],
  ])('contradict each other: %s / %s', verifies('KEL-CONF-03'), (one, other) => {
    expect([contradict(one, other), contradict(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['The gate opens at 07:00.', 'The gate opens at 07:00.'],
    ['In 2019 the gate opened at 07:00.', 'In 2020 the gate opened at 06:00.'],
    ['The gate opens at 07:00.', 'The bridge opens at 06:00.'],
    ['The gate opens at 07:00.', 'The gate opens at 07:00 and closes at 20:00.'],
    ['The bridge is safe.', 'The old bridge in the north is not safe.'],
    ['In 2019 the bridge was safe.', 'In 2020 the bridge was not safe.'],
    ['It is never not open.', 'It is open.'],
    ['7', '8'],
  ])('do not: %s / %s', verifies('KEL-CONF-03'), (one, other) => {
    expect([contradict(one, other), contradict(other, one)]).toEqual([false, false]);
  });

  it('are named as the first pair that does', verifies('KEL-CONF-03'), () => {
    const [three, four, other] = [claimOf('It has 3 legs.', 'a'), claimOf('It has 4 legs.', 'b'), claimOf('It is old.', 'c')];
    expect(contradictionBetween([other, three], [other, four])).toEqual([three, four]);
    expect(contradictionBetween([other], [three, four])).toBeUndefined();
  });
});
