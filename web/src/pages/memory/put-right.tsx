import { useState } from 'react';
import type { MemoryCorrectReport, MemoryForgetReport } from '../../../../src/contracts/index.ts';
import { Act } from '../../ui/act.tsx';
import { counted } from '../../ui/format.ts';
import { ACTIONS } from './memory-words.ts';

/** What came of it, and by which entries of the log it can be found again. */
export interface Receipt {
  readonly says: string;
  readonly names: readonly string[];
  readonly isForgotten: boolean;
}

interface PutRightProps {
  readonly space: string;
  readonly entity: string;
  readonly onDone: (receipt: Receipt) => void;
}

/** A person's own word: it outweighs what is there, or takes its words away for good. Both need a reason, and leave a receipt. */
export function PutRight({ space, entity, onDone }: PutRightProps) {
  const [reason, setReason] = useState('');
  const why = reason.trim();
  const correct = (side: 'for' | 'against') => () => (why === '' ? undefined : { space, entity, side, reason: why });
  const corrected = (value: MemoryCorrectReport | undefined): void => {
    if (value === undefined) return;
    setReason('');
    onDone({ says: `Kept. A plan: ${ACTIONS[value.before].says} before, ${ACTIONS[value.after].says} now. ${counted(value.written, 'memory', 'memories')} written.`, names: [], isForgotten: false });
  };
  const forgotten = (value: MemoryForgetReport | undefined): void => {
    if (value === undefined) return;
    onDone({ says: `Forgotten for good: ${counted(value.forgotten, 'memory', 'memories')}. That they were there, and why they went, stays in the log.`, names: value.receipts.map(({ stream_id: stream, sequence }) => `${stream}#${sequence}`), isForgotten: true });
  };
  return (
    <section className="card" aria-labelledby="right-title">
      <h2 id="right-title">Put it right</h2>
      <label className="field">
        <span className="label">Why (kept with it)</span>
        <input className="input" value={reason} onChange={({ target }) => setReason(target.value)} placeholder="the file is back" />
      </label>
      <div className="row acts">
        <Act operation="memory.correct" request={correct('for')} isDisabled={why === ''} onDone={corrected}>
          It works
        </Act>
        <Act operation="memory.correct" request={correct('against')} isDisabled={why === ''} onDone={corrected}>
          It does not
        </Act>
        <Act operation="memory.forget" look="danger" request={() => (why === '' ? undefined : { space, entity, reason: why })} isDisabled={why === ''} confirm="Its words are erased for good. Forget it?" onDone={forgotten}>
          Forget it
        </Act>
      </div>
    </section>
  );
}
