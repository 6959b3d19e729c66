import { useState } from 'react';
import type { RequestOf, ResponseOf } from '../../../api/operations.ts';
import { Act } from '../../../ui/act.tsx';
import { words } from '../../../ui/format.ts';
import { Press } from '../../../ui/press.tsx';

type Limit = ResponseOf<'budget.show'>['scopes'][number]['limits'][number];

interface RaiseLimitProps {
  readonly runId: string;
  readonly limits: readonly Limit[];
  readonly onRaised: () => void;
}

/** Gives a run more of something; limits are never lowered. */
export function RaiseLimit({ runId, limits, onRaised }: RaiseLimitProps) {
  const [isOpen, setOpen] = useState(false);
  const [resource, setResource] = useState<Limit['resource']>(limits[0]?.resource ?? 'tokens');
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  if (!isOpen)
    return (
      <Press look="quiet" onPress={() => setOpen(true)}>
        Raise a limit…
      </Press>
    );
  const limit = Number(text);
  const isUsable = Number.isFinite(limit) && limit > 0 && reason.trim() !== '';
  const request = (): RequestOf<'budget.adjust'> => ({ run: runId, resource, limit, reason: reason.trim() });
  return (
    <div className="raise">
      <div className="field">
        <label htmlFor="raise-resource">What of</label>
        <select id="raise-resource" className="input" value={resource} onChange={(event) => setResource(event.target.value as Limit['resource'])}>
          {limits.map((one) => (
            <option key={one.resource} value={one.resource}>
              {words(one.resource)}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor="raise-limit">New limit{resource === 'duration' ? ', in seconds' : resource === 'cost' ? ', in dollars' : ''}</label>
        <input id="raise-limit" className="input number" inputMode="decimal" value={text} placeholder={String(limits.find((one) => one.resource === resource)?.limit ?? '')} onChange={(event) => setText(event.target.value)} />
      </div>
      <div className="field">
        <label htmlFor="raise-reason">Why, for the record</label>
        <input id="raise-reason" className="input" value={reason} onChange={(event) => setReason(event.target.value)} />
      </div>
      <div className="row">
        <Act operation="budget.adjust" isDisabled={!isUsable} request={request} onDone={() => (setOpen(false), onRaised())}>
          Raise
        </Act>
        <Press look="quiet" onPress={() => setOpen(false)}>
          Back
        </Press>
      </div>
    </div>
  );
}
