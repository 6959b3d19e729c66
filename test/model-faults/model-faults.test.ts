import { describe, expect, it } from 'vitest';
import { verifies } from '../requirements/verifies.ts';
import { faultRows } from '../support/fault-turns.ts';
import { FORMATS } from '../support/gateway-rig.ts';
import { faultsFound } from './judge-fault.ts';
import { runFault } from './run-fault.ts';

/** `npm run bench -- model-faults` runs twenty of each. */
const SEED = 1;

describe.each(FORMATS)('a model that fails over %s', (format) => {
  it.each(faultRows().map((row) => [row.id, row.why, row] as const))('is survived: %s, %s', verifies('KEL-GATEWAY-16'), async (_id, _why, row) => {
    expect(faultsFound(row, format, await runFault(row, format, SEED))).toEqual([]);
  });
});
