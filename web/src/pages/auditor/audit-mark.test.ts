import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { AuditVerifyRequest } from '../../../../src/contracts/index.ts';
import { askedWith } from './audit-mark.ts';

const HASH = 'a'.repeat(64);

describe('a mark of the audit that was noted down', () => {
  it('is held against the audit when it is one, and is never asked for when it is none', verifies('KEL-WEB-48'), () => {
    expect([askedWith(` 12:${HASH} `), askedWith('  ')]).toEqual([{ expected: `12:${HASH}` }, {}]);
    expect(AuditVerifyRequest.safeParse(askedWith(`12:${HASH}`)).success).toBe(true);
    for (const typed of ['12', `0:${HASH}`, `12:${HASH}0`, `12:${HASH}:1`, `:${HASH}`, `12:${'g'.repeat(64)}`]) expect([typed, askedWith(typed)]).toEqual([typed, 'odd']);
  });
});
