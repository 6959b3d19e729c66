import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { approvalId, approvalRecord } from '../../test/support/oversight-samples.ts';
import { asked, ended, entries, started, type Told } from '../../test/support/run-history.ts';
import { AT, RUN } from '../../test/support/run-samples.ts';
import { timesOf } from './run-times.ts';

const at = (sec: number): string => new Date(Date.parse(AT) + sec * 1_000).toISOString();

/** A call of a model that was tried from the one second to the other. */
const model = (fromSec: number, toSec: number, outcome = 'answered'): Told => {
  const { record, ...rest } = asked('plan/perceive') as { record: object };
  const attempt = { model_id: 'house/m', started_at: at(fromSec), duration_ms: (toSec - fromSec) * 1_000, first_byte_ms: null, outcome, fault: null, detail: '', waited_ms: 0 };
  return ['run.llm_ended', { ...rest, record: { ...record, attempts: [attempt] } }, toSec];
};
const tool = (fromSec: number, toSec: number): Told => {
  const evidence = { tool_id: 'shell', input: '{}', output_excerpt: '', outcome: 'completed', journal_ref: { kind: 'event', key: 'x' } };
  const outcome = { status: 'completed', shown: { text: '', total_chars: 0, whole: null }, changes: [], is_undoable: true, taint_class: 'owner_typed', sandbox: null, attempts: 1, duration_ms: (toSec - fromSec) * 1_000, error: null };
  return ['run.tool_ended', { run_id: RUN, call: 'c', action_hash: 'b'.repeat(64), evidence, outcome }, toSec];
};
const modelAsked = (sec: number): Told => ['run.llm_started', { run_id: RUN, call: 'plan/perceive', model_id: 'house/m', request_hash: 'a'.repeat(64) }, sec];
const question: Told = ['approval.requested', { record: approvalRecord(1, { runId: RUN }) }, 10, approvalId(1)];
const answer: Told = ['approval.resolved', { approval_id: approvalId(1), resolution: { by: 'expiry', approval_id: approvalId(1), reason: 'Nobody.' } }, 14, approvalId(1)];
const START: Told = ['run.started', started(), 0];
const times = (workedSec: number, ...told: Told[]) => timesOf(entries([START, ...told]), workedSec * 1_000);

describe('where the time of a run went', () => {
  it('is until the first model request, in models, in tools, waiting for a person, and in Keelson', verifies('KEL-SURF-08'), () => {
    expect(times(12, modelAsked(1), model(1, 4), tool(5, 7), question, answer, ['run.terminated', ended(), 16])).toEqual({ first_model_request_ms: 1_000, models_ms: 3_000, tools_ms: 2_000, waiting_ms: 4_000, harness_ms: 7_000 });
  });

  it('counts what runs side by side once, a model before a tool, and nothing while a person is waited for', verifies('KEL-SURF-08'), () => {
    expect(times(10, model(1, 4), model(2, 5), tool(3, 7), model(8, 8))).toMatchObject({ models_ms: 4_000, tools_ms: 2_000, harness_ms: 4_000 });
    expect(times(16, tool(9, 16), question, answer)).toMatchObject({ tools_ms: 3_000, waiting_ms: 4_000 });
    expect(times(16, tool(11, 13), question, answer)).toMatchObject({ tools_ms: 0, waiting_ms: 4_000 });
  });

  it('does not count what was answered before, and waits no longer than the run lasts', verifies('KEL-SURF-08'), () => {
    expect(times(1, model(1, 4, 'reused'))).toEqual({ first_model_request_ms: null, models_ms: 0, tools_ms: 0, waiting_ms: 0, harness_ms: 1_000 });
    expect(times(1, question, ['run.terminated', ended(), 12])).toMatchObject({ waiting_ms: 2_000 });
    expect(times(1, model(1, 4))).toMatchObject({ models_ms: 3_000, harness_ms: 0 });
  });

  it('counts a call that the end of the run cut off until then, and one that a crash cut off not at all', verifies('KEL-SURF-08'), () => {
    expect(times(30, modelAsked(1), ['run.terminated', ended(), 30])).toMatchObject({ models_ms: 29_000, harness_ms: 1_000 });
    expect(times(30, modelAsked(1), ['run.taken_over', {}, 20], ['run.terminated', ended(), 30])).toMatchObject({ models_ms: 0, harness_ms: 30_000 });
    expect(times(30, modelAsked(1), model(1, 4), ['run.terminated', ended(), 30])).toMatchObject({ models_ms: 3_000 });
  });
});
