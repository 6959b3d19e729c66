import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import type { ApprovalStatement, Sha256, SignedApproval } from '../../contracts/index.ts';
import { canonicalJson, invariant, sha256Hex } from '../../kernel/index.ts';

/** What makes an answer count. Handed only to what records a person's answer and to what checks it. */
export interface ApprovalKey {
  /** Of the public half; says which key signed. */
  readonly keyId: Sha256;
  sign(statement: ApprovalStatement): SignedApproval;
  /** True only for exactly this spelling of a signature that this very key made over this very statement. */
  verify(signed: SignedApproval): boolean;
}

const KEY_TYPE = 'ed25519';

/** Rejects by throwing what `node:crypto` throws, or `invariant.broken`, for a text that holds no such key. */
export function createApprovalKey(pkcs8Pem: string): ApprovalKey {
  const privateKey = createPrivateKey(pkcs8Pem);
  invariant(privateKey.asymmetricKeyType === KEY_TYPE, 'approvals are signed with an Ed25519 key');
  const publicKey = createPublicKey(privateKey);
  const keyId = sha256Hex(publicKey.export({ type: 'spki', format: 'der' }));
  return {
    keyId,
    sign: (statement) => ({ statement, key_id: keyId, signature: sign(null, signedBytes(statement), privateKey).toString('base64') }),
    verify({ statement, key_id, signature }) {
      const bytes = Buffer.from(signature, 'base64');
      // Some bits of the last letter mean nothing: another spelling of the same signature is an altered record all the same.
      return key_id === keyId && bytes.toString('base64') === signature && verify(null, signedBytes(statement), publicKey, bytes);
    },
  };
}

export function newApprovalKeyPem(): string {
  return generateKeyPairSync(KEY_TYPE).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function signedBytes(statement: ApprovalStatement): Buffer {
  return Buffer.from(canonicalJson(statement), 'utf8');
}
