import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { SideEffect } from '../../contracts/index.ts';
import { canonicalHash } from '../../kernel/index.ts';
import type { EffectContext, EffectDefinition, EffectHandler, RecordedStep } from '../../ledger/index.ts';
import { askedAgain, type RerunDivergence } from './asked-again.ts';

const REQUEST = { tool_id: 'read_file', role_id: 'coder', arguments: {}, definition_hash: 'a'.repeat(64), action_hash: 'b'.repeat(64), workspace: '/w', intentions: [], approval_id: null };
const CONTEXT = {} as EffectContext;
const RECORDED = 'as recorded';

interface Asking {
  readonly name: string;
  readonly sideEffect?: SideEffect;
  /** What the record has; the same question unless told otherwise. */
  readonly was?: unknown;
  readonly is?: unknown;
  readonly step?: Partial<RecordedStep> | null;
  readonly mayQuery?: boolean;
  readonly policy?: 'same_model_if_available' | 'current_equivalent_model';
}

async function asked({ name, sideEffect = 'read_only', was = RECORDED, is = 'anew', step = {}, mayQuery = false, policy = 'same_model_if_available' }: Asking): Promise<{ readonly came: unknown; readonly met: readonly RerunDivergence[] }> {
  const met: RerunDivergence[] = [];
  const steps: RecordedStep[] = step === null ? [] : [{ key: 'a', effect: name, sideEffect, isCompleted: true, requestHash: canonicalHash(REQUEST), ...step }];
  const recorded: EffectHandler = (_key, effect) => ({ ...effect, perform: async () => was as never });
  const effect: EffectDefinition<object, unknown> = { name, sideEffect, request: z.looseObject({}), result: z.unknown(), perform: async () => is };
  const handled = askedAgain(recorded, { steps, request: { allow_external_queries: mayQuery, model_reexecution_policy: policy }, onDivergence: (one) => void met.push(one) })('a', effect);
  return { came: await handled.perform(REQUEST, CONTEXT), met };
}

const answer = (text: string, callId: string) => ({ kind: 'answered', response: { message: { content: [{ type: 'text', text, id: callId, signature: callId, call_id: callId }] } } });
const said = (text: string) => canonicalHash([{ type: 'text', text }]);
const gave = (text: string, durationMs: number) => ({ status: 'completed', output: { text }, shown: { text }, duration_ms: durationMs });

describe('a rerun', () => {
  it('asks models again, and holds their words against those of the run without the numbers that providers give them', verifies('KEL-REPLAY-10', 'ELN-RULE-85', 'ELN-RULE-86'), async () => {
    expect(await asked({ name: 'model.call', was: answer('milk', '1'), is: answer('milk', '2') })).toEqual({ came: answer('milk', '2'), met: [] });
    expect(await asked({ name: 'model.call', was: answer('milk', '1'), is: answer('eggs', '1') })).toEqual({ came: answer('eggs', '1'), met: [{ kind: 'model_output_drift', key: 'a', explanation: 'The model answered otherwise.', originalHash: said('milk'), replayHash: said('eggs') }] });
    expect((await asked({ name: 'model.call', was: answer('milk', '1'), is: { kind: 'failed' } })).met).toEqual([{ kind: 'capability_unavailable', key: 'a', explanation: 'The model gave no answer this time.', originalHash: said('milk') }]);
    expect((await asked({ name: 'model.call', step: null, is: answer('eggs', '1') })).met).toEqual([]);
  });

  it('asks the models that the run had chosen, or chooses anew', verifies('KEL-REPLAY-10', 'ELN-RULE-85'), async () => {
    expect([(await asked({ name: 'model.route' })).came, (await asked({ name: 'model.route', policy: 'current_equivalent_model' })).came, (await asked({ name: 'model.route', step: null })).came]).toEqual([RECORDED, 'anew', 'anew']);
  });

  it('takes what is only read from the record where the same was asked, and what follows from its own course anew', verifies('KEL-REPLAY-10'), async () => {
    const anew = [null, { isCompleted: false }, { effect: 'other.effect' }, { requestHash: 'f'.repeat(64) }];
    expect((await asked({ name: 'context.read_project' })).came).toBe(RECORDED);
    for (const step of anew) expect(await asked({ name: 'context.read_project', step })).toEqual({ came: 'anew', met: [] });
    for (const name of ['run.decide_end', 'run.answer', 'phase.leave', 'counter.read', 'artifact.patch', 'model.together']) expect((await asked({ name })).came).toBe('anew');
  });

  it('calls a tool again only where it reads and may, and tells what it gives now', verifies('KEL-REPLAY-10', 'ELN-RULE-85', 'ELN-RULE-86'), async () => {
    expect(await asked({ name: 'tool.call', was: gave('milk', 1), is: gave('milk', 2), mayQuery: true })).toEqual({ came: gave('milk', 2), met: [] });
    const shown = (text: string) => canonicalHash({ status: 'completed', output: { text }, shown: { text } });
    expect((await asked({ name: 'tool.call', was: gave('milk', 1), is: gave('eggs', 1), mayQuery: true })).met).toEqual([{ kind: 'tool_output_drift', key: 'a', explanation: 'The tool gave something else.', originalHash: shown('milk'), replayHash: shown('eggs') }]);
    expect((await asked({ name: 'tool.call', step: null, is: gave('eggs', 1), mayQuery: true })).met).toEqual([]);
    expect(await asked({ name: 'tool.call', was: gave('milk', 1), is: gave('eggs', 1) })).toEqual({ came: gave('milk', 1), met: [] });
    expect(await asked({ name: 'tool.call', sideEffect: 'destructive', was: gave('milk', 1), is: gave('eggs', 1), mayQuery: true })).toEqual({ came: gave('milk', 1), met: [] });
  });

  it('says of what the run had not done that it was not done, and asks nobody', verifies('KEL-REPLAY-10', 'ELN-RULE-84', 'ELN-RULE-86', 'validation.replay_attempts_external_side_effect'), async () => {
    const changing = await asked({ name: 'tool.call', sideEffect: 'idempotent_write', step: null, mayQuery: true });
    const notCalled = 'read_file was not called like this in the run, and a replay does not call it.';
    const words = 'This is a replay of an earlier run: the tool was not called, because the run has no result of such a call.';
    expect(changing).toEqual({
      came: { status: 'failed', output: null, shown: { text: words, total_chars: words.length, whole: null }, changes: [], is_undoable: true, taint_class: 'owner_typed', sandbox: null, attempts: 1, duration_ms: 0, error: { code: 'run.replay_refused', message: words, next_step: 'Go on with what is known.', data: {} } },
      met: [{ kind: 'non_replayable_side_effect', key: 'a', explanation: notCalled }],
    });
    expect((await asked({ name: 'tool.call', step: null })).met).toEqual([{ kind: 'capability_unavailable', key: 'a', explanation: notCalled }]);
    expect(await asked({ name: 'tool.approve', sideEffect: 'idempotent_write', step: null })).toEqual({ came: { answer: 'denied', reason: 'a replay asks nobody' }, met: [{ kind: 'non_replayable_side_effect', key: 'a', explanation: 'Nobody was asked about this in the run, and a replay asks nobody.' }] });
    expect((await asked({ name: 'externalization.send', sideEffect: 'destructive', step: null })).met).toEqual([{ kind: 'non_replayable_side_effect', key: 'a', explanation: 'externalization.send was not done like this in the run, and a replay does not do it.' }]);
  });
});
