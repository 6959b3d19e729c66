import type { MemoryCorrectReport, MemoryForgetReport } from '../../../../src/contracts/index.ts';
import { counted } from '../../ui/format.ts';
import { ACTIONS } from './memory-words.ts';

/** What came of it, and by which entries of the log it can be found again. */
export interface Receipt {
  readonly says: string;
  readonly names: readonly string[];
  readonly isForgotten: boolean;
}

export function correctedReceipt({ before, after, written }: MemoryCorrectReport): Receipt {
  return { says: `Kept. A plan: ${ACTIONS[before].says} before, ${ACTIONS[after].says} now. ${counted(written, 'memory', 'memories')} written.`, names: [], isForgotten: false };
}

export function forgottenReceipt({ forgotten, receipts }: MemoryForgetReport): Receipt {
  return { says: `Forgotten for good: ${counted(forgotten, 'memory', 'memories')}. That they were there, and why they went, stays in the log.`, names: receipts.map(({ stream_id: stream, sequence }) => `${stream}#${sequence}`), isForgotten: true };
}
