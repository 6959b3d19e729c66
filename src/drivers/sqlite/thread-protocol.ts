/** What the two threads say to each other. Plain data only: it is copied on the way. */
import type { MessagePort } from 'node:worker_threads';
import type { ErrorBody, ErrorCode, ErrorData } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { LedgerReply, StoreTime } from '../../ledger/index.ts';
import type { FlatList } from './shared-lists.ts';
import { textOf } from './storage-errors.ts';
import type { LaneCodec, LaneMemory } from './thread-lane.ts';

export interface WriterStart {
  readonly file: string;
  /** The address of a module that exports `setup: LedgerSetup`. */
  readonly setupModule: string;
  /** The address of a module that exports functions of `WriterHooks`. */
  readonly hooksModule?: string;
  readonly acceptTailCut?: boolean;
}

/** The ways between the two threads. */
export interface WriterLines {
  readonly orders: LaneMemory;
  readonly answers: LaneMemory;
  /** For what does not go through shared memory. */
  readonly port: MessagePort;
  /** Not 0 while the caller's thread looks for answers by itself. */
  readonly looking: Int32Array<SharedArrayBuffer>;
  /** Rung after an answer when it does not; says nothing. */
  readonly bell: MessagePort;
}

export type Order =
  | { readonly kind: 'transact'; readonly requests: FlatList; readonly time?: StoreTime }
  | { readonly kind: 'sweep'; readonly olderThanMs: number; readonly time?: StoreTime }
  | { readonly kind: 'write_back' }
  | { readonly kind: 'close' };

/** One answer for each request. */
export type Outcome = { readonly reply: LedgerReply } | { readonly failure: ErrorBody };

export type Answer =
  | { readonly kind: 'opened'; readonly isHeadRebuilt: boolean }
  | { readonly kind: 'not_opened'; readonly failure: ErrorBody }
  | { readonly kind: 'transacted'; readonly outcomes: FlatList; readonly hasWritten: boolean }
  /** A defect: none of the batch has an answer of its own. */
  | { readonly kind: 'not_transacted'; readonly failure: ErrorBody }
  | { readonly kind: 'swept'; readonly dropped: number }
  | { readonly kind: 'written_back' }
  | { readonly kind: 'failed'; readonly failure: ErrorBody }
  | { readonly kind: 'closed' }
  /** Answers no order: the thread has stopped, and whoever waits hears why. */
  | { readonly kind: 'stopped'; readonly failure: ErrorBody };

/** Ordinary batches are lists; whatever is rare takes the port. */
export const ORDER_LISTS: LaneCodec<Order> = {
  listOf: (order) => (order.kind === 'transact' && order.time === undefined ? order.requests : undefined),
  messageOf: (requests) => ({ kind: 'transact', requests }),
};

export const ANSWER_LISTS: LaneCodec<Answer> = {
  listOf: (answer) => (answer.kind === 'transacted' && answer.hasWritten ? answer.outcomes : undefined),
  messageOf: (outcomes) => ({ kind: 'transacted', outcomes, hasWritten: true }),
};

/** A defect crosses as one, with its words, so that it is not lost in another thread. */
export function failureOf(error: unknown): ErrorBody {
  if (error instanceof KeelsonError) return error.toBody();
  const detail = error instanceof Error ? (error.stack ?? error.message) : textOf(error);
  return {
    code: 'internal.unexpected',
    message: `Something unexpected happened while writing to the ledger: ${textOf(error)}.`,
    next_step: 'This is a defect in Keelson; please report it with the message and what you were doing.',
    data: { detail },
  };
}

/** The same error on this side: same code, message, next step and data. */
export function errorOf({ code, message, next_step, data }: ErrorBody): KeelsonError {
  return new KeelsonError(code as ErrorCode, { message, nextStep: next_step, data: data as unknown as ErrorData[ErrorCode] });
}
