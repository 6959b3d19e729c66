import type { TypeOwnerRegistryEntry } from '../../src/contracts/types/type-owners.ts';
import type { PendingTypes } from '../../src/contracts/types/pending-types.ts';
import type { AliasedType, RETIRED_TYPES } from '../../src/contracts/types/settled-types.ts';
import type { SourceScan, Usage } from './scan.ts';

export interface RegistryInput {
  /** The scans of every contracts file, in the order of their paths. */
  readonly contracts: SourceScan;
  readonly pending: readonly PendingTypes[];
  readonly aliased: readonly AliasedType[];
  readonly retired: typeof RETIRED_TYPES;
}

function filesByName(imports: readonly Usage[]): Map<string, Set<string>> {
  const files = new Map<string, Set<string>>();
  for (const { name, file } of imports) files.set(name, (files.get(name) ?? new Set()).add(file));
  return files;
}

/** The first file that exports a name owns it; any other is a second definition for the checks to find. */
function canonicalOwners(contracts: SourceScan): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { name, file, exported } of contracts.definitions) {
    if (exported && !owners.has(name)) owners.set(name, file);
  }
  return owners;
}

function canonicalEntries(owners: ReadonlyMap<string, string>, imports: readonly Usage[]): TypeOwnerRegistryEntry[] {
  const importers = filesByName(imports);
  return [...owners].map(([name, file]) => ({
    type_name: name,
    canonical_owner_doc: file,
    canonical_section_anchor: name,
    status: 'canonical',
    imported_by_docs: [...(importers.get(name) ?? [])].sort(),
    schema_version: '1.0',
  }));
}

function pendingEntries(pending: readonly PendingTypes[]): TypeOwnerRegistryEntry[] {
  return pending.flatMap(({ module, section, behavior, names }) =>
    names.map((name) => ({
      type_name: name,
      canonical_owner_doc: `src/${module}`,
      canonical_section_anchor: section,
      status: 'pending_absorption' as const,
      imported_by_docs: [],
      pending_consumer_behavior: behavior,
      schema_version: '1.0' as const,
    })),
  );
}

/** Where names without an owner of their own are written down. */
const SETTLED_TYPES_FILE = 'src/contracts/types/settled-types.ts';

function settledEntries(input: RegistryInput, owners: ReadonlyMap<string, string>): TypeOwnerRegistryEntry[] {
  const aliased = input.aliased.map(({ name, status, replacement, reason }) => ({
    type_name: name,
    canonical_owner_doc: owners.get(replacement) ?? SETTLED_TYPES_FILE,
    canonical_section_anchor: replacement,
    status,
    imported_by_docs: [],
    replacement_type_name: replacement,
    reason,
    schema_version: '1.0' as const,
  }));
  const retired = input.retired.map(({ name, reason }) => ({
    type_name: name,
    canonical_owner_doc: SETTLED_TYPES_FILE,
    canonical_section_anchor: 'RETIRED_TYPES',
    status: 'retired' as const,
    imported_by_docs: [],
    reason,
    schema_version: '1.0' as const,
  }));
  return [...aliased, ...retired];
}

function byName(left: TypeOwnerRegistryEntry, right: TypeOwnerRegistryEntry): number {
  return left.type_name < right.type_name ? -1 : 1;
}

/** One entry for each name under each status that claims it; the checks refuse a name with two. */
export function buildRegistry(input: RegistryInput): TypeOwnerRegistryEntry[] {
  const owners = canonicalOwners(input.contracts);
  return [
    ...canonicalEntries(owners, input.contracts.imports),
    ...pendingEntries(input.pending),
    ...settledEntries(input, owners),
  ].sort(byName);
}

/** One entry on each line, so that a change of owner is a change of one line. */
export function renderRegistry(entries: readonly TypeOwnerRegistryEntry[]): string {
  return `[\n${entries.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n')}\n]\n`;
}
