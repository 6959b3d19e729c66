import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { hardCall } from '../../../test/support/oversight-samples.ts';
import type { HardRevisionCall } from '../../contracts/index.ts';
import { isHeldBy } from './is-held-by.ts';

describe('work that goes on beside a pending question', () => {
  it('is held only within the declared scope', verifies('KEL-HARDCALL-10', 'ELN-RULE-29'), () => {
    const held = (blocking_scope: HardRevisionCall['pending_policy']['blocking_scope']) => ['a', 'b', 'c'].filter((ref) => isHeldBy(hardCall(1, { policy: { blocking_scope, blocked_refs: ['a', 'b'], allowed_to_continue_refs: ['b'] } }), ref));
    expect([held('entire_run'), held('module'), held('side_effect_only')]).toEqual([['a', 'c'], ['a'], ['a']]);
  });
});
