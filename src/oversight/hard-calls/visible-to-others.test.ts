import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ASKED_AT, hardCall, hardCallId, NO, YES } from '../../../test/support/oversight-samples.ts';
import type { HardRevisionCall } from '../../contracts/index.ts';
import { isHeldBy, visibleToOthers } from './visible-to-others.ts';

describe('work that goes on beside a pending question', () => {
  const call = (context_visible_to_continuing_modules: HardRevisionCall['pending_policy']['context_visible_to_continuing_modules']) => hardCall(1, { prompt_text: 'Use sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH?', policy: { context_visible_to_continuing_modules } });
  const summary = { hard_call_id: hardCallId(1), call_kind: 'conflicting_evidence', blocking_scope: 'entire_run', since: ASKED_AT };

  it('sees no more of it than the policy shows', verifies('KEL-HARDCALL-10', 'ELN-RULE-29'), () => {
    expect([visibleToOthers(call('none')), visibleToOthers(call('hard_call_pending_summary'))]).toEqual([undefined, summary]);
    const { prompt_text: prompt = '', ...rest } = visibleToOthers(call('full_context_redacted')) ?? {};
    expect(rest).toEqual({ ...summary, option_labels: [YES.label, NO.label] });
    expect([prompt.startsWith('Use '), prompt.includes('abcdefghij')]).toEqual([true, false]);
  });

  it('is held only within the declared scope', verifies('KEL-HARDCALL-10', 'ELN-RULE-29'), () => {
    const held = (blocking_scope: HardRevisionCall['pending_policy']['blocking_scope']) => ['a', 'b', 'c'].filter((ref) => isHeldBy(hardCall(1, { policy: { blocking_scope, blocked_refs: ['a', 'b'], allowed_to_continue_refs: ['b'] } }), ref));
    expect([held('entire_run'), held('module'), held('side_effect_only')]).toEqual([['a', 'c'], ['a'], ['a']]);
  });
});
