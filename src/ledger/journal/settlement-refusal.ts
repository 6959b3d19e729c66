import { KeelsonError } from '../../kernel/index.ts';

const REFUSALS = new Set(['ledger.stream_invalid', 'ledger.event_invalid', 'ledger.payload_too_large', 'ledger.append_too_large', 'ledger.validation_failed', 'ledger.document_final', 'ledger.projection_stale']);
const REFUSAL_PREFIXES = ['counter.', 'work.', 'blob.', 'json.', 'input.'];

/** What the store says about what goes along; a lost lease or a failing store says nothing about that. */
export function isSettlementRefusal(error: unknown): error is KeelsonError {
  if (!(error instanceof KeelsonError) || error.code === 'counter.exhausted') return false;
  return REFUSALS.has(error.code) || REFUSAL_PREFIXES.some((prefix) => error.code.startsWith(prefix));
}
