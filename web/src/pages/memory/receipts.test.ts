import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { correctedReceipt, forgottenReceipt } from './receipts.ts';

const PLACE = { space: 'tool:shell', entity: 'env:local' };

describe('a receipt of memory', () => {
  it('says what plans made of the place before and make now, or how much went and where the log says so', verifies('KEL-WEB-47'), () => {
    expect(correctedReceipt({ ...PLACE, before: 'avoid', after: 'caution', written: 2 })).toEqual({ says: 'Kept. A plan: avoided before, asks before now. 2 memories written.', names: [], isForgotten: false });
    expect(forgottenReceipt({ ...PLACE, forgotten: 1, receipts: [{ stream_id: 'ledger/erasures', sequence: 4 }] })).toEqual({ says: 'Forgotten for good: 1 memory. That they were there, and why they went, stays in the log.', names: ['ledger/erasures#4'], isForgotten: true });
  });
});
