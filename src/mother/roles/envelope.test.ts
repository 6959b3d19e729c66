import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ArtifactId, type Artifact, type WorkReport } from '../../contracts/index.ts';
import { sha256Hex } from '../../kernel/index.ts';
import { envelopeOf, readEnvelope, type ExpectedEnvelope } from './envelope.ts';

const CONTENT = new TextEncoder().encode('{"summary":"done"}');
const HASH = sha256Hex(CONTENT);
const artifact: Artifact = {
  artifact_id: sample.artifactId,
  run_id: sample.runId,
  type: 'ImplementationNotes',
  schema_ref: '#/schemas/ImplementationNotes',
  hash: HASH,
  content: { kind: 'blob', key: HASH },
  produced_by: 'coder',
  phase: 'execute',
  created_at: sample.time,
};
const expected: ExpectedEnvelope = { runId: sample.runId, taskId: sample.taskId, roleId: 'coder', artifacts: new Map([[artifact.artifact_id, artifact]]) };
const ports = { readBlob: async () => CONTENT };
const report: WorkReport = { status: 'completed', output: 'Done.', confidence: { score: 0.8, rationale: 'Tests pass.' }, risk: { level: 'low', rationale: 'One line.' }, artifacts: [], next_actions: [] };
const reference = { artifact_id: artifact.artifact_id, type: 'ImplementationNotes', schema_ref: '#/schemas/ImplementationNotes', hash: HASH };
const envelope = { run_id: sample.runId, task_id: sample.taskId, role_id: 'coder', status: 'success', confidence: report.confidence, risk: report.risk, artifacts: [reference], next_actions: [], errors: [] };

describe('what a role hands back', () => {
  it('is put into the envelope of its role by whoever sent it', verifies('ACI-38'), async () => {
    expect(await readEnvelope(envelopeOf(report, expected, []), expected, ports)).toEqual(envelope);
    const statuses = (['completed', 'uncertain', 'failed'] as const).map((status) => envelopeOf({ ...report, status }, expected, []));
    expect(statuses).toEqual([envelope, { ...envelope, status: 'needs_repair' }, { ...envelope, status: 'failed', errors: [{ code: 'role.failed', message: 'Done.' }] }]);
    expect(envelopeOf({ ...report, status: 'failed', output: '' }, expected, [])).toMatchObject({ errors: [{ code: 'role.failed', message: 'The role says that it failed.' }] });
    expect(envelopeOf({ ...report, status: 'failed' }, expected, [{ code: 'tool.failed', message: 'It broke.' }])).toMatchObject({ errors: [{ code: 'tool.failed', message: 'It broke.' }] });
  });

  it('is refused when it is anything else', verifies('ACI-38'), async () => {
    expect(await refusalOf(readEnvelope('All done!', expected, ports))).toMatchObject({ code: 'role.envelope_invalid', data: { role_id: 'coder', issues: [': Invalid input: expected object, received string'] } });
    const other = { ...envelope, run_id: sample.otherRunId, task_id: sample.otherTaskId, role_id: 'critic', artifacts: [{ ...reference, artifact_id: ArtifactId.parse('art_01JFGWZ0000000000000000009') }] };
    expect(await refusalOf(readEnvelope(other, expected, ports))).toMatchObject({
      data: {
        issues: [
          `run_id: the work belongs to ${sample.runId}`,
          `task_id: the work belongs to ${sample.taskId}`,
          'role_id: the work was given to coder',
          'artifacts: art_01JFGWZ0000000000000000009 was not registered for this work',
        ],
      },
    });
  });

  it('carries the types and hashes of what is stored, whatever was written into it', verifies('ACI-48'), async () => {
    const claimed = { ...envelope, artifacts: [{ ...reference, type: 'CodePatch', schema_ref: '#/schemas/CodePatch', hash: 'f'.repeat(64) }] };
    expect(await readEnvelope(claimed, expected, ports)).toEqual(envelope);
    const changed = new TextEncoder().encode('{"summary":"changed"}');
    expect((await readEnvelope(envelope, expected, { readBlob: async () => changed })).artifacts).toEqual([{ ...reference, hash: sha256Hex(changed) }]);
  });

  it('cannot say that the run is over', verifies('ROLES-01'), async () => {
    const termination = { run_id: sample.runId, reason: 'success', phase_at_termination: 'execute', timestamp: sample.time, details: 'I am done.', contributing_factors: [], can_retry: false, suggested_action: null, logged_by: 'mother', final_artifacts: [], unmet_criteria: [], delivery: { state: 'delivered', channel: 'cli', at: sample.time }, suspension: null };
    expect(await refusalOf(readEnvelope({ ...envelope, termination }, expected, ports))).toMatchObject({ code: 'role.envelope_invalid', data: { issues: ['termination: only the final envelope, which is Mother’s, carries a termination record'] } });
  });
});
