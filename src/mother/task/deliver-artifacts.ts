import { z } from 'zod';
import { ARTIFACT_TYPES, CodePatch, PLAN_SUBTASKS_MAX, RetrievalReport, runEnvelopeReturned, runNextActionDecided, type Artifact, type ArtifactId, type EnvelopeError, type NextAction, type ResultEnvelope, type RoleAci, type Subtask, type SubtaskOutcome } from '../../contracts/index.ts';
import { hasCode, KeelsonError } from '../../kernel/index.ts';
import type { EffectDefinition } from '../../ledger/index.ts';
import type { Execution } from '../../loops/index.ts';
import type { ToolCallResult } from '../../tools/index.ts';
import { factsOfArtifacts } from '../artifacts/artifact-facts.ts';
import { missingArtifacts, type KeptArtifact } from '../artifacts/artifact-gates.ts';
import { codePatchOf } from '../artifacts/code-patch.ts';
import { madeByCalls } from '../artifacts/made-by-calls.ts';
import { registerArtifact } from '../artifacts/register-artifact.ts';
import { testResultsOf } from '../artifacts/test-results.ts';
import { waiveArtifact } from '../artifacts/waive-artifact.ts';
import { envelopeOf, readEnvelope } from '../roles/envelope.ts';
import { exitChecks, gateFacts } from '../roles/exit-checks.ts';
import { decideNextAction, type NextActionDecision } from '../roles/next-actions.ts';
import { askPerson } from './ask-person.ts';
import { isCode } from './code-files.ts';
import { DERIVED_NOTES } from './derived-notes.ts';
import type { Delivered, Round } from './round.ts';
import { say } from './say.ts';
import { takeTool } from './take-tool.ts';
import type { TaskWork } from './task-ports.ts';

const Nothing = z.strictObject({});

export interface ToDeliver {
  readonly base: string;
  readonly round: Round;
  readonly subtask: Subtask;
  readonly role: RoleAci;
  readonly outcome: SubtaskOutcome;
  readonly execution: Execution;
  readonly calls: readonly ToolCallResult[];
}

/** Registers what the work produced, looks whether the contract has what it asks for, and takes the role's envelope. */
export async function deliverArtifacts(work: TaskWork, delivery: ToDeliver, signal: AbortSignal): Promise<Delivered> {
  const { runId, taskId, ports } = work;
  const { base, role, subtask, execution, calls, outcome } = delivery;
  const errors: EnvelopeError[] = [];
  const artifacts: KeptArtifact[] = [];
  const registered: Artifact[] = [];
  let made = 0;
  const register = async (type: string, content: unknown): Promise<void> => {
    const artifact = await registerArtifact({ runId, key: `${base}/artifact-${(made += 1)}-${type}`, journal: work.journal, type, content, producedBy: role.role_id, phase: 'execute' }, ports);
    registered.push(artifact);
    artifacts.push({ reference: artifact, content });
  };
  const hasTests = await testsAvailable(work, base, signal);
  const changes = await changesOf(work, delivery, register, hasTests, signal);
  const retrievals = calls.flatMap(({ outcome: { output } }) => RetrievalReport.safeParse(output?.['report']).data ?? []);
  for (const report of retrievals) await register('RetrievalReport', report);
  for (const { type, content } of execution.report.artifacts) {
    if (ARTIFACT_TYPES[type as keyof typeof ARTIFACT_TYPES] !== 'role') errors.push({ code: 'artifact.invalid', message: `${type} is no artifact that a role writes.` });
    else
      await register(type, content).catch((error: unknown) => {
        if (!hasCode(error, 'artifact.invalid') && !hasCode(error, 'artifact.component_unknown')) throw error;
        errors.push({ code: error.code, message: error.message });
      });
  }
  for (const { type, content } of madeByCalls(role, calls)) await register(type, content);
  const tool = outcome.status === 'matched' ? await takeTool(work, base, calls, artifacts) : undefined;
  if (tool !== undefined) {
    await register('ToolPatch', tool.patch);
    await register('ToolCatalog', tool.catalog);
  }
  const owed = role.required_artifacts.map(({ artifact_type: type }) => type).filter((type) => !artifacts.some(({ reference }) => reference.type === type));
  for (const type of owed) {
    const derive = DERIVED_NOTES[type];
    if (derive !== undefined && (type !== 'ImplementationNotes' || changes.length > 0)) await register(type, derive(subtask, execution));
  }
  const facts = gateFacts([
    { gate_id: 'code_changed', result: changes.some(isCode) ? 'passed' : 'failed', detail: changes.length === 0 ? 'It changed no file.' : `It changed ${changes.join(', ')}.`, refs: [] },
    { gate_id: 'retrieval_used', result: retrievals.length > 0 ? 'passed' : 'failed', detail: `${retrievals.length} retrievals`, refs: [] },
    { gate_id: 'tests_available', result: hasTests ? 'passed' : 'failed', detail: 'What lies in the folder was looked at.', refs: [] },
    ...factsOfArtifacts(artifacts, calls),
  ]);
  const waivers = changes.some(isCode) && facts.get('tests_available')?.result === 'failed' && !artifacts.some(({ reference }) => reference.type === 'TestResults') ? [await waiveArtifact({ runId, journal: work.journal.scope(base), type: 'TestResults', reason: 'Nothing in the folder says how its tests are run.', grantedBy: 'mother', approvalId: null }, ports)] : [];
  const present = missingArtifacts(role, 'execute', { gates: facts, artifacts, waivers, policies: ports.roles.registry.policies });
  const gates = outcome.status === 'matched' ? [...present, ...exitChecks(role, 'execute', new Map([...facts, ...gateFacts(present)]))] : [];
  const expected = { runId, taskId, roleId: role.role_id, artifacts: new Map(registered.map((artifact): [ArtifactId, Artifact] => [artifact.artifact_id, artifact])) };
  const envelope = await readEnvelope(envelopeOf(execution.report, expected, errors), expected, { readBlob: (ref) => ports.ledger.blobs.read(ref) });
  await say(ports.writer, runId, base, runEnvelopeReturned.type, { subtask_id: subtask.subtask_id, envelope });
  return { artifacts, gates, envelope, facts: [...facts.values()], waivers };
}

