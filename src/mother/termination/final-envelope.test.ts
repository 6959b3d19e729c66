import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { finishes, taskRig } from '../../../test/support/task-rig.ts';
import { ResultEnvelope, TerminationReason, type TerminationRecord } from '../../contracts/index.ts';
import { finalEnvelope } from './final-envelope.ts';

const record = (reason: TerminationReason): TerminationRecord => ({
  run_id: sample.runId,
  reason,
  phase_at_termination: 'execute',
  timestamp: sample.time,
  details: 'So it ended.',
  contributing_factors: [],
  can_retry: reason !== 'success',
  suggested_action: reason === 'success' ? null : 'retry',
  logged_by: 'mother',
  final_artifacts: [],
  unmet_criteria: [],
  delivery: { state: 'delivered', channel: 'command', at: sample.time },
  suspension: null,
});

describe('the last envelope of a run', () => {
  it('is the only one that carries the record of why it ended', verifies('MH4-1-08'), async () => {
    const rig = await taskRig({ turns: [{ answer: [{ type: 'tool_call', name: 'read_file', arguments: { path: 'notes.txt' } }] }, { answer: [finishes('It says hello.')] }] });
    await rig.write('notes.txt', 'hello\n');
    const { termination } = await rig.run();
    const envelopes = (await rig.told('run.envelope_returned')).map(({ envelope }) => envelope as ResultEnvelope);
    expect(envelopes.map(({ role_id, termination: carried }) => [role_id, carried])).toEqual([...envelopes.slice(0, -1).map(({ role_id }) => [role_id, undefined]), ['mother', termination]]);
    expect(envelopes.length).toBeGreaterThan(1);
  });

  it('says of every end what it is, and names what was not reached', verifies('MH4-1-08'), () => {
    const blocked = new Set(['blocked', 'approval_denied', 'user_cancelled']);
    for (const reason of TerminationReason.options) {
      const envelope = finalEnvelope(sample.taskId, record(reason));
      expect(ResultEnvelope.parse(envelope)).toEqual(envelope);
      expect([reason, envelope.status, envelope.errors]).toEqual([reason, reason === 'success' ? 'success' : blocked.has(reason) ? 'blocked' : 'failed', reason === 'success' ? [] : [{ code: reason, message: 'So it ended.' }]]);
    }
  });
});
