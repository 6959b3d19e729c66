import { SUBTASK_CORRECTIONS_MAX, type CorrectionSignal, type Criterion, type CriterionVerdict, type FailureClass, type GapPoint, type Subtask, type SubtaskOutcome, type ToolCallEvidence } from '../../contracts/index.ts';
import type { Execution } from '../engine.ts';
import { classOf, correctionFor, type JudgesAdvice } from './correction.ts';
import { headOf, isUnmet, oneVerdictEach } from './one-verdict-each.ts';

/** An attempt and those before it: what an earlier attempt did is still done. */
export interface AttemptedWork {
  readonly execution: Execution;
  readonly earlier: readonly Execution[];
}

/** What to do otherwise, and the calls that did not bring it. */
export interface Correction {
  readonly signal: CorrectionSignal;
  readonly tried: readonly ToolCallEvidence[];
}

/** What a judge said. One that cannot be reached or read says `unresolved` of everything; it does not reject. */
export interface JudgedCriteria {
  readonly verdicts: readonly CriterionVerdict[];
  readonly advice?: JudgesAdvice;
}

/**
 * All that the validator of one subtask can reach: its one executor, checks, a judge, and the log. It has no tools and no
 * memory, and it never sees a criterion of another subtask or of the task.
 */
export interface GapPorts {
  /** True when the executor would do the same again, whatever it is told: then there is no correction, and what it says of itself needs no words of ours. */
  readonly hasOneWay?: boolean;
  execute(attempt: number, correction?: Correction): Promise<Execution>;
  check(criteria: readonly Criterion[], work: AttemptedWork): Promise<{ readonly settled: readonly CriterionVerdict[]; readonly open: readonly Criterion[] }>;
  judge(open: readonly Criterion[], work: AttemptedWork): Promise<JudgedCriteria>;
  /** How the executor's words contradict what its calls show; undefined when they do not. */
  contradiction(execution: Execution): string | undefined;
  /** Time, cancellation or network of the product itself: trying again in the same place is no correction. */
  isInfrastructureFailure(execution: Execution): boolean;
  /** A search really ran and found nothing, which is an answer. */
  isEmptySearchAnswer(execution: Execution): boolean;
  classify(execution: Execution): FailureClass;
  /** Records the order before the work begins again. */
  ordered(signal: CorrectionSignal, attempt: number): Promise<void>;
}

interface Scored {
  readonly verdicts: readonly CriterionVerdict[];
  readonly judged: ReadonlySet<string>;
  readonly advice?: JudgesAdvice;
}

/**
 * The fast loop: do it, measure the gap, say what was wrong, do it again. The gap is the only reason to try again, and the
 * last attempt's gap is the verdict. Whatever is required and not shown fails; what is not required stays listed.
 */
export async function closeTheGap(subtask: Subtask, ports: GapPorts): Promise<SubtaskOutcome> {
  const attempts: Execution[] = [];
  const trajectory: GapPoint[] = [];
  let correction: Correction | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const execution = await ports.execute(attempt, correction);
    const earlier = [...attempts];
    attempts.push(execution);
    const stop = whyNoRetry(execution, ports);
    const scored = stop === undefined ? await score(subtask, { execution, earlier }, ports) : allFailed(subtask, ports.classify(execution), stop);
    trajectory.push(gapPoint(attempt, scored.verdicts));
    const unmet = scored.verdicts.filter(isUnmet);
    // Nobody could tell is no gap that an executor can close.
    const isClosable = unmet.some((verdict) => verdict.verdict === 'fail');
    if (stop !== undefined || !isClosable || ports.hasOneWay === true || attempt > SUBTASK_CORRECTIONS_MAX) return outcomeOf(subtask, attempts, trajectory, scored.verdicts, stop);
    const signal = correctionFor({ subtaskId: subtask.subtask_id, correction: attempt, failureClass: worstClass(unmet) ?? ports.classify(execution), unmet, judged: scored.judged, ...(scored.advice && { advice: scored.advice }) });
    await ports.ordered(signal, attempt);
    correction = { signal, tried: callsOf(attempts) };
  }
}

