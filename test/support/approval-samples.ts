import { ToolId, type RunId } from '../../src/contracts/index.ts';
import { sha256Hex } from '../../src/kernel/index.ts';
import type { CallToApprove } from '../../src/oversight/approvals/call-to-approve.ts';
import { runId } from '../contract-suites/ledger-samples.ts';

export const APPROVAL_RUN: RunId = runId(7);

/** What comes before the 32 bytes of an Ed25519 key in PKCS#8. */
const PKCS8_PREFIX = '302e020100300506032b657004220420';

/** A key that is the same for the same name; made for tests and used for nothing else. */
export function sampleKeyPem(name: string): string {
  const der = Buffer.from(`${PKCS8_PREFIX}${sha256Hex(name)}`, 'hex').toString('base64');
  return `-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----\n`;
}

/** A call that a person is asked about: it can be taken back and stays in the workspace. */
export function sampleCall(changes: Partial<CallToApprove> = {}, decision: Partial<CallToApprove['decision']> = {}): CallToApprove {
  return {
    runId: APPROVAL_RUN,
    call: 'execute/1/tool-1',
    idempotencyKey: 'key-1',
    decision: {
      tool_id: ToolId.parse('shell'),
      role_id: 'coder',
      arguments: { script: 'rm -r build' },
      workspace: '/home/ada/lease',
      definition_hash: sha256Hex('shell'),
      action_hash: sha256Hex('rm -r build'),
      intentions: [{ kind: 'script', subject: 'rm -r build (in /home/ada/lease)', verdict: { decision: 'ask', rule: 'command.remove', explanation: 'It removes a folder.' } }],
      ...decision,
    },
    reasons: ['command.remove: It removes a folder.'],
    isUndoable: true,
    origins: [],
    touches: ['programs', 'workspace_write'],
    ...changes,
  };
}
