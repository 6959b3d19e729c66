import type { z } from 'zod';
import { ResultEnvelope, type Artifact, type ArtifactId, type ArtifactReference, type EnvelopeError, type EnvelopeStatus, type RoleId, type RunId, type StorageRef, type TaskId, type WorkReport } from '../../contracts/index.ts';
import { KeelsonError, sha256Hex } from '../../kernel/index.ts';

/** What whoever sent the role to work knows better than the role. */
export interface ExpectedEnvelope {
  readonly runId: RunId;
  readonly taskId: TaskId;
  readonly roleId: RoleId;
  /** What was registered for this work. */
  readonly artifacts: ReadonlyMap<ArtifactId, Artifact>;
}

export interface EnvelopePorts {
  readBlob(ref: StorageRef): Promise<Uint8Array>;
}

/**
 * Takes what a role handed back for an envelope, or refuses it with `role.envelope_invalid`; the role may then be asked
 * again a bounded number of times. Types and hashes of artifacts come from what is stored, whatever the role wrote.
 */
export async function readEnvelope(raw: unknown, expected: ExpectedEnvelope, { readBlob }: EnvelopePorts): Promise<ResultEnvelope> {
  const parsed = ResultEnvelope.safeParse(raw);
  if (!parsed.success) throw invalid(expected.roleId, parsed.error.issues.map(issueText));
  const envelope = parsed.data;
  const issues = [
    ...(envelope.run_id === expected.runId ? [] : [`run_id: the work belongs to ${expected.runId}`]),
    ...(envelope.task_id === expected.taskId ? [] : [`task_id: the work belongs to ${expected.taskId}`]),
    ...(envelope.role_id === expected.roleId ? [] : [`role_id: the work was given to ${expected.roleId}`]),
    ...envelope.artifacts.filter(({ artifact_id: id }) => !expected.artifacts.has(id)).map(({ artifact_id: id }) => `artifacts: ${id} was not registered for this work`),
  ];
  if (issues.length > 0) throw invalid(expected.roleId, issues);
  const artifacts: ArtifactReference[] = [];
  for (const { artifact_id: id } of envelope.artifacts) {
    const artifact = expected.artifacts.get(id);
    if (artifact !== undefined) artifacts.push(await referenceTo(artifact, readBlob));
  }
  return { ...envelope, artifacts };
}

async function referenceTo({ artifact_id, type, schema_ref, content }: Artifact, readBlob: EnvelopePorts['readBlob']): Promise<ArtifactReference> {
  return { artifact_id, type, schema_ref, hash: sha256Hex(await readBlob(content)) };
}

const STATUS: Readonly<Record<WorkReport['status'], EnvelopeStatus>> = { completed: 'success', uncertain: 'needs_repair', failed: 'failed' };

/** What an executor reported, in the envelope of its role; what it calls finished is only its word. */
export function envelopeOf(report: WorkReport, { runId, taskId, roleId, artifacts }: ExpectedEnvelope, errors: readonly EnvelopeError[]): unknown {
  return {
    run_id: runId,
    task_id: taskId,
    role_id: roleId,
    status: STATUS[report.status],
    confidence: report.confidence,
    risk: report.risk,
    artifacts: [...artifacts.values()].map(({ artifact_id, type, schema_ref, hash }) => ({ artifact_id, type, schema_ref, hash })),
    next_actions: report.next_actions,
    errors: report.status === 'failed' && errors.length === 0 ? [{ code: 'role.failed', message: report.output === '' ? 'The role says that it failed.' : inFewWords(report.output) }] : [...errors],
  };
}

/** What a role says of its failure; all of it stands with its result. */
const FAILURE_CHARS_MAX = 2_000;

function inFewWords(text: string): string {
  return text.length <= FAILURE_CHARS_MAX ? text : `${text.slice(0, FAILURE_CHARS_MAX).toWellFormed()}…`;
}

function issueText({ path, message }: z.core.$ZodIssue): string {
  return `${path.join('.')}: ${message}`;
}

function invalid(roleId: RoleId, issues: string[]): KeelsonError<'role.envelope_invalid'> {
  return new KeelsonError('role.envelope_invalid', {
    message: `What ${roleId} handed back is no result: ${issues.join('; ')}.`,
    nextStep: 'Show the role what is wrong and let it answer again, as often as its contract allows.',
    data: { role_id: roleId, issues },
  });
}
