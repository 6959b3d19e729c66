import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { APPROVAL_RUN, sampleKeyPem } from '../../../test/support/approval-samples.ts';
import { ApprovalId, SignedApproval, type ApprovalStatement } from '../../contracts/index.ts';
import { canonicalJson, sha256Hex } from '../../kernel/index.ts';
import { createApprovalKey, newApprovalKeyPem } from './approval-key.ts';

const STATEMENT: ApprovalStatement = {
  approval_id: ApprovalId.parse('apr_01JCQZ9Y5D0000000000000001'),
  run_id: APPROVAL_RUN,
  call: 'execute/1/tool-1',
  nonce: sha256Hex('nonce'),
  action_hash: sha256Hex('action'),
  answer: 'edited',
  arguments: { script: 'ls', depth: 2 },
  remember: 'once',
  reason: 'só isto',
  answered_by: 'owner',
  answered_at: '2027-01-15T08:00:00.000Z',
  expires_at: '2027-01-15T10:00:00.000Z',
};

describe('the key that signs approvals', () => {
  it('signs the canonical text of the statement, as anybody with the public half can check', verifies('KEL-APPROVAL-10'), () => {
    const pem = sampleKeyPem('this installation');
    const key = createApprovalKey(pem);
    const signed = key.sign(STATEMENT);
    expect(signed).toEqual({ statement: STATEMENT, key_id: sha256Hex(createPublicKey(pem).export({ type: 'spki', format: 'der' })), signature: signed.signature });
    expect([SignedApproval.parse(signed), verify(null, Buffer.from(canonicalJson(STATEMENT)), createPublicKey(pem), Buffer.from(signed.signature, 'base64'))]).toEqual([signed, true]);
    const reordered = Object.fromEntries(Object.entries(STATEMENT).toReversed()) as unknown as ApprovalStatement;
    expect([key.verify(signed), key.verify({ ...signed, statement: reordered })]).toEqual([true, true]);
  });

  it('takes no signature of another key, and no other spelling of its own', verifies('KEL-APPROVAL-10'), () => {
    const key = createApprovalKey(sampleKeyPem('this installation'));
    const other = createApprovalKey(newApprovalKeyPem());
    const signed = key.sign(STATEMENT);
    expect(other.keyId).not.toBe(key.keyId);
    expect([other.verify(signed), key.verify(other.sign(STATEMENT)), key.verify({ ...other.sign(STATEMENT), key_id: key.keyId }), key.verify({ ...signed, key_id: other.keyId })]).toEqual([false, false, false, false]);
    expect([key.verify({ ...signed, signature: '' }), key.verify({ ...signed, signature: signed.signature.replaceAll('=', '') })]).toEqual([false, false]);
  });

  it('notices every change of a text in the statement', verifies('KEL-APPROVAL-10'), () => {
    const key = createApprovalKey(sampleKeyPem('this installation'));
    const signed = key.sign(STATEMENT);
    fc.assert(fc.property(fc.string(), (reason) => key.verify({ ...signed, statement: { ...STATEMENT, reason } }) === (reason === STATEMENT.reason)), { examples: [['só isto'], ['so isto']] });
  });

  it('is made of nothing but a private Ed25519 key', verifies('KEL-APPROVAL-10'), () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(() => createApprovalKey(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())).toThrow('Ed25519');
    expect(() => createApprovalKey(publicKey.export({ type: 'spki', format: 'pem' }).toString())).toThrow();
    expect(() => createApprovalKey('')).toThrow();
  });
});