/** The files that were changed, with the patch of them and the tests that were run on it; tests that nobody ran are run now. */
async function changesOf(work: TaskWork, { base, calls }: ToDeliver, register: (type: string, content: unknown) => Promise<void>, hasTests: boolean, signal: AbortSignal): Promise<string[]> {
  const changes = calls.flatMap(({ outcome }) => outcome.changes);
  const paths = [...new Set(changes.map(({ path }) => path))].toSorted();
  if (!paths.some(isCode)) return paths;
  const effect: EffectDefinition<z.infer<typeof Nothing>, CodePatch | null> = { name: 'artifact.patch', sideEffect: 'read_only', request: Nothing, result: CodePatch.nullable(), perform: async () => (await codePatchOf(changes, { readBlob: (ref) => work.ports.ledger.blobs.read(ref), readFile: (path) => work.ports.readWorkspaceBytes(path) })) ?? null };
  const patch = await work.journal.step(`${base}/patch`, effect, {}, { signal });
  if (patch !== null) await register('CodePatch', patch);
  const lastChange = calls.findLastIndex(({ outcome }) => outcome.changes.some(({ path }) => isCode(path)));
  const ran = calls.slice(lastChange + 1).findLast((call) => testResultsOf(call) !== undefined) ?? (hasTests ? await testsNow(work, base, signal) : undefined);
  const results = ran === undefined ? undefined : testResultsOf(ran);
  if (results !== undefined) await register('TestResults', results);
  return paths;
}

async function testsNow(work: TaskWork, base: string, signal: AbortSignal): Promise<ToolCallResult | undefined> {
  const { runner, journal, budget } = work;
  try {
    return await runner.call({ toolId: 'run_tests', arguments: { repo_path: '.' }, roleId: 'critic', key: `${base}/tests`, typedBy: 'plan', journal, counters: [...budget.counters], signal });
  } catch (error) {
    if (!(error instanceof KeelsonError) || !error.code.startsWith('tool.')) throw error;
    return undefined;
  }
}

function testsAvailable({ journal, ports }: TaskWork, base: string, signal: AbortSignal): Promise<boolean> {
  return journal.step(`${base}/has-tests`, { name: 'tests.look', sideEffect: 'read_only', request: Nothing, result: z.boolean(), perform: () => ports.hasTests() }, {}, { signal });
}

/** What of the proposals Mother does: roles that are given work after this one, and what a person said no to. */
export interface Honoured {
  readonly spawned: readonly NextAction[];
  readonly denied: readonly string[];
}

const YES = 'yes';

/**
 * What becomes of what the role proposed; each answer is kept with its reason. A larger model is not a role's to ask for:
 * repairs that fail and conflicts turn to it, and nothing else does.
 */
export async function decideProposals(work: TaskWork, { base, role, round }: Pick<ToDeliver, 'base' | 'role' | 'round'>, envelope: ResultEnvelope, signal: AbortSignal): Promise<Honoured> {
  const spawned: NextAction[] = [];
  const denied: string[] = [];
  for (const [at, action] of envelope.next_actions.entries()) {
    const key = `${base}/proposal-${at + 1}`;
    const room = PLAN_SUBTASKS_MAX - round.plan.subtasks.length - spawned.length;
    const decided: NextActionDecision =
      action.type === 'escalate_model'
        ? { decision: 'declined', reason: 'A larger model is turned to when repairs fail or a conflict asks for it, and not because a role proposes it.' }
        : decideNextAction(action, { book: work.ports.roles, proposedBy: role.role_id, depth: round.spawnDepth ?? 0, budget: { agentsLeft: room, escalationsLeft: 0 }, policy: { isSomebodyThere: work.overseers.ask !== undefined } });
    await say(work.ports.writer, work.runId, key, runNextActionDecided.type, { role_id: role.role_id, action, ...decided });
    if (decided.decision === 'declined') continue;
    if (action.type === 'spawn_role') spawned.push(action);
    if (action.type === 'request_approval') {
      const question = `${role.role_id} asks before it counts as done: ${String(action.params['reason'])}`;
      const [answer = ''] = await askPerson(work, `${key}/person`, [question], 'A role wants a person to be asked.', signal, [YES, 'no']);
      if (answer.trim().toLowerCase() !== YES) denied.push(`A person was asked “${String(action.params['reason'])}” and said: ${answer.trim() || 'nothing'}`);
    }
  }
  return { spawned, denied };
}
