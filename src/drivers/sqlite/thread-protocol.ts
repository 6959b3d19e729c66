/** What the two threads say to each other. Plain data only: it is copied on the way. */
import type { ErrorBody, ErrorCode, ErrorData } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { LedgerReply, StoreTime } from '../../ledger/index.ts';
import { textOf } from './storage-errors.ts';

export interface WriterStart {
  readonly file: string;
  /** The address of a module that exports `setup: LedgerSetup`. */
  readonly setupModule: string;
  /** The address of a module that exports functions of `WriterHooks`. */
  readonly hooksModule?: string;
  readonly acceptTailCut?: boolean;
}

/** Requests or outcomes in a row; see `batch-codec.ts`. */
export type FlatBatch = readonly unknown[];

export type Order =
  | { readonly kind: 'transact'; readonly requests: FlatBatch; readonly time?: StoreTime }
  | { readonly kind: 'sweep'; readonly olderThanMs: number; readonly time?: StoreTime }
  | { readonly kind: 'write_back' }
  | { readonly kind: 'close' };

/** One answer for each request. */
export type Outcome = { readonly reply: LedgerReply } | { readonly failure: ErrorBody };

export type Answer =
  | { readonly kind: 'opened'; readonly isHeadRebuilt: boolean }
  | { readonly kind: 'not_opened'; readonly failure: ErrorBody }
  | { readonly kind: 'transacted'; readonly outcomes: FlatBatch; readonly hasWritten: boolean }
  /** A defect: none of the batch has an answer of its own. */
  | { readonly kind: 'not_transacted'; readonly failure: ErrorBody }
  | { readonly kind: 'swept'; readonly dropped: number }
  | { readonly kind: 'written_back' }
  | { readonly kind: 'failed'; readonly failure: ErrorBody }
  | { readonly kind: 'closed' }
  /** Answers no order: the thread has stopped, and whoever waits hears why. */
  | { readonly kind: 'stopped'; readonly failure: ErrorBody };

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
