import { once } from 'node:events';
import type { ErrorBody } from '../../contracts/index.ts';
import type { StoreFault } from '../../ledger/index.ts';
import { startThread } from './start-thread.ts';
import { storageFailed } from './storage-errors.ts';
import { errorOf, failureOf } from './thread-protocol.ts';

export interface ExaminationStart {
  readonly file: string;
  readonly setupModule: string;
  /** How the file is opened, where that is not by its path. */
  readonly source?: string;
}

export type ExaminationAnswer = { readonly faults: readonly StoreFault[] } | { readonly failure: ErrorBody };

export async function examineInThread(start: ExaminationStart): Promise<readonly StoreFault[]> {
  const worker = startThread(new URL('examiner-thread.ts', import.meta.url), start);
  // A thread that ends without a word is not waited for.
  const ended = once(worker, 'exit').then(() => [{ failure: failureOf(storageFailed(start.file, 'the examining thread stopped')) }]);
  const [answer] = (await Promise.race([once(worker, 'message'), ended])) as [ExaminationAnswer];
  await worker.terminate();
  if ('failure' in answer) throw errorOf(answer.failure);
  return answer.faults;
}
