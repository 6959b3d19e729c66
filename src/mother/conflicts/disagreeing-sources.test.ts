import { describe, expect, it } from 'vitest';
import { workOf } from '../../../test/support/conflict-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { ReviewedWork } from './round-review.ts';
import { detectConflicts } from './detect-conflicts.ts';
import { opposedClaims, twoReadings } from './disagreeing-sources.ts';

const GATE: ReviewedWork['disagreements'][number] = { about: 'the harbour gate opens at …', values: [{ path: 'old.md', chunk_id: 'a', value: '07:00' }, { path: 'new.md', chunk_id: 'b', value: '06:00' }] };
const citing = (claim: string, ...quotes: readonly string[]): ReviewedWork['claims'][number] => ({ claim, citations: quotes.map((quote) => ({ source: 'a.md', quote })) });
const EARLY = citing('Ships come in early.', 'The harbour gate opens at 06:00.');
const LATE = citing('Nobody comes in before breakfast.', 'The harbour gate opens at 07:00.');
const OTHER = citing('It is green.', 'The gate is green all over.');
const typesOf = (...works: readonly ReviewedWork[]): string[] => detectConflicts({ works }).map(({ type }) => type);

describe('works that rest on sources which disagree', () => {
  it('contradict each other, whatever words they found for it and whoever of them was given both', verifies('KEL-RETR2-04'), () => {
    const works = [workOf(1, { claims: [OTHER, EARLY] }), workOf(2, { claims: [LATE], disagreements: [GATE] })] as const;
    expect(opposedClaims(...works)).toEqual([EARLY, LATE]);
    expect(typesOf(...works)).toEqual(['evidence_contradiction']);
  });

  it('do not where they rest on the same, on something else, or name both', verifies('KEL-RETR2-04'), () => {
    const early = workOf(1, { claims: [EARLY], disagreements: [GATE] });
    const both = citing('It was changed.', 'The harbour gate opens at 07:00.', 'The harbour gate opens at 06:00.');
    for (const claims of [[EARLY], [OTHER], [both], []]) expect(opposedClaims(early, workOf(2, { claims, disagreements: [GATE] }))).toBeUndefined();
    expect(opposedClaims(workOf(1, { claims: [EARLY] }), workOf(2, { claims: [LATE] }))).toBeUndefined();
  });
});

describe('work that was given sources which disagree', () => {
  const oneSided = workOf(1, { claims: [EARLY], disagreements: [GATE] });

  it('can be read in two ways when it rests on one of them and tells nobody of the other', verifies('KEL-RETR2-05'), () => {
    const sentence = 'the harbour gate opens at 07:00';
    expect(twoReadings(oneSided)).toEqual([EARLY, { claim: sentence, citations: [{ source: 'old.md', quote: sentence }] }]);
    expect(typesOf(oneSided)).toEqual(['retrieval_ambiguity']);
    expect(typesOf(workOf(1, { ...oneSided, output: 'At 06:00, in room 107:001.' }))).toEqual(['retrieval_ambiguity']);
  });

  it.each<[string, Partial<ReviewedWork>]>([
    ['names both values in what it says', { output: 'At 06:00; older papers have 07:00.' }],
    ['says where another value stands', { output: 'At 06:00, which old.md has otherwise.' }],
    ['leaves it as a question', { openQuestions: ['Why do some say 07:00?'] }],
    ['has a claim for the other', { claims: [EARLY, LATE] }],
    ['rests on neither', { claims: [OTHER] }],
    ['found too little anyway', { lacksEvidence: true }],
    ['met no disagreement', { disagreements: [] }],
  ])('is no matter of dispute when it %s', verifies('KEL-RETR2-05'), (_what, more) => {
    expect(typesOf({ ...oneSided, ...more })).toEqual([]);
  });
});
