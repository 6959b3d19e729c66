import { CodePatch, ResearchNotes, RetrievalReport, schemaRef, TestResults, type CitedClaim, type CriticReport, type StorageRef } from '../../contracts/index.ts';
import { reviewArtifacts, type ReviewFinding } from '../../evaluation/index.ts';
import { contradictionsOf } from '../../library/index.ts';
import { evidenceLine } from '../../tools/index.ts';
import { referenceTo } from '../artifacts/artifact-gates.ts';
import type { ReviewedWork } from '../conflicts/round-review.ts';
import type { Dispatched } from './round.ts';

/** What a role brought, as a review compares it with what the others brought. */
export function reviewedWork({ subtask, role, outcome, envelope, artifacts, execution, calls }: Dispatched): ReviewedWork {
  const notes = contentsOf(artifacts, 'ResearchNotes', ResearchNotes);
  const claims = notes.flatMap((one): CitedClaim[] => one.claims);
  const tests = contentsOf(artifacts, 'TestResults', TestResults).at(-1);
  return {
    subtaskId: subtask.subtask_id,
    roleId: role.role_id,
    sequence: subtask.sequence,
    intent: subtask.intent,
    output: typeof outcome.output === 'string' ? outcome.output : JSON.stringify(outcome.output),
    confidence: envelope.confidence.score,
    risk: envelope.risk.level,
    artifactIds: envelope.artifacts.map(({ artifact_id: id }) => id),
    citations: claims.reduce((sum, { citations }) => sum + citations.length, 0),
    claims,
    openQuestions: notes.flatMap((one) => one.open_questions),
    disagreements: calls.flatMap(contradictionsOf),
    hasPatch: patchesOf(artifacts).length > 0,
    testsPassed: tests === undefined ? undefined : havePassed(tests),
    lacksEvidence: contentsOf(artifacts, 'RetrievalReport', RetrievalReport).some(({ gates_passed: passed }) => !passed),
    modelCalls: execution.modelCalls,
    evidence: calls.map(({ evidence }) => evidenceLine(evidence)),
  };
}

/** Tests of which none ran show nothing, whatever the program says in the end. */
function havePassed({ exit_code: code, counts }: TestResults): boolean | undefined {
  if (counts?.run === 0) return undefined;
  return code === 0 && (counts === null || counts.failed === 0);
}

export function patchesOf(artifacts: Dispatched['artifacts']): CodePatch[] {
  return contentsOf(artifacts, 'CodePatch', CodePatch);
}

export function testsOf(artifacts: Dispatched['artifacts']): TestResults[] {
  return contentsOf(artifacts, 'TestResults', TestResults);
}

function contentsOf<Content>(artifacts: Dispatched['artifacts'], type: string, schema: { parse(content: unknown): Content }): Content[] {
  return artifacts.filter(({ reference }) => reference.type === type).map(({ content }) => schema.parse(content));
}

/**
 * What a review without a judge found that closes the gate, whoever thinks well of the work. Code is not among it: what counts
 * there is what the whole run leaves, and not what one piece of work did on the way.
 */
export function blockingFindings({ artifacts, calls }: Pick<Dispatched, 'artifacts' | 'calls'>): ReviewFinding[] {
  const handed = artifacts.filter(({ reference }) => reference.type !== 'CodePatch').map(({ reference: { type }, content }) => ({ type, schemaRef: schemaRef(type), content }));
  const chunkText = ({ chunk_id: id }: { readonly chunk_id: string }): string | undefined => calls.flatMap(({ outcome }) => chunksIn(outcome.output)).find((chunk) => chunk.chunk_id === id)?.text;
  return reviewArtifacts(handed, { calls, usedRetrieval: false, chunkText }).filter(({ severity }) => severity === 'blocking');
}

export function findingsInCode(patch: CodePatch): ReviewFinding[] {
  return reviewArtifacts([{ type: 'CodePatch', schemaRef: schemaRef('CodePatch'), content: patch }]).filter(({ severity }) => severity === 'blocking');
}

/** The chunks that a retrieval gave back, with their text. */
function chunksIn(output: unknown): { readonly chunk_id: string; readonly text: string }[] {
  if (Array.isArray(output)) return output.flatMap(chunksIn);
  if (typeof output !== 'object' || output === null) return [];
  const { chunk_id: id, text } = output as { chunk_id?: unknown; text?: unknown };
  return [...(typeof id === 'string' && typeof text === 'string' ? [{ chunk_id: id, text }] : []), ...Object.values(output).flatMap(chunksIn)];
}

export function refsOfArtifacts(artifacts: Dispatched['artifacts']): StorageRef[] {
  return artifacts.map(({ reference }) => referenceTo(reference));
}

/** Passages in backquotes that stand in the patch: an objection that shows what it is about. */
export function quotedPassages({ reasons }: CriticReport, patches: readonly CodePatch[]): number {
  const quoted = reasons.flatMap((reason) => reason.split('`').filter((passage, at) => at % 2 === 1 && passage.trim() !== ''));
  return quoted.filter((passage) => patches.some(({ diff }) => diff.includes(passage))).length;
}
