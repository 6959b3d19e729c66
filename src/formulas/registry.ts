import type { FormulaEvaluationReceipt, FormulaSpec, SemanticVersion } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import type { FormulaInputs } from './admit-inputs.ts';
import type { FormulaDefinition } from './definition.ts';
import { issueReceipt, type EvaluationContext } from './receipt.ts';
import { formulaKey, registrationProblems, type RegistrationProblem } from './registration.ts';
import { settle } from './settle.ts';
import { finite, refusal, type Verdict } from './verdict.ts';

export type FormulaOutcome<Value> = Verdict<Value> & { readonly receipt: FormulaEvaluationReceipt };

/** The value type of the formula `Id` among `Definition`. */
export type ValueOf<Definition extends FormulaDefinition, Id extends string> =
  Extract<Definition, { id: Id }> extends FormulaDefinition<string, infer Value> ? Value : never;

export interface FormulaRegistry<Definition extends FormulaDefinition = FormulaDefinition> {
  /** Every registered spec, by id and then by rising version. */
  specs(): readonly FormulaSpec[];
  /** The spec of the version named, or of the newest. */
  spec(ref: FormulaRef<Definition['id']>): FormulaSpec;
  evaluate<Id extends Definition['id']>(
    ref: FormulaRef<Id>,
    inputs: FormulaInputs,
    context: EvaluationContext,
  ): FormulaOutcome<ValueOf<Definition, Id>>;
}

export interface FormulaRef<Id extends string = string> {
  readonly id: Id;
  readonly version?: SemanticVersion;
}

/** Refuses the whole set when one formula is unsound: a registry that half works would hide it. */
export function createFormulaRegistry<const Definitions extends readonly FormulaDefinition[]>(
  definitions: Definitions,
): FormulaRegistry<Definitions[number]> {
  const problems = [...duplicateProblems(definitions), ...definitions.flatMap(registrationProblems)];
  if (problems.length > 0) throw refused(problems);
  const sorted = definitions.toSorted(compareDefinitions);
  return {
    specs: () => sorted.map((definition) => definition.spec),
    spec: (ref) => find(sorted, ref.id, ref.version).spec,
    evaluate: (ref, inputs, context) => evaluate(sorted, ref, inputs, context) as never,
  };
}

function evaluate(
  sorted: readonly FormulaDefinition[],
  ref: FormulaRef,
  inputs: FormulaInputs,
  context: EvaluationContext,
): FormulaOutcome<unknown> {
  const pinned = context.pinnedVersions?.[ref.id];
  const definition = find(sorted, ref.id, versionToUse(ref.version, pinned));
  const settled = driftsFromPin(ref.version, pinned)
    ? {
        ...finite(refusal('validation.formula_version_drift')),
        omitted: [],
        missingPolicy: undefined,
        zeroDenominatorPolicy: undefined,
      }
    : settle(definition, inputs, context.window);
  return { ...settled.verdict, receipt: issueReceipt(definition.spec, inputs, settled, context) };
}

/** Undefined stands for the newest. */
export function versionToUse(
  asked: SemanticVersion | undefined,
  pinned: SemanticVersion | undefined,
): SemanticVersion | undefined {
  return asked ?? pinned;
}

/** A run that started with one version may not mix in another. */
export function driftsFromPin(asked: SemanticVersion | undefined, pinned: SemanticVersion | undefined): boolean {
  return asked !== undefined && pinned !== undefined && asked !== pinned;
}

function find(
  sorted: readonly FormulaDefinition[],
  id: string,
  version: SemanticVersion | undefined,
): FormulaDefinition {
  const found = sorted.findLast(
    (definition) => definition.id === id && (version === undefined || definition.spec.semantic_version === version),
  );
  if (found) return found;
  throw new KeelsonError('formula.unknown', {
    message: `There is no formula ${id}${version === undefined ? '' : ` in version ${version}`}.`,
    nextStep: 'Use an id and version that the registry lists, or register the formula.',
    data: { formula_id: id, ...(version !== undefined && { version }) },
  });
}

export function duplicateProblems(definitions: readonly FormulaDefinition[]): RegistrationProblem[] {
  const keys = definitions.map((definition) => formulaKey(definition.spec));
  return [...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))].map((formula) => ({
    formula,
    code: 'formula.duplicate',
    detail: 'this id and version are defined twice',
  }));
}

function compareDefinitions(left: FormulaDefinition, right: FormulaDefinition): number {
  if (left.id !== right.id) return left.id < right.id ? -1 : 1;
  return compareVersions(left.spec.semantic_version, right.spec.semantic_version);
}

/** Part by part as numbers, so that 0.10.0 comes after 0.9.0. */
export function compareVersions(left: SemanticVersion, right: SemanticVersion): number {
  const rightParts = right.split('.');
  const differences = left.split('.').map((part, index) => Number(part) - Number(rightParts[index]));
  return differences.find((difference) => difference !== 0) ?? 0;
}

function refused(problems: readonly RegistrationProblem[]): KeelsonError {
  const lines = problems.map((problem) => `${problem.formula}: ${problem.code} (${problem.detail})`);
  return new KeelsonError('formula.refused', {
    message: `The registry refuses its formulas: ${lines.join('; ')}.`,
    nextStep: 'Correct the definitions named, or leave them out; none of the set is registered meanwhile.',
    data: { problems: problems.map((problem) => ({ ...problem })) },
  });
}
