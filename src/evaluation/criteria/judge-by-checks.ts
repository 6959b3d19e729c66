import type { Criterion, CriterionVerdict } from '../../contracts/index.ts';
import type { CheckPorts } from '../checks/check-ports.ts';
import type { CheckFinding } from '../checks/finding.ts';
import { runCheck } from '../checks/run-check.ts';
import type { CheckedWork } from '../work.ts';

export interface CheckedCriteria {
  /** In the order of the criteria, one for each that has a check. */
  readonly settled: CriterionVerdict[];
  /** Those that only judgement can tell. */
  readonly open: Criterion[];
}

/** Deterministic checks first: a criterion that can be looked at is never put to a model. One after the other, so that a resumed run looks in the same order. */
export async function judgeByChecks(criteria: readonly Criterion[], work: CheckedWork, ports: CheckPorts): Promise<CheckedCriteria> {
  const settled: CriterionVerdict[] = [];
  const open: Criterion[] = [];
  for (const criterion of criteria) {
    if (criterion.check === undefined) open.push(criterion);
    else settled.push(verdictOf(criterion, await runCheck(criterion.check, work, ports)));
  }
  return { settled, open };
}

function verdictOf({ criterion, mode, required }: Criterion, { result, evidence, refs, failureClass }: CheckFinding): CriterionVerdict {
  const judged = { criterion, mode, required, evidence, evidence_refs: [...refs] };
  if (result === 'met') return { ...judged, verdict: 'pass' };
  return result === 'unmet' ? { ...judged, verdict: 'fail', failure_class: failureClass ?? 'logical' } : { ...judged, verdict: 'unresolved' };
}
