import { sandboxDecided, type SandboxDecision } from '../contracts/index.ts';
import { canonicalJson, sha256Hex } from '../kernel/index.ts';
import { recordOnce } from '../ledger/index.ts';
import type { LedgerForRuns } from './ledger-for-runs.ts';

/** One record for each different decision: what held the programs of a run can be looked up later. */
export async function recordSandbox(decision: SandboxDecision, { owner }: LedgerForRuns): Promise<void> {
  const payload = { decision, host: 'this machine' };
  await recordOnce(owner, 'sandbox', `sandbox:${sha256Hex(canonicalJson(payload))}`, [{ type: sandboxDecided.type, streamId: 'sandbox', payload }]);
}
