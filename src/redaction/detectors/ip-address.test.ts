import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { checkText } from '../redact.ts';

describe('IP addresses', () => {
  it.each([
    ['126.255.255.255', true],
    ['127.0.0.1', false],
    ['128.0.0.1', true],
    ['254.1.1.1', true],
    ['255.255.255.0', false],
    ['0.0.0.0', false],
    ['0.0.0.1', true],
    ['9.0.0.0', false],
    ['9.0.0.1', true],
    ['9.1.0.0', true],
    ['10.0.0.0', true],
  ])('%s can identify someone: %s', verifies('KEL-REDACTION-14'), (address, isReported) => {
    expect(checkText(`at ${address} now`).spans).toEqual(isReported ? [{ start: 3, end: 3 + address.length, type: 'IP_ADDRESS', severity: 'low' }] : []);
  });
});
