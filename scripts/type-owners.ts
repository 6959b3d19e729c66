import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PENDING_TYPES } from '../src/contracts/types/pending-types.ts';
import { ALIASED_TYPES, RETIRED_TYPES } from '../src/contracts/types/settled-types.ts';
import type { TypeOwnerRegistryEntry } from '../src/contracts/types/type-owners.ts';
import { ROOT, sourceFiles } from '../test/architecture/source-files.ts';
import {
  definitionProblems,
  duplicateProblems,
  learningModeListProblems,
  pendingProblems,
  phantomProblems,
  type OwnerProblem,
} from './type-owners/checks.ts';
import { buildRegistry, renderRegistry } from './type-owners/registry.ts';
import { scanSources, scanText, type SourceScan } from './type-owners/scan.ts';

/** Where the registry is written, from the root of the repository. */
export const TYPE_OWNERS_FILE = 'src/contracts/type-owners.json';

/** The product's source without its tests: those make up names as they need them. */
export function scanProduct(folder: string): SourceScan {
  return scanSources(sourceFiles([folder], '.ts').filter((file) => !file.path.endsWith('.test.ts')));
}

export function typeOwnerEntries(): TypeOwnerRegistryEntry[] {
  const contracts = scanProduct('src/contracts');
  return buildRegistry({ contracts, pending: PENDING_TYPES, aliased: ALIASED_TYPES, retired: RETIRED_TYPES });
}

/** The content of the registry file. */
export function typeOwners(): string {
  return renderRegistry(typeOwnerEntries());
}

/** Everything wrong with the ownership of types in the tree as it is. */
export function typeOwnerProblems(): OwnerProblem[] {
  const entries = typeOwnerEntries();
  const { definitions, lists, references } = scanProduct('src');
  const roles = existsSync(join(ROOT, 'roles')) ? sourceFiles(['roles'], '') : [];
  const inRoles = roles.flatMap((file) => scanText(file.path, file.text));
  return [
    ...definitionProblems(definitions, entries),
    ...learningModeListProblems(lists),
    ...duplicateProblems(entries),
    ...pendingProblems(entries),
    ...phantomProblems([...references, ...inRoles], entries),
  ];
}

function check(): number {
  const problems = typeOwnerProblems();
  for (const { code, name, detail } of problems) console.error(`${code}: ${name}: ${detail}`);
  const current = existsSync(join(ROOT, TYPE_OWNERS_FILE)) ? readFileSync(join(ROOT, TYPE_OWNERS_FILE), 'utf8') : '';
  const isCurrent = current === typeOwners();
  if (!isCurrent) console.error(`${TYPE_OWNERS_FILE} is out of date: run node scripts/type-owners.ts`);
  return problems.length === 0 && isCurrent ? 0 : 1;
}

if (import.meta.main) {
  if (process.argv.includes('--check')) process.exitCode = check();
  else writeFileSync(join(ROOT, TYPE_OWNERS_FILE), typeOwners());
}
