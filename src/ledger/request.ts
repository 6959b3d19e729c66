import type { ValidationCode } from '../contracts/index.ts';
import type { BlobOperation } from './blobs/operations.ts';
import type { CounterOperation } from './counters/operations.ts';
import type { CursorOperation } from './bus/operations.ts';
import type { EraseOperation } from './log/erase-operation.ts';
import type { LeaseOperation } from './leases/operations.ts';
import type { ProjectionOperation } from './projections/operations.ts';
import type { WorkOperation } from './work/operations.ts';
import type { AppendMark } from './rows.ts';

/** An event checked and written out; only its place in the log is still open. */
export interface PreparedEvent {
  readonly stream: string;
  readonly type: string;
  readonly header: string;
  readonly payload: string;
}

/** Proof of ownership: the write is refused unless this lease is alive under this very token. */
export interface Fence {
  readonly lease: string;
  readonly token: number;
}

export type LedgerOperation =
  | BlobOperation
  | CounterOperation
  | CursorOperation
  | EraseOperation
  | LeaseOperation
  | ProjectionOperation
  | WorkOperation;

/**
 * One transaction: all of it happens or none. Plain data, so that it can cross to another thread. Blobs
 * are put first, then the events are placed, then the other operations decided in order; each sees what stands before.
 */
export interface LedgerRequest {
  /** Required when anything is appended. */
  readonly append: AppendMark | null;
  readonly fences: readonly Fence[];
  /** The sequence each named stream must have before this request. */
  readonly expected: readonly { readonly stream: string; readonly sequence: number }[];
  readonly events: readonly PreparedEvent[];
  readonly operations: readonly LedgerOperation[];
}

export interface AppendedEvent {
  readonly stream: string;
  readonly position: number;
  readonly sequence: number;
}

export interface LedgerReply {
  /** Events of the request, then those that its operations wrote. */
  readonly appended: readonly AppendedEvent[];
  /** For each operation its answer: the payload of the first event it wrote, or its own. Null for the latter in a replay. */
  readonly results: readonly unknown[];
  /** True when the log already held this append. */
  readonly isReplay: boolean;
  /** Validation codes of warning level that the events raised; none in a replay. */
  readonly warnings: readonly ValidationCode[];
}

/** A request that is one operation and appends nothing. */
export function requestOf(operation: LedgerOperation): LedgerRequest {
  return { append: null, fences: [], expected: [], events: [], operations: [operation] };
}
