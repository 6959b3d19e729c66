import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { STEP_IDEMPOTENCY_KEY } from '../../../test/support/validated-appends.ts';
import { StepIdempotencyKey } from '../../contracts/index.ts';
import { sha256Hex } from '../../kernel/index.ts';
import { stepIdempotencyKeyString } from './step-idempotency-key.ts';

describe('the text of a step idempotency key', () => {
  const key = StepIdempotencyKey.parse(STEP_IDEMPOTENCY_KEY);

  it('is the hash of its canonical JSON, whatever the order of its fields', verifies('KEL-VALIDATE-06'), () => {
    const { run_id: runId, target_ref_hash: target, input_payload_hash: input } = key;
    const canonical = `{"attempt_class":"first","input_payload_hash":"${input}","plan_id":"plan-1","run_id":"${runId}","schema_version":"1.0","step_id":"step-1","step_kind":"edit_artifact","target_ref_hash":"${target}"}`;
    expect(stepIdempotencyKeyString(key)).toBe(sha256Hex(canonical));
    expect(stepIdempotencyKeyString(Object.fromEntries(Object.entries(key).reverse()) as typeof key)).toBe(sha256Hex(canonical));
  });

  it('differs between attempts that differ in any field, their class included', verifies('KEL-VALIDATE-06', 'ELN-RULE-25'), () => {
    const attempts = StepIdempotencyKey.shape.attempt_class.options.map((attempt_class) => ({ ...key, attempt_class }));
    const others = [{ ...key, step_id: 'step-2' }, { ...key, previous_attempt_hash: 'a'.repeat(64) }, { ...key, input_payload_hash: 'b'.repeat(64) }];
    expect(StepIdempotencyKey.shape.attempt_class.options).toEqual(['first', 'retry', 'regenerate']);
    expect(new Set([...attempts, ...others].map(stepIdempotencyKeyString)).size).toBe(6);
  });
});
