import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { RunId, SchemaRef } from '../core/index.ts';
import { isTypeName, schemaRef, typeNameOf } from './schema-ref.ts';
import { jsonSchemaOf, schemaByRef, SCHEMAS } from './schemas.ts';

describe('a schema reference', () => {
  it('leads to the very schema it names', verifies('KEL-TYPES-03'), () => {
    expect(schemaRef('RunId')).toBe('#/schemas/RunId');
    expect(typeNameOf('#/schemas/RunId')).toBe('RunId');
    expect(schemaByRef(schemaRef('RunId'))).toBe(RunId);
  });

  it('leads nowhere when no type has the name', verifies('KEL-TYPES-03'), () => {
    expect(schemaByRef('#/schemas/Nobody')).toBeUndefined();
    expect(jsonSchemaOf('#/schemas/Nobody')).toBeUndefined();
  });

  it('is well formed for every schema there is', verifies('KEL-TYPES-03'), () => {
    const names = [...SCHEMAS.keys()];
    expect(names.filter((name) => !SchemaRef.safeParse(schemaRef(name)).success || schemaByRef(schemaRef(name)) === undefined)).toEqual([]);
  });
});

describe('a type name', () => {
  it('is in PascalCase: constants, functions and paths are none', () => {
    expect(['RunId', 'TypeOwnerStatus', 'Sha256'].filter(isTypeName)).toEqual(['RunId', 'TypeOwnerStatus', 'Sha256']);
    expect(['LIMIT', 'ID_PREFIXES', 'runId', 'Run_Id', 'Run/Id', '', 'X'].filter(isTypeName)).toEqual([]);
  });
});

describe('JSON Schema', () => {
  it('says what a type accepts', verifies('KEL-TYPES-04'), () => {
    expect(jsonSchemaOf('#/schemas/DataClass')).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'string',
      enum: ['public', 'internal', 'privileged', 'local_only'],
    });
  });

  it('does not ask the sender for what has a default', verifies('KEL-TYPES-04'), () => {
    const choices = jsonSchemaOf('#/schemas/Criterion')?.oneOf ?? [];
    expect(choices.map((choice) => (typeof choice === 'boolean' ? choice : choice.required))).toEqual([
      ['criterion', 'mode'],
      ['criterion', 'mode'],
    ]);
  });

  it('can be made of every schema', verifies('KEL-TYPES-04'), () => {
    const unmade = [...SCHEMAS.keys()].filter((name) => jsonSchemaOf(schemaRef(name)) === undefined);
    expect(unmade).toEqual([]);
  });
});
