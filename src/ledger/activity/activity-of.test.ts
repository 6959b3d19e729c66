import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { EventEnvelope } from '../../contracts/index.ts';
import { activityOf, isActivityType } from './activity-of.ts';

/** The latest stored example of every event. */
const stored = new Map(
  ['0.1.0', '0.2.0', '0.3.0', '0.4.0', '0.5.0', '0.6.0']
    .flatMap((version) => readFileSync(new URL(`../../../test/replay/events-${version}.jsonl`, import.meta.url), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as Pick<EventEnvelope, 'type' | 'payload'>)
    .map((event) => [event.type, event]),
);
const told = (type: string, payload: Record<string, unknown> = {}) => activityOf({ type, payload: { ...stored.get(type)?.payload, ...payload } } as Pick<EventEnvelope, 'type' | 'payload'>);

describe('the activity of a tenant', () => {
  it('has every event of policy in it: refusals, warnings, violations, approvals and a circuit that opens', verifies('MH4-CHK-10', 'ACI-34'), () => {
    const kinds = Object.fromEntries([...stored.keys()].filter(isActivityType).toSorted().map((type) => [type, told(type)?.kind]));
    expect(kinds).toEqual({
      'approval.decided_automatically': 'approval_automatic',
      'approval.refused': 'approval_refused',
      'approval.requested': 'approval_requested',
      'approval.resolved': 'approval_resolved',
      'externalization.recorded': 'left_the_product',
      'hard_call.lapsed': 'question_lapsed',
      'hard_call.raised': 'question_raised',
      'hard_call.resolved': 'question_resolved',
      'run.answer_judged': undefined,
      'run.artifact_waived': 'artifact_waived',
      'run.budget_adjusted': 'limit_raised',
      'run.budget_warned': 'warning',
      'run.cancel_requested': 'run_cancelled',
      'run.circuit_opened': 'circuit_opened',
      'run.conflict_resolved': 'conflict_resolved',
      'run.limit_reached': 'limit_reached',
      'run.started': 'run_started',
      'run.terminated': 'run_ended',
      'run.tool_answered': 'tool_success',
      'run.tool_refused': 'violation',
    });
  });

  it('tells a violation from a refusal, and words that were let through from those that were not', verifies('MH4-CHK-10'), () => {
    const error = { code: 'tool.role_not_allowed', message: 'a secret', next_step: 'x', data: {} };
    expect((['role', 'policy', 'schema', 'approval', 'budget'] as const).map((stage) => told('run.tool_refused', { tool_id: 'shell', stage, error })?.kind)).toEqual(['violation', 'violation', 'refusal', 'refusal', 'refusal']);
    expect(told('run.tool_refused', { tool_id: 'shell', stage: 'role', error })).toEqual({ kind: 'violation', says: 'shell was refused (role): tool.role_not_allowed.' });
    expect([told('run.answer_judged', { verdict: { decision: 'allow', rule: 'a', explanation: 'x' } }), told('run.answer_judged', { verdict: { decision: 'deny', rule: 'words.private', explanation: 'x' } })]).toEqual([undefined, { kind: 'words_withheld', says: 'Words were kept back: words.private.' }]);
  });

  it('tells of a request that a tool answered, with the tool and what it cost', verifies('MH4-4-17'), () => {
    expect(told('run.tool_answered')).toEqual({ kind: 'tool_success', says: 'list_directory answered the request; it cost 0.' });
  });

  it('leaves out what a run does step by step, and what was erased', verifies('ACI-34'), () => {
    expect([activityOf({ type: 'run.step_intended', payload: {} }), activityOf({ type: 'run.started', payload: null }), isActivityType('toString')]).toEqual([undefined, undefined, false]);
  });
});
