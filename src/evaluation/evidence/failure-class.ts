import type { ErrorCode, FailureClass } from '../../contracts/index.ts';
import type { MadeCall } from '../work.ts';
import { badEndOf, exitCodeOf } from './call-end.ts';
import { primaryCallOf } from './contradiction.ts';

type ClassedCode = Extract<ErrorCode, `tool.${string}` | `path.${string}` | `network.${string}` | `sandbox.${string}` | `mcp.${string}` | `archive.${string}`>;

/**
 * Whose fault each failure of the tool layer is. Environmental: network, permission, something missing, time; the same
 * approach may work elsewhere or later. Logical: what was asked for was wrong, and asking again is wrong again. A new code
 * does not compile until somebody has decided.
 */
const CLASS_BY_CODE: Readonly<Record<ClassedCode, FailureClass>> = {
  'tool.unknown': 'logical',
  'tool.unavailable': 'environmental',
  'tool.arguments_invalid': 'logical',
  'tool.output_invalid': 'environmental',
  'tool.role_not_allowed': 'logical',
  'tool.arguments_not_allowed': 'logical',
  'tool.rate_limited': 'environmental',
  'tool.too_many_bytes': 'logical',
  'tool.refused_by_policy': 'environmental',
  // A person has seen exactly this and said no: another way is wanted, not another time.
  'tool.approval_denied': 'logical',
  // Earlier runs left it in doubt, and nobody said that it may be used all the same: another target may do.
  'tool.left_in_doubt': 'environmental',
  'tool.not_decided': 'environmental',
  'tool.timed_out': 'environmental',
  'tool.stopped': 'environmental',
  // What a tool says about its own input: text that does not occur, a patch that does not fit.
  'tool.failed': 'logical',
  'tool.definition_invalid': 'environmental',
  'tool.definition_changed': 'environmental',
  'tool.nothing_to_undo': 'logical',
  'tool.nobody_to_ask': 'environmental',
  'path.denied': 'environmental',
  'path.gated': 'environmental',
  'path.missing': 'environmental',
  'path.exists': 'logical',
  'path.wrong_kind': 'logical',
  'path.too_large': 'logical',
  'path.failed': 'environmental',
  'network.refused': 'environmental',
  'network.unresolved': 'environmental',
  'network.unreachable': 'environmental',
  'network.timed_out': 'environmental',
  'network.answer_unreadable': 'environmental',
  'network.proxy_failed': 'environmental',
  'sandbox.unavailable': 'environmental',
  'sandbox.failed': 'environmental',
  'mcp.unavailable': 'environmental',
  'mcp.disconnected': 'environmental',
  'mcp.request_failed': 'environmental',
  'mcp.timed_out': 'environmental',
  'mcp.stopped': 'environmental',
  'mcp.authorization_failed': 'environmental',
  'archive.refused': 'logical',
};

/** Exit codes that shells and systems give for what stands in the way: time, not executable, not installed, killed. */
const ENVIRONMENTAL_EXIT_CODES: ReadonlySet<number> = new Set([124, 126, 127, 137, 143]);

/** What operating systems call it, in the words that programs pass on. Fixed texts, looked for as they are. */
const SYSTEM_ERRORS = [
  'Permission denied', 'Operation not permitted', 'Read-only file system', 'No such file or directory', 'No space left on device', 'Connection refused',
  'Connection reset', 'Connection timed out', 'Network is unreachable', 'Could not resolve host', 'Temporary failure in name resolution',
  'command not found', 'EACCES', 'EPERM', 'ENOENT', 'EROFS', 'ENOSPC', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN',
] as const;

/** Layers in which nothing that an executor asks for can be wrong: if they fail, the world stood in the way. */
const ENVIRONMENTAL_LAYERS = ['model.', 'ledger.', 'journal.', 'counter.', 'lease.', 'blob.', 'server.', 'work.', 'cassette.', 'run.', 'phase.timed_out', 'internal.', 'approval.expired'];

/** The class of a failure with a code. One that nobody classed counts as logical: the environment is no excuse until it is shown. */
export function classifyError({ code }: { readonly code: string }): FailureClass {
  const known = (CLASS_BY_CODE as Readonly<Record<string, FailureClass>>)[code];
  return known ?? (ENVIRONMENTAL_LAYERS.some((layer) => code.startsWith(layer)) ? 'environmental' : 'logical');
}

/** The class of how a call ended; null when it ended well. */
export function classifyCall(call: MadeCall): FailureClass | null {
  const end = badEndOf(call);
  if (end === undefined) return null;
  if (call.outcome.error !== null) return classifyError(call.outcome.error);
  if (end.of === 'tool') return 'environmental';
  const stderr = call.outcome.output?.['stderr'];
  const printed = typeof stderr === 'string' && stderr !== '' ? stderr : call.outcome.shown.text;
  return ENVIRONMENTAL_EXIT_CODES.has(exitCodeOf(call) ?? 0) || SYSTEM_ERRORS.some((words) => printed.includes(words)) ? 'environmental' : 'logical';
}

/** The class of a failed attempt: that of its primary call, and logical when everything it did went well. */
export function classifyFailure({ calls }: { readonly calls: readonly MadeCall[] }): FailureClass {
  const primary = primaryCallOf(calls) ?? calls.at(-1);
  return (primary === undefined ? null : classifyCall(primary)) ?? 'logical';
}
