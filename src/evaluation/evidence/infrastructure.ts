import type { MadeCall } from '../work.ts';
import { primaryCallOf } from './contradiction.ts';

/** Timeout, cancellation and network, of the models and of the tools: trying again in the same breath meets them again. */
const INFRASTRUCTURE_CODES: ReadonlySet<string> = new Set([
  'tool.timed_out', 'tool.stopped', 'tool.unavailable', 'network.unresolved', 'network.unreachable', 'network.timed_out', 'network.proxy_failed',
  'sandbox.unavailable', 'sandbox.failed', 'mcp.unavailable', 'mcp.disconnected', 'mcp.timed_out', 'mcp.stopped', 'model.call_failed',
  'model.cancelled', 'model.start_failed', 'journal.cancelled', 'run.cancelled', 'run.timed_out', 'phase.timed_out', 'ledger.busy',
]);

export function isInfrastructureError({ code }: { readonly code: string }): boolean {
  return INFRASTRUCTURE_CODES.has(code);
}

/** What is needed of an attempt to see whether it broke on what carries it rather than on the work. */
export interface Attempt {
  readonly calls: readonly MadeCall[];
  readonly cutShort?: string;
}

/**
 * Whether an attempt broke on infrastructure: it was stopped, or its primary call was interrupted or met a failure of the
 * layers below, or the program it ran was ended because its time was over: the same again would take as long.
 */
export function isInfrastructureFailure({ calls, cutShort }: Attempt): boolean {
  if (cutShort === 'stopped') return true;
  const outcome = (primaryCallOf(calls) ?? calls.at(-1))?.outcome;
  if (outcome === undefined) return false;
  return outcome.status === 'interrupted' || outcome.output?.['ending'] === 'timed_out' || (outcome.error !== null && isInfrastructureError(outcome.error));
}
