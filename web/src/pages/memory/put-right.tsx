import { useState } from 'react';
import type { MemoryCorrectReport } from '../../../../src/contracts/index.ts';
import { Act } from '../../ui/act.tsx';
import { correctedReceipt, forgottenReceipt, type Receipt } from './receipts.ts';

interface PutRightProps {
  readonly space: string;
  readonly entity: string;
  /** It was asked for, and is not answered yet. */
  readonly onForget: () => void;
  readonly onDone: (receipt: Receipt) => void;
}

/** A person's own word: it outweighs what is there, or takes its words away for good. Both need a reason, and leave a receipt. */
export function PutRight({ space, entity, onForget, onDone }: PutRightProps) {
  const [reason, setReason] = useState('');
  const why = reason.trim();
  const correct = (side: 'for' | 'against') => () => (why === '' ? undefined : { space, entity, side, reason: why });
  const forget = () => {
    if (why === '') return undefined;
    onForget();
    return { space, entity, reason: why };
  };
  const corrected = (value: MemoryCorrectReport | undefined): void => {
    if (value === undefined) return;
    setReason('');
    onDone(correctedReceipt(value));
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
        <Act operation="memory.forget" look="danger" request={forget} isDisabled={why === ''} confirm="Its words are erased for good. Forget it?" onDone={(value) => value !== undefined && onDone(forgottenReceipt(value))}>
          Forget it
        </Act>
      </div>
    </section>
  );
}
