import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { missingProblems } from '../../scripts/type-owners/checks.ts';
import {
  scanProduct,
  TYPE_OWNERS_FILE,
  typeOwnerEntries,
  typeOwnerProblems,
  typeOwners,
} from '../../scripts/type-owners.ts';
import * as contracts from '../../src/contracts/index.ts';
import { schemaByRef, SCHEMAS, TypeOwnerRegistryEntry } from '../../src/contracts/types/index.ts';
import { verifies } from '../requirements/verifies.ts';
import names from '../fixtures/eln-type-names.json' with { type: 'json' };
import { ROOT } from './source-files.ts';

const entries = typeOwnerEntries();
const statusOf = new Map(entries.map((entry) => [entry.type_name, entry.status]));

describe('the owners of types', () => {
  it('are written down as they are (run node scripts/type-owners.ts)', verifies('KEL-TYPES-01'), () => {
    expect(readFileSync(join(ROOT, TYPE_OWNERS_FILE), 'utf8')).toBe(typeOwners());
  });

  it('own each name once, and no reference leads to nothing', verifies('ELN-A-09'), () => {
    expect(typeOwnerProblems()).toEqual([]);
  });

  it('have well-formed entries', () => {
    expect(entries.map((entry) => TypeOwnerRegistryEntry.parse(entry))).toEqual(entries);
  });

  it('account for every type that the evaluation specification declares, uses or mentions', verifies('KEL-TYPES-02'), () => {
    const all = [...names.declared, ...names.used_in_fields_but_never_declared, ...names.only_mentioned];
    expect({ declared: names.declared.length, undeclared: names.used_in_fields_but_never_declared.length }).toEqual({
      declared: 209,
      undeclared: 36,
    });
    expect(missingProblems(all, entries)).toEqual([]);
  });

  it('close every type that the specification uses and never declares', () => {
    const open = names.used_in_fields_but_never_declared.filter(
      (name) => !['canonical', 'imported'].includes(statusOf.get(name) ?? ''),
    );
    expect(open).toEqual([]);
  });
});

describe('the table of schemas', () => {
  it('holds exactly the schemas that contracts define', () => {
    const defined = scanProduct('src/contracts').definitions.filter(({ exported, isValue }) => exported && isValue);
    const missing = defined.filter(({ name }) => !SCHEMAS.has(name));
    expect(missing).toEqual([]);
    expect(SCHEMAS.size).toBe(defined.length);
  });

  it('gives every operation the schemas it was declared with', () => {
    const operations = Object.values<unknown>(contracts).filter(
      (value): value is contracts.Operation => typeof value === 'object' && value !== null && 'entry' in value && 'request' in value,
    );
    const astray = operations.filter(
      ({ entry, request, response }) =>
        schemaByRef(entry.request_schema_ref) !== request || schemaByRef(entry.response_schema_ref) !== response,
    );
    expect(operations.length).toBeGreaterThan(0);
    expect(astray.map(({ entry }) => entry.operation_id)).toEqual([]);
  });
});
