import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { artifactIdOf, claimOf, criticSays, workOf } from '../../../test/support/conflict-samples.ts';
import { subtaskIdOf } from '../../../test/support/loop-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { detectConflicts, isUnopposed } from './detect-conflicts.ts';
import type { ReviewedWork, RoundReview } from './round-review.ts';

const seen = (review: RoundReview) => detectConflicts(review).map(({ type, sides }) => ({ type, sides: sides.map(({ name }) => name) }));
const code = (more: Partial<ReviewedWork> = {}) => workOf(1, { roleId: 'coder', hasPatch: true, ...more });

describe('what roles of one round brought', () => {
  it('is no conflict where nobody disagrees', verifies('MH4-2-09', 'KEL-CONF-01'), () => {
    expect(seen({ works: [workOf(1), workOf(2)] })).toEqual([]);
    expect(seen({ works: [code({ testsPassed: true })], critic: criticSays('pass') })).toEqual([]);
    expect(isUnopposed({ works: [code()], critic: criticSays('pass') })).toBe(false);
    expect(isUnopposed({ works: [code()] })).toBe(false);
  });

  it('is critic against coder where the coder stands by what the critic refuses', verifies('MH4-2-09', 'KEL-CONF-01', 'MH4-2-19'), () => {
    const works = [code({ confidence: 0.7, testsPassed: false, citations: 2 })];
    const critic = criticSays('fail', { citations: 3 });
    expect(detectConflicts({ works, critic })).toEqual([
      {
        type: 'critic_vs_coder',
        sides: [
          { name: 'coder', roleId: 'coder', subtaskId: subtaskIdOf(1), stands: 'for', confidence: 0.7, evidenceCount: 3, risk: 'low', modelCalls: 1, artifactIds: [artifactIdOf(1)], position: 'part 1', evidence: ['call 1'] },
          { name: 'critic', roleId: 'critic', subtaskId: null, stands: 'against', confidence: 0.8, evidenceCount: 4, risk: 'medium', modelCalls: 1, artifactIds: [artifactIdOf(90)], position: 'It runs text.', evidence: ['To be fixed: Read it without running it. Shown by: Nothing is run.'] },
        ],
      },
    ]);
    expect(isUnopposed({ works, critic })).toBe(false);
  });

  it('goes back without a dispute where nobody stands by what the critic refuses', verifies('KEL-CONF-02'), () => {
    for (const works of [[code({ confidence: 0.69 })], [code({ confidence: 0.2, testsPassed: false })], [workOf(2)], []]) {
      expect(seen({ works, critic: criticSays('fail') })).toEqual([]);
      expect(isUnopposed({ works, critic: criticSays('fail') })).toBe(true);
    }
  });

  it('is tests against review where all tests pass on what the critic refuses, however sure the coder is', verifies('MH4-2-09', 'KEL-CONF-01'), () => {
    expect(seen({ works: [code({ testsPassed: true, confidence: 0.1 })], critic: criticSays('fail') })).toEqual([{ type: 'test_vs_review', sides: ['coder', 'critic'] }]);
    const two = [code({ testsPassed: true }), { ...code({ testsPassed: undefined }), subtaskId: subtaskIdOf(2) }];
    expect(seen({ works: two, critic: criticSays('fail') })).toEqual([{ type: 'critic_vs_coder', sides: ['coder 1', 'coder 2', 'critic'] }]);
  });

  it('is a contradiction of evidence where two roles claim what cannot both hold, each with its own sources', verifies('MH4-2-09', 'KEL-CONF-01'), () => {
    const works = [workOf(1, { claims: [claimOf('It opens at 07:00.', 'old.md')] }), workOf(2, { claims: [claimOf('It opens at 06:00.', 'a.md', 'b.md')] })];
    const [conflict] = detectConflicts({ works });
    expect(conflict?.type).toBe('evidence_contradiction');
    expect(conflict?.sides.map(({ name, evidenceCount, position, evidence }) => ({ name, evidenceCount, position, evidence }))).toEqual([
      { name: 'research 1', evidenceCount: 1, position: 'It opens at 07:00.', evidence: ['old.md: It opens at 07:00.'] },
      { name: 'research 2', evidenceCount: 2, position: 'It opens at 06:00.', evidence: ['a.md: It opens at 06:00.', 'b.md: It opens at 06:00.'] },
    ]);
  });

  it('are competing proposals where the same was asked side by side and answered differently', verifies('MH4-2-09', 'KEL-CONF-01'), () => {
    const proposals = [workOf(1, { intent: 'Name it', output: 'Petrel' }), workOf(2, { intent: ' name  IT', output: 'Plover' })];
    expect(seen({ works: proposals })).toEqual([{ type: 'competing_proposals', sides: ['research 1', 'research 2'] }]);
    expect(seen({ works: proposals.map((work) => ({ ...work, output: 'Petrel' })) })).toEqual([]);
    expect(seen({ works: proposals.map((work, at) => ({ ...work, sequence: at + 1 })) })).toEqual([]);
  });

  it('is ambiguous where enough was found and one role claims both', verifies('MH4-2-09', 'KEL-CONF-01'), () => {
    const both = workOf(1, { claims: [claimOf('It opens at 07:00.', 'old.md'), claimOf('It opens at 06:00.', 'new.md')] });
    expect(seen({ works: [both] })).toEqual([{ type: 'retrieval_ambiguity', sides: ['research, first reading', 'research, second reading'] }]);
    expect(seen({ works: [{ ...both, lacksEvidence: true }] })).toEqual([]);
  });

  it('is doubtful where its own maker holds the opposite for as likely', verifies('MH4-2-09', 'KEL-CONF-01'), () => {
    expect(seen({ works: [workOf(1, { confidence: 0.49 }), workOf(2, { confidence: 0.5 })] })).toEqual([{ type: 'low_confidence_output', sides: ['research'] }]);
  });

  it('is in one conflict at most, the first of a fixed order', verifies('MH4-2-09', 'KEL-CONF-01'), () => {
    const doubtful = { confidence: 0.1, intent: 'Look', output: 'a', claims: [claimOf('It has 3 legs.', 'a.md'), claimOf('It has 5 legs.', 'a.md')] };
    const works = [workOf(1, doubtful), workOf(2, { ...doubtful, output: 'b', claims: [claimOf('It has 4 legs.', 'b.md')] })];
    expect(seen({ works })).toEqual([{ type: 'evidence_contradiction', sides: ['research 1', 'research 2'] }]);
    expect(seen({ works: works.map((work, at) => ({ ...work, claims: at === 0 ? work.claims : [] })) })).toEqual([{ type: 'competing_proposals', sides: ['research 1', 'research 2'] }]);
    expect(seen({ works: [workOf(1, doubtful)] })).toEqual([{ type: 'retrieval_ambiguity', sides: ['research, first reading', 'research, second reading'] }]);
    expect(seen({ works: [code({ ...doubtful, confidence: 0.1 })], critic: criticSays('fail') })).toEqual([]);
  });

  it('comes to the same conflicts whatever else is there, and never twice about one subtask', verifies('MH4-2-09', 'MH4-2-12'), () => {
    const work = fc.record({ confidence: fc.constantFrom(0.1, 0.6, 0.9), output: fc.constantFrom('a', 'b'), intent: fc.constantFrom('x', 'y'), sequence: fc.constantFrom(1, 2), hasPatch: fc.boolean(), testsPassed: fc.constantFrom(true, false, undefined), number: fc.constantFrom(3, 4) });
    fc.assert(
      fc.property(fc.array(work, { maxLength: 6 }), fc.constantFrom('pass', 'fail', undefined), (made, verdict) => {
        const works = made.map(({ number, ...more }, at) => workOf(at + 1, { ...more, claims: more.hasPatch ? [] : [claimOf(`It has ${number} legs.`, 'a.md')] }));
        const found = detectConflicts({ works, ...(verdict !== undefined && { critic: criticSays(verdict) }) });
        const named = found.flatMap(({ sides }) => [...new Set(sides.flatMap(({ subtaskId }) => subtaskId ?? []))]);
        expect(new Set(named).size).toBe(named.length);
        for (const { sides } of found) expect(new Set(sides.map(({ name }) => name)).size).toBe(sides.length);
      }),
    );
  });
});
