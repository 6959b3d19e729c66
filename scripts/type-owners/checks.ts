import { LearningMode } from '../../src/contracts/evaluation/learning.ts';
import type { TypeOwnerRegistryEntry } from '../../src/contracts/types/type-owners.ts';
import type { ValidationCode } from '../../src/contracts/validation/index.ts';
import type { Definition, Usage, WrittenList } from './scan.ts';

/** What is wrong with the ownership of a name, and what to do about it. */
export interface OwnerProblem {
  readonly code: ValidationCode;
  readonly name: string;
  readonly detail: string;
}

/** The code for a second declaration. One type has a code of its own for the fault that any may have. */
function redeclarationCode(name: string): ValidationCode {
  return name === 'LearningMode' ? 'validation.learning_mode_redeclared_outside_owner' : 'validation.type_owner_drift';
}

/** Every declaration of a registered name outside the file that owns it, exported or not. */
export function definitionProblems(
  definitions: readonly Definition[],
  entries: readonly TypeOwnerRegistryEntry[],
): OwnerProblem[] {
  return definitions.flatMap(({ name, file }) =>
    entries
      .filter((entry) => entry.type_name === name)
      .filter((entry) => entry.status !== 'canonical' || entry.canonical_owner_doc !== file)
      .map((entry) => ({
        code: redeclarationCode(name),
        name,
        detail:
          entry.status === 'canonical'
            ? `${file} declares it again: import it from ${entry.canonical_owner_doc} or choose another name.`
            : `${file} declares it while its entry says ${entry.status}: change the entry or choose another name.`,
      })),
  );
}

const LEARNING_MODE_OWNER = 'src/contracts/evaluation/learning.ts';

/** The learning modes written out again under any name: such a list would drift from the one that owns them. */
export function learningModeListProblems(lists: readonly WrittenList[]): OwnerProblem[] {
  return lists
    .filter(({ values, file }) => file !== LEARNING_MODE_OWNER && LearningMode.options.every((mode) => values.includes(mode)))
    .map(({ file }) => ({
      code: 'validation.learning_mode_redeclared_outside_owner',
      name: 'LearningMode',
      detail: `${file} lists the learning modes again: use those of ${LEARNING_MODE_OWNER}.`,
    }));
}

/** Names with more than one entry: nobody could say who owns them. */
export function duplicateProblems(entries: readonly TypeOwnerRegistryEntry[]): OwnerProblem[] {
  return entries
    .filter((entry, at) => entries.findIndex((other) => other.type_name === entry.type_name) !== at)
    .map(({ type_name, status }) => ({
      code: 'validation.type_owner_drift',
      name: type_name,
      detail: `It has a second entry as ${status}: remove its name from the table that is out of date.`,
    }));
}

/** Pending types whose consumers would not know what to do meanwhile. */
export function pendingProblems(entries: readonly TypeOwnerRegistryEntry[]): OwnerProblem[] {
  return entries
    .filter((entry) => entry.status === 'pending_absorption' && entry.pending_consumer_behavior === undefined)
    .map(({ type_name }) => ({
      code: 'validation.pending_owner_without_degraded_behavior',
      name: type_name,
      detail: 'It is pending without a degraded behaviour: say what its consumers do meanwhile.',
    }));
}

/** A name that can be relied on: defined, or on its way with a behaviour until then. */
function isOwned(name: string, entries: readonly TypeOwnerRegistryEntry[]): boolean {
  return entries.some(
    (entry) => entry.type_name === name && (entry.status === 'canonical' || entry.pending_consumer_behavior !== undefined),
  );
}

/** References, and replacements of other names, that lead to nothing. */
export function phantomProblems(references: readonly Usage[], entries: readonly TypeOwnerRegistryEntry[]): OwnerProblem[] {
  const replacements = entries.flatMap(({ type_name, replacement_type_name }) =>
    replacement_type_name === undefined ? [] : [{ name: replacement_type_name, file: `the entry of ${type_name}` }],
  );
  return [...references, ...replacements]
    .filter(({ name }) => !isOwned(name, entries))
    .map(({ name, file }) => ({
      code: 'validation.phantom_type_reference',
      name,
      detail: `${file} refers to it, but no type owns that name: define it or correct the reference.`,
    }));
}

/** Names that must have some entry and have none. */
export function missingProblems(names: readonly string[], entries: readonly TypeOwnerRegistryEntry[]): OwnerProblem[] {
  const known = new Set(entries.map((entry) => entry.type_name));
  return names
    .filter((name) => !known.has(name))
    .map((name) => ({
      code: 'validation.phantom_type_reference',
      name,
      detail: 'The specification uses it and no entry says what became of it: define it, or enter it as pending or settled.',
    }));
}
