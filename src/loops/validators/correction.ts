import type { CorrectionSignal, CriterionVerdict, FailureClass, SubtaskId } from '../../contracts/index.ts';

/** Enough to say where to begin; a list of everything is read by nobody. */
const NAMED_CRITERIA_MAX = 5;

/** What a judge would have done otherwise, of the criteria that it was asked about. */
export interface JudgesAdvice {
  readonly whatWasWrong: string;
  readonly whatToDo: string;
}

export interface Gap {
  readonly subtaskId: SubtaskId;
  readonly correction: number;
  readonly failureClass: FailureClass;
  /** The verdicts that are no pass. */
  readonly unmet: readonly CriterionVerdict[];
  /** Those among them that a judge settled, and its advice. */
  readonly judged: ReadonlySet<string>;
  readonly advice?: JudgesAdvice;
}

const DIRECTION: Readonly<Record<FailureClass, string>> = {
  logical: 'Reach it in another way than before, and show it with a tool call that completes',
  environmental: 'Keep the way and use another target or another tool, because what was used did not respond',
};

/** The order to try again. The words of a judge stand for what it judged; everything else is told from the verdicts. */
export function correctionFor(gap: Gap): CorrectionSignal {
  const { advice, unmet, judged } = gap;
  const isTold = (verdict: CriterionVerdict): boolean => advice !== undefined && judged.has(verdict.criterion);
  const told = unmet.filter((verdict) => !isTold(verdict)).slice(0, NAMED_CRITERIA_MAX);
  const withAdvice = advice !== undefined && unmet.some(isTold);
  return {
    subtask_id: gap.subtaskId,
    correction: gap.correction,
    failure_class: gap.failureClass,
    what_was_wrong: [...told.map(({ criterion, evidence }) => `“${criterion}” is not met: ${evidence}`), ...(withAdvice ? [advice.whatWasWrong] : [])].join('\n'),
    what_to_do: [...told.map((verdict) => `${DIRECTION[classOf(verdict) ?? gap.failureClass]}: “${verdict.criterion}”.`), ...(withAdvice ? [advice.whatToDo] : [])].join('\n'),
  };
}

export function classOf(verdict: CriterionVerdict): FailureClass | undefined {
  return verdict.verdict === 'fail' ? verdict.failure_class : undefined;
}
