import { describe, expect, it } from 'vitest';
import { createDispatcher } from '../../src/commands/index.ts';
import { OPERATIONS, operationFaults, schemaByRef } from '../../src/contracts/index.ts';
import { bindings, serversOf } from '../../src/main/compose.ts';
import { verifies } from '../requirements/verifies.ts';

const configuration = { version: '0', nodeVersion: '24.0.0', platform: 'test', environment: {}, requirementsFolder: '.', currentFolder: '/' };

describe('the registry of operations', () => {
  it('is served whole: every operation has a handler and every handler an operation', verifies('KEL-COMMANDS-05'), () => {
    const inner = bindings(configuration);
    const served = createDispatcher([...inner, ...serversOf(configuration, createDispatcher(inner)).bindings]).entries.map((entry) => entry.operation_id);
    expect([...served].sort()).toEqual(OPERATIONS.map(({ entry }) => entry.operation_id).sort());
  });

  it('has no faulty entry', verifies('KEL-COMMANDS-05'), () => {
    expect(OPERATIONS.flatMap(({ entry }) => operationFaults(entry))).toEqual([]);
  });

  it('names in each entry the schemas it is checked with', verifies('KEL-COMMANDS-05'), () => {
    for (const { entry, request, response } of OPERATIONS) {
      expect(schemaByRef(entry.request_schema_ref)).toBe(request);
      expect(schemaByRef(entry.response_schema_ref)).toBe(response);
    }
  });
});
