import { z } from 'zod';
import { Count, resultText, type Delivery, type FinalResult } from '../../contracts/index.ts';
import { invariant, KeelsonError, sha256Hex, timestamp } from '../../kernel/index.ts';
import type { RunJournal } from '../../ledger/index.ts';
import type { RunOverseers } from '../overseers.ts';
import type { TaskPorts } from './task-ports.ts';

/** Where it stands in the journal. */
const SAVE_KEY = 'finalize/save-as';
const CHANNEL = 'file';
const Written = z.strictObject({ bytes: Count });

/** Errors after which the run is not at its end: it is gone on with, and then saves what it has. */
const INTERRUPTING = ['journal.', 'ledger.', 'lease.'];

export interface ToSave {
  /** Where the person wants it, as a whole path. */
  readonly path: string;
  readonly result: FinalResult;
  readonly journal: RunJournal;
  readonly signal: AbortSignal;
  /** Raised when a person cancels: then nobody waits for a yes any more, and the result stays with the run. */
  readonly cancelled: AbortSignal;
}

/** Writes the result where the person wanted it. It leaves the run by that, so the policy of this way out is asked, and the person where the policy says so. */
export async function saveResult({ path, result, journal, signal, cancelled }: ToSave, { outside }: Pick<RunOverseers, 'outside'>, { clock }: Pick<TaskPorts, 'clock'>): Promise<Delivery> {
  invariant(outside !== undefined, 'whoever lets a result be saved lets it be handed over');
  const content = resultText(result.output) || result.summary;
  try {
    await outside.handOver(
      {
        kind: 'save_as',
        summary: `Save the result as ${path}`,
        content,
        request: { path, sha256: sha256Hex(content) },
        sideEffect: 'idempotent_write',
        result: Written,
        async perform() {
          await outside.saveFile(path, content);
          return { bytes: Buffer.byteLength(content) };
        },
      },
      { journal, key: SAVE_KEY, signal: AbortSignal.any([signal, cancelled]) },
    );
    return { state: 'delivered', channel: CHANNEL, at: timestamp(clock) };
  } catch (error) {
    if (cancelled.aborted && !signal.aborted) return { state: 'failed', channel: CHANNEL, at: timestamp(clock), reason: 'A person cancelled before it was written. It is kept with the run.' };
    if (!(error instanceof KeelsonError) || INTERRUPTING.some((family) => error.code.startsWith(family))) throw error;
    return { state: 'failed', channel: CHANNEL, at: timestamp(clock), reason: `${error.message} ${error.nextStep}` };
  }
}
