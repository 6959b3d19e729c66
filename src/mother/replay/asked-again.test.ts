import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { SideEffect } from '../../contracts/index.ts';
import { canonicalHash } from '../../kernel/index.ts';
import type { EffectContext, EffectDefinition, EffectHandler, RecordedStep } from '../../ledger/index.ts';
import { askedAgain, type RerunDivergence } from './asked-again.ts';

const REQUEST = { tool_id: 'read_file' };
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
    expect((await asked({ name: 'tool.call', was: gave('milk', 1), is: gave('eggs', 1), mayQuery: true })).met.map(({ kind }) => kind)).toEqual(['tool_output_drift']);
    expect((await asked({ name: 'tool.call', step: null, is: gave('eggs', 1), mayQuery: true })).met).toEqual([]);
    expect(await asked({ name: 'tool.call', was: gave('milk', 1), is: gave('eggs', 1) })).toEqual({ came: gave('milk', 1), met: [] });
    expect(await asked({ name: 'tool.call', sideEffect: 'destructive', was: gave('milk', 1), is: gave('eggs', 1), mayQuery: true })).toEqual({ came: gave('milk', 1), met: [] });
  });

  it('says of what the run had not done that it was not done, and asks nobody', verifies('KEL-REPLAY-10', 'ELN-RULE-84', 'ELN-RULE-86', 'validation.replay_attempts_external_side_effect'), async () => {
    const changing = await asked({ name: 'tool.call', sideEffect: 'idempotent_write', step: null, mayQuery: true });
    expect([changing.came, changing.met.map(({ kind }) => kind)]).toEqual([expect.objectContaining({ status: 'failed', changes: [], error: expect.objectContaining({ code: 'run.replay_refused' }) }), ['non_replayable_side_effect']]);
    expect((await asked({ name: 'tool.call', step: null })).met.map(({ kind }) => kind)).toEqual(['capability_unavailable']);
    const approving = await asked({ name: 'tool.approve', sideEffect: 'idempotent_write', step: null });
    expect([approving.came, approving.met.map(({ kind }) => kind)]).toEqual([{ answer: 'denied', reason: 'a replay asks nobody' }, ['non_replayable_side_effect']]);
    expect((await asked({ name: 'externalization.send', sideEffect: 'destructive', step: null })).met.map(({ kind }) => kind)).toEqual(['non_replayable_side_effect']);
  });
});
