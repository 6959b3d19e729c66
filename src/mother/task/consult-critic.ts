import { z } from 'zod';
import { CodePatch, ROLE_RETRIES_MAX, runEnvelopeReturned, runRetryTaken, type Artifact, type ArtifactId, type CriticReport, type StorageRef } from '../../contracts/index.ts';
import type { EffectDefinition } from '../../ledger/index.ts';
import type { Unjudged } from '../../loops/index.ts';
import { referenceTo } from '../artifacts/artifact-gates.ts';
import { codePatchOf } from '../artifacts/code-patch.ts';
import { registerArtifact } from '../artifacts/register-artifact.ts';
import type { CriticWord } from '../conflicts/round-review.ts';
import { envelopeOf, readEnvelope } from '../roles/envelope.ts';
import { demandDispatchable } from '../roles/demand-dispatchable.ts';
import { isCode } from './code-files.ts';
import { findingsInCode, quotedPassages, testsOf } from './reviewed-works.ts';
import type { Dispatched, Round } from './round.ts';
import { say } from './say.ts';
import type { TaskWork } from './task-ports.ts';

export type Criticism = { readonly word: CriticWord; readonly ref: StorageRef } | Unjudged;

const Nothing = z.strictObject({});

/** What the run as a whole has changed in code until now, from before its first change; undefined when it changed none. */
export async function codeOfRun({ journal, ports }: TaskWork, at: string, { earlier }: Round, dispatched: readonly Dispatched[], signal: AbortSignal): Promise<CodePatch | undefined> {
  const changes = [...earlier, ...dispatched].flatMap(({ calls }) => calls.flatMap(({ outcome }) => outcome.changes));
  if (!changes.some(({ path }) => isCode(path))) return undefined;
  const effect: EffectDefinition<z.infer<typeof Nothing>, CodePatch | null> = { name: 'artifact.patch', sideEffect: 'read_only', request: Nothing, result: CodePatch.nullable(), perform: async () => (await codePatchOf(changes, { readBlob: (ref) => ports.ledger.blobs.read(ref), readFile: (path) => ports.readWorkspaceBytes(path) })) ?? null };
  return (await journal.step(`${at}/code`, effect, {}, { signal })) ?? undefined;
}

/**
 * Shows the code that the run would hand over to a critic: one question about the diff, the tests and the criteria. Undefined
 * when no code changed, or when nobody in this run can read code. A critic that cannot be heard is asked once more.
 */
export async function consultCritic(work: TaskWork, at: string, { task, plan }: Round, code: CodePatch | undefined, dispatched: readonly Dispatched[], signal: AbortSignal): Promise<Criticism | undefined> {
  const { engine, runId, ports } = work;
  if (code === undefined || engine.reviewCode === undefined) return undefined;
  const patches = [code];
  demandDispatchable('critic', ports.roles);
  const findings = findingsInCode(code).map(({ finding }) => finding);
  const criteria = [...plan.task_criteria, ...dispatched.flatMap(({ subtask }) => subtask.success_criteria)];
  const question = { signal, task, criteria, patches, tests: dispatched.flatMap(({ artifacts }) => testsOf(artifacts)), findings };
  const retries = Math.min(ROLE_RETRIES_MAX.critic, ports.runSettings.phases('review').max_retries);
  for (let retry = 0; ; retry += 1) {
    const key = `${at}/critic${retry === 0 ? '' : `/retry-${retry}`}`;
    const said = await engine.reviewCode({ ...question, key });
    if (!('unresolved' in said)) return handedIn(work, at, said, quotedPassages(said, patches));
    if (retry >= retries) return said;
    await say(ports.writer, runId, key, runRetryTaken.type, { phase: 'review', role_id: 'critic', remaining: retries - retry - 1, why: said.unresolved });
  }
}

/** The critic's report is an artifact of the critic, and comes in its envelope like every role's work. */
async function handedIn(work: TaskWork, at: string, report: CriticReport, citations: number): Promise<Criticism> {
  const { runId, taskId, journal, ports } = work;
  const artifact = await registerArtifact({ runId, key: `${at}/critic-report`, journal, type: 'CriticReport', content: report, producedBy: 'critic', phase: 'review' }, ports);
  const expected = { runId, taskId, roleId: 'critic', artifacts: new Map<ArtifactId, Artifact>([[artifact.artifact_id, artifact]]) };
  const envelope = await readEnvelope(envelopeOf({ status: 'completed', output: report.verdict, confidence: report.confidence, risk: report.risk, artifacts: [], next_actions: [] }, expected, []), expected, { readBlob: (ref) => ports.ledger.blobs.read(ref) });
  await say(ports.writer, runId, `${at}/critic`, runEnvelopeReturned.type, { subtask_id: null, envelope });
  return { word: { report, artifactId: artifact.artifact_id, citations }, ref: referenceTo(artifact) };
}