/** An executor that gave up, or a product that did not work, is not corrected: the plan has to change. */
function whyNoRetry(execution: Execution, ports: GapPorts): string | undefined {
  const said = firstLine(execution.result.output);
  if (ports.isInfrastructureFailure(execution)) return `The work was cut off: ${said}`;
  if (execution.result.status !== 'failed') return undefined;
  return ports.hasOneWay === true ? said : `The executor gave up: ${said}`;
}

async function score(subtask: Subtask, work: AttemptedWork, ports: GapPorts): Promise<Scored> {
  const contradiction = ports.contradiction(work.execution);
  // Whoever says that a failed action succeeded has shown nothing, so nothing of it is looked at further.
  if (contradiction !== undefined) return allFailed(subtask, ports.classify(work.execution), contradiction);
  const { settled, open } = await ports.check(subtask.success_criteria, work);
  const { verdicts, advice }: JudgedCriteria = open.length === 0 ? { verdicts: [] } : await settleOpen(open, work, ports);
  const given = advice !== undefined && advice.whatWasWrong !== '' && advice.whatToDo !== '' ? advice : undefined;
  return { verdicts: oneVerdictEach(subtask.success_criteria, [...settled, ...verdicts]), judged: new Set(open.map(({ criterion }) => criterion)), ...(given && { advice: given }) };
}

async function settleOpen(open: readonly Criterion[], work: AttemptedWork, ports: GapPorts): Promise<JudgedCriteria> {
  const refs = work.execution.result.tool_calls.filter(({ outcome }) => outcome === 'completed').map((call) => call.journal_ref);
  if (!ports.isEmptySearchAnswer(work.execution) || refs.length === 0) return ports.judge(open, work);
  return { verdicts: open.map((criterion) => ({ ...headOf(criterion), verdict: 'pass', evidence: 'The search ran and found nothing; that is the answer.', evidence_refs: refs })) };
}

function allFailed({ success_criteria: criteria }: Subtask, failureClass: FailureClass, evidence: string): Scored {
  return { verdicts: criteria.map((criterion) => ({ ...headOf(criterion), verdict: 'fail', failure_class: failureClass, evidence, evidence_refs: [] })), judged: new Set() };
}

function gapPoint(attempt: number, verdicts: readonly CriterionVerdict[]): GapPoint {
  const unmet = verdicts.filter(isUnmet);
  return { attempt, score: (verdicts.length - unmet.length) / verdicts.length, unmet_criteria: unmet.map(({ criterion }) => criterion), failure_class: worstClass(unmet) ?? null };
}

/** One wrong turn is enough to call the approach wrong; only when everything else stood in the way was it the world. */
function worstClass(unmet: readonly CriterionVerdict[]): FailureClass | undefined {
  const classes = unmet.flatMap((verdict) => classOf(verdict) ?? []);
  return classes.includes('logical') ? 'logical' : classes[0];
}

function outcomeOf(subtask: Subtask, attempts: readonly Execution[], trajectory: GapPoint[], verdicts: readonly CriterionVerdict[], stop: string | undefined): SubtaskOutcome {
  const missing = verdicts.filter((verdict) => verdict.required && isUnmet(verdict));
  const reported = { subtask_id: subtask.subtask_id, parent_task_id: subtask.parent_task_id, output: attempts.at(-1)?.result.output ?? '', gap_trajectory: trajectory, criteria_verdicts: [...verdicts], tool_calls: callsOf(attempts) };
  if (stop === undefined && missing.length === 0) return { ...reported, status: 'matched', failure_reason: null };
  const list = missing.map(({ criterion, evidence }) => `“${criterion}” (${evidence})`).join('; ');
  return { ...reported, status: 'failed', failure_reason: stop ?? `Not shown after ${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'}: ${list}` };
}

function callsOf(attempts: readonly Execution[]): ToolCallEvidence[] {
  return attempts.flatMap(({ result }) => result.tool_calls);
}

/** A reason is read by people and goes into every record behind it; whoever wants the whole finds it with the result. */
const REASON_CHARS_MAX = 500;

function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  if (line === '') return 'it said nothing';
  return line.length <= REASON_CHARS_MAX ? line : `${line.slice(0, REASON_CHARS_MAX).toWellFormed()}…`;
}
