import { CriticReport, type CodePatch, type CorrectionSignal } from '../../contracts/index.ts';
import { judgeByChecks } from '../../evaluation/index.ts';
import { hasCode, KeelsonError } from '../../kernel/index.ts';
import { objectionsOf, sideOf } from '../conflicts/detect-conflicts.ts';
import { twoReadings } from '../conflicts/disagreeing-sources.ts';
import type { ConflictPorts, Escalated } from '../conflicts/resolve-conflict.ts';
import { LOW_CONFIDENCE_BELOW, type ConflictSide, type CriticWord, type DetectedConflict } from '../conflicts/round-review.ts';
import { askPerson } from './ask-person.ts';
import { callArbiter } from './call-arbiter.ts';
import { checkPorts } from './check-ports.ts';
import { codeOfRun, consultCritic } from './consult-critic.ts';
import { runSubtask } from './execute-phase.ts';
import { blockingFindings, reviewedWork } from './reviewed-works.ts';
import { askedOf, type Dispatched, type Round } from './round.ts';
import type { TaskWork } from './task-ports.ts';

/** A conflict with the work that it is about. */
export interface InDispute {
  /** Everything that enters while it is settled is recorded under this. */
  readonly key: string;
  readonly round: Round;
  readonly dispatched: readonly Dispatched[];
  readonly critic?: CriticWord;
  /** Work that was done again, by the name of its side. */
  readonly replaced: Map<string, Dispatched>;
  /** Code that a critic has said its word on meanwhile. */
  readonly shown: CodePatch[];
}

/** Whoever a run can ask about a conflict: its engine, its checks, its person. */
export function conflictPorts(work: TaskWork, dispute: InDispute, signal: AbortSignal): ConflictPorts {
  const { key, round } = dispute;
  return {
    arbiter: (conflict, as) => callArbiter(work, { key: `${key}/arbiter`, task: round.task, conflict, as }, signal),
    checkAgain: (side) => checkAgain(work, dispute, side, signal),
    escalate: (conflict) => escalate(work, dispute, conflict, signal),
    async askPerson(question, options) {
      try {
        return (await askPerson(work, `${key}/person`, [question], 'Roles of the run disagree.', signal, options))[0];
      } catch (error) {
        // An answer that was recorded counts also where nobody is any more; only without one is there nobody.
        if (!hasCode(error, 'run.input_needed') && !hasCode(error, 'tool.nobody_to_ask')) throw error;
        return undefined;
      }
    },
  };
}

/** Looks at the work itself once more; an objection holds when it still says what must be fixed. */
async function checkAgain(work: TaskWork, { key, round, dispatched, critic }: InDispute, side: ConflictSide, signal: AbortSignal): Promise<string | undefined> {
  const one = dispatched.find(({ subtask }) => subtask.subtask_id === side.subtaskId);
  if (one === undefined) return CriticReport.safeParse(critic?.report).data?.verdict === 'fail' ? undefined : 'It names nothing that must be fixed.';
  const [finding] = blockingFindings(one);
  if (finding !== undefined) return finding.finding;
  const runCalls = [...round.earlier, ...dispatched].flatMap(({ calls }) => calls);
  const { settled } = await judgeByChecks(one.subtask.success_criteria, { output: one.execution.result.output, calls: one.calls, runCalls, asked: askedOf(round) }, checkPorts(work, `${key}/check-again`, one.role.role_id, { output: one.execution.result.output, contents: one.artifacts.map(({ content }) => content), calls: runCalls }, signal));
  return settled.find(({ required, verdict }) => required && verdict !== 'pass')?.evidence;
}

/** The role does its subtask again on a larger model, told what was objected to; then everything is looked at again. */
async function escalate(work: TaskWork, dispute: InDispute, conflict: DetectedConflict, signal: AbortSignal): Promise<Escalated | undefined> {
  const { round, dispatched, critic, replaced } = dispute;
  const primary = conflict.sides.find(({ stands }) => stands === 'for');
  const before = dispatched.find(({ subtask }) => subtask.subtask_id === primary?.subtaskId);
  if (work.engine.kind !== 'model' || before === undefined || primary === undefined) return undefined;
  const known = dispatched.filter(({ subtask }) => subtask.sequence < before.subtask.sequence);
  const made = await unlessNoModel(() => runSubtask(work, round, before.subtask, known, signal, { correction: { signal: orderOf(conflict, before, critic), tried: before.outcome.tool_calls } }), signal);
  if (made === undefined) return undefined;
  const side = sideOf(reviewedWork(made), `${primary.roleId}, done again`);
  replaced.set(side.name, made);
  const failure = failureOf(made);
  const problem = failure ?? (await stillInDispute(work, dispute, conflict, made, signal));
  return problem === undefined ? { side, isUsable: true } : { side, problem, isUsable: failure === undefined && conflict.type === 'low_confidence_output' };
}

/** A model that cannot be asked settles nothing and ends nothing: the next strategy has its turn. */
async function unlessNoModel<Made>(make: () => Promise<Made>, signal: AbortSignal): Promise<Made | undefined> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof KeelsonError) || !error.code.startsWith('model.') || hasCode(error, 'model.cancelled') || signal.aborted) throw error;
    return undefined;
  }
}

function failureOf({ outcome, gates, ...made }: Dispatched): string | undefined {
  if (outcome.status === 'failed') return outcome.failure_reason;
  return gates.find(({ result }) => result === 'failed')?.detail ?? blockingFindings(made)[0]?.finding;
}

/** Whether what was done again is free of what the conflict was about. */
async function stillInDispute(work: TaskWork, { key, round, dispatched, shown }: InDispute, { type }: DetectedConflict, made: Dispatched, signal: AbortSignal): Promise<string | undefined> {
  const redone = reviewedWork(made);
  const { confidence } = redone;
  if (type === 'low_confidence_output') return confidence < LOW_CONFIDENCE_BELOW ? `Its maker is still not sure of it (${confidence}).` : undefined;
  if (type === 'retrieval_ambiguity') return twoReadings(redone) === undefined ? undefined : 'What it rests on can still be read in two ways.';
  const code = await codeOfRun(work, `${key}/again`, round, [...dispatched, made], signal);
  const again = await consultCritic(work, `${key}/again`, round, code, [made], signal);
  if (again === undefined || 'unresolved' in again) return again?.unresolved;
  if (code !== undefined) shown.push(code);
  return again.word.report.verdict === 'pass' ? undefined : objectionsOf(again.word.report);
}

function orderOf({ type, sides }: DetectedConflict, { subtask }: Dispatched, critic: CriticWord | undefined): CorrectionSignal {
  const fixes = critic?.report.required_fixes.map(({ fix }) => fix).join(' ');
  const wrong = sides.find(({ stands }) => stands === 'against')?.position ?? WRONG[type as keyof typeof WRONG] ?? 'It is disputed.';
  return { subtask_id: subtask.subtask_id, correction: 1, failure_class: 'logical', what_was_wrong: wrong, what_to_do: fixes || 'Do it again from the start, look at the sources yourself, and say how sure you are and why.' };
}

const WRONG = {
  low_confidence_output: 'Whoever did it before was not sure of it.',
  retrieval_ambiguity: 'What was found speaks for two answers at once; find out which of them holds, or what tells them apart.',
} as const;
