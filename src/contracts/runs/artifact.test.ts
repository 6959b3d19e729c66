import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { Artifact, ArtifactMetadata, ProtectionReason } from './artifact.ts';

describe('an artifact', () => {
  const artifact = {
    artifact_id: sample.artifactId,
    run_id: sample.runId,
    type: 'CodePatch',
    schema_ref: '#/schemas/CodePatch',
    hash: sample.sha256,
    content: sample.storageRef,
    produced_by: 'coder',
    phase: 'execute',
    created_at: sample.time,
  };

  it('carries a schema reference and a hash', () => {
    expect(Artifact.parse(artifact)).toEqual(artifact);
    expect(requiredFieldsOf(Artifact, artifact)).toEqual(Object.keys(artifact));
    expect(faultsOf(Artifact, { ...artifact, type: 'code patch', schema_ref: 'CodePatch', hash: 'ABC' })).toEqual([
      'type: expected a type name such as CodePatch',
      'schema_ref: expected #/schemas/TypeName',
      'hash: expected 64 lower-case hexadecimal digits',
    ]);
  });
});

describe('artifact metadata', () => {
  const active = {
    artifact_id: sample.artifactId,
    run_id: sample.runId,
    created_at: sample.time,
    status: 'active',
    protected: false,
    user_starred: false,
  };
  const starred = { ...active, protected: true, protection_reason: 'user_starred', user_starred: true };

  it('starts active and unprotected', verifies('MH4-6-11'), () => {
    expect(ArtifactMetadata.parse(active)).toEqual(active);
    expect(requiredFieldsOf(ArtifactMetadata, active)).toEqual(Object.keys(active));
    expect(faultsOf(ArtifactMetadata, { ...active, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
  });

  it('gives a reason for protection, and only then', verifies('MH4-6-11'), () => {
    const fault = ['protection_reason: a reason is given exactly when the artifact is protected'];
    expect(ProtectionReason.options).toEqual(['approved', 'golden_task', 'user_starred', 'compliance']);
    expect(faultsOf(ArtifactMetadata, { ...active, protected: true })).toEqual(fault);
    expect(faultsOf(ArtifactMetadata, { ...active, protection_reason: 'approved' })).toEqual(fault);
    expect(faultsOf(ArtifactMetadata, { ...active, protected: true, protection_reason: 'approved' })).toEqual([]);
  });

  it('protects what a person starred', verifies('MH4-6-11'), () => {
    expect(ArtifactMetadata.parse(starred)).toEqual(starred);
    expect(faultsOf(ArtifactMetadata, { ...active, user_starred: true })).toEqual(['protected: a starred artifact is protected']);
  });

  it('never schedules a protected artifact for deletion', verifies('MH4-6-11'), () => {
    const doomed = { ...active, status: 'scheduled_deletion', expires_at: sample.later };
    expect(faultsOf(ArtifactMetadata, doomed)).toEqual([]);
    expect(faultsOf(ArtifactMetadata, { ...starred, status: 'scheduled_deletion', expires_at: sample.later })).toEqual([
      'status: a protected artifact cannot be scheduled for deletion',
    ]);
  });

  it('says when it will be deleted and since when it is archived', verifies('MH4-6-11'), () => {
    expect(faultsOf(ArtifactMetadata, { ...active, status: 'scheduled_deletion' })).toEqual([
      'expires_at: a scheduled deletion says when',
    ]);
    expect(faultsOf(ArtifactMetadata, { ...active, status: 'archived' })).toEqual([
      'archived_at: an archived artifact says since when',
    ]);
    expect(faultsOf(ArtifactMetadata, { ...active, status: 'archived', archived_at: sample.later })).toEqual([]);
    expect(faultsOf(ArtifactMetadata, { ...active, status: 'deleted' })).toEqual([
      'status: Invalid option: expected one of "active"|"archived"|"scheduled_deletion"',
    ]);
  });
});
