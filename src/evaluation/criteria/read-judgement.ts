import type { Criterion, CriterionVerdict, FailureClass, StorageRef } from '../../contracts/index.ts';
import { distinctRefs } from '../work.ts';

/** The judge did not answer, or not so that it could be read. */
export interface NotJudged {
  readonly unresolved: string;
}

/** What a judge says of one criterion, by its number from 1. */
export interface Said {
  readonly criterion: number;
  readonly verdict: 'met' | 'unmet';
}

/** What a judge said of each criterion, in their order; text where it cannot be told, and why. */
export function readJudgement<Verdict extends Said>(criteria: readonly Criterion[], judgement: { readonly verdicts: readonly Verdict[] } | NotJudged): readonly (readonly [Verdict, ...Verdict[]] | string)[] {
  if ('unresolved' in judgement) return criteria.map(() => `It was not judged: ${judgement.unresolved}`);
  const stray = judgement.verdicts.find(({ criterion }) => criterion > criteria.length);
  // A judge that counts wrong may have meant another criterion with every number it gave.
  if (stray !== undefined) return criteria.map(() => `The judge spoke of criterion ${stray.criterion}, and there are only ${criteria.length}.`);
  return criteria.map((_, at) => {
    const [first, ...more] = judgement.verdicts.filter(({ criterion }) => criterion === at + 1);
    if (first === undefined) return 'The judge said nothing about it.';
    return more.some(({ verdict }) => verdict !== first.verdict) ? 'The judge called it met and unmet at once.' : [first, ...more];
  });
}

export function unresolvedVerdict({ criterion, mode, required }: Criterion, evidence: string): CriterionVerdict {
  return { criterion, mode, required, evidence, evidence_refs: [], verdict: 'unresolved' };
}

export function failVerdict({ criterion, mode, required }: Criterion, evidence: string, failureClass: FailureClass, refs: readonly StorageRef[] = []): CriterionVerdict {
  return { criterion, mode, required, evidence, evidence_refs: distinctRefs(refs), verdict: 'fail', failure_class: failureClass };
}

/** A pass that points at no record would be a claim; it becomes a failure that says so. */
export function passVerdict(judged: Criterion, evidence: string, refs: readonly StorageRef[]): CriterionVerdict {
  if (refs.length === 0) return failVerdict(judged, `The judge calls it met, but no record shows it: ${evidence}`, 'logical');
  const { criterion, mode, required } = judged;
  return { criterion, mode, required, evidence, evidence_refs: distinctRefs(refs), verdict: 'pass' };
}
