import { describe, expect, it } from 'vitest';
import { needed, task } from '../../../test/support/loop-samples.ts';
import { recordedDesk } from '../../../test/support/recorded-desk.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { KeelsonError, sha256Hex } from '../../kernel/index.ts';
import type { ToReviewCode } from '../engine.ts';
import { CRITIC_REVIEW_PROMPT } from '../prompts/critic-review/v1.ts';
import { askCritic } from './critic.ts';

const review: ToReviewCode = {
  key: 'review/1/critic',
  signal: new AbortController().signal,
  task,
  criteria: [needed('sum adds')],
  patches: [{ diff: '+a + b\n', files: [{ path: 'sum.js', change: 'modified', before_sha256: sha256Hex('a'), after_sha256: sha256Hex('b'), is_text: true }] }],
  tests: [],
  findings: ['There is a secret in sum.js.'],
};
const shared = { reasons: ['It adds.'], risk: { level: 'low', rationale: 'Small.' }, confidence: { score: 0.8, rationale: 'Read.' } } as const;
const PASS = { ...shared, verdict: 'pass', required_fixes: [] };
const FAIL = { ...shared, verdict: 'fail', required_fixes: [{ fix: 'Add.', test: 'npm test' }] };

describe('a critic', () => {
  it('is shown the diff, the tests, the criteria and what was found already, in one question', verifies('ROLES-40', 'KEL-CONF-10'), async () => {
    const desk = recordedDesk(PASS);
    expect(await askCritic(review, desk)).toEqual(PASS);
    expect(desk.asked).toEqual([{ key: 'review/1/critic', roleId: 'critic', head: CRITIC_REVIEW_PROMPT.head, body: expect.stringContaining('+a + b'), answerName: 'CriticReport', work: 'coding' }]);
    for (const part of ['modified: sum.js', '1. sum adds (verifiable, required)', 'No tests were run.', '1. There is a secret in sum.js.']) expect(desk.asked[0]?.body).toContain(part);
  });

  it('passes, or fails with explicit fixes; a fail without one is asked for again', verifies('ROLES-41', 'KEL-CONF-10'), async () => {
    expect(await askCritic(review, recordedDesk({ ...FAIL, required_fixes: [] }, FAIL))).toEqual(FAIL);
    expect(await askCritic(review, recordedDesk(...Array.from({ length: 3 }, () => ({ ...FAIL, required_fixes: [] }))))).toEqual({ unresolved: 'model.output_undecodable: The model gave no answer that fits.' });
  });

  it('leaves the question open when no model answers', verifies('KEL-CONF-10'), async () => {
    const silent = new KeelsonError('model.call_failed', { message: 'The model does not answer.', nextStep: 'Wait.', data: { model_id: 'm', fault: 'unreachable', attempts: 1, detail: '' } });
    expect(await askCritic(review, recordedDesk(silent))).toEqual({ unresolved: 'model.call_failed: The model does not answer.' });
  });
});
