import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { accepted, refused, RUN, STEP_IDEMPOTENCY_KEY, stepCompleted, stepIntended, verdictOn, without, type Verdict } from '../../../test/support/validated-appends.ts';
import type { JsonObject } from '../../contracts/index.ts';

describe('a step of a revision plan', () => {
  const dispatches = [stepIntended, stepCompleted] as const;
  const keyed = (changes: JsonObject = {}): JsonObject => ({ step_idempotency_key: { ...STEP_IDEMPOTENCY_KEY, ...changes } });
  const each = (effect: string, request: JsonObject): Verdict[] => dispatches.map((dispatch) => verdictOn([dispatch(effect, request)]));
  const both = (code: string, detail: string): Verdict[] => [refused(code, 'run.step_intended', detail), refused(code, 'run.step_completed', detail)];

  it('is dispatched with its idempotency key', verifies('validation.step_idempotency_key_missing'), () => {
    const by = both('validation.step_idempotency_key_missing', 'the revision step "execute/1/ask" has no whole idempotency key');
    expect(each('revision.edit_artifact', {})).toEqual(by);
    expect(each('revision.edit_artifact', { step_idempotency_key: without(STEP_IDEMPOTENCY_KEY, 'plan_id') as JsonObject })).toEqual(by);
    expect(each('revision.edit_artifact', keyed())).toEqual([accepted(), accepted()]);
    expect(each('model.call', { effect: 'revision.edit_artifact' })).toEqual([accepted(), accepted()]);
  });

  it('is of a registered kind', verifies('validation.step_idempotency_kind_unregistered'), () => {
    expect(each('revision.polish', keyed({ step_kind: 'polish' }))).toEqual(both('validation.step_idempotency_kind_unregistered', '"polish" is no registered kind of revision step'));
    expect(each('revision.run_tool', keyed({ step_kind: 'run_tool' }))).toEqual([accepted(), accepted()]);
  });

  it('is of one kind to its effect and to its key', verifies('validation.step_idempotency_parallel_enum_drift'), () => {
    const by = both('validation.step_idempotency_parallel_enum_drift', 'the step "execute/1/ask" is edit_file to its effect and edit_artifact to its key');
    expect(each('revision.edit_file', keyed())).toEqual(by);
    expect(each('revision.edit_artifact', keyed())).toEqual([accepted(), accepted()]);
    const { intent: _before, ...result } = stepCompleted('revision.edit_file').payload['result'] as JsonObject;
    expect(verdictOn([{ ...stepCompleted('revision.edit_file'), payload: { run_id: RUN, result } }])).toEqual(accepted());
  });
});
