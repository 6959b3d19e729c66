import type { Criterion, CriterionVerdict } from '../../contracts/index.ts';

/**
 * One verdict for each criterion, in the order of the criteria. A criterion that nobody spoke about is open, and one that
 * was spoken about twice keeps the word that is not a pass: doubt never counts as met.
 */
export function oneVerdictEach(criteria: readonly Criterion[], given: readonly CriterionVerdict[]): CriterionVerdict[] {
  return criteria.map((criterion) => {
    const about = given.filter((verdict) => verdict.criterion === criterion.criterion);
    return about.find((verdict) => verdict.verdict !== 'pass') ?? about[0] ?? { ...headOf(criterion), verdict: 'unresolved', evidence: 'Nobody judged it.', evidence_refs: [] };
  });
}

export function headOf({ criterion, mode, required }: Criterion): Pick<CriterionVerdict, 'criterion' | 'mode' | 'required'> {
  return { criterion, mode, required };
}

export function isUnmet({ verdict }: Pick<CriterionVerdict, 'verdict'>): boolean {
  return verdict !== 'pass';
}
