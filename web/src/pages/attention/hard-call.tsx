import { useState } from 'react';
import type { ResponseOf } from '../../api/operations.ts';
import { Act } from '../../ui/act.tsx';
import { words } from '../../ui/format.ts';
import { When } from '../../ui/when.tsx';
import { Settled } from './settled.tsx';
import { WhoAsks } from './who-asks.tsx';

type Detail = Extract<ResponseOf<'attention.show'>, { readonly kind: 'hard_call' }>;

const SCOPES: Readonly<Record<Detail['call']['pending_policy']['blocking_scope'], string>> = { entire_run: 'The whole run stands still', segment: 'A part of the run stands still', artifact: 'One artifact stays as it is', outcome: 'One outcome stays open', module: 'One module stands still', side_effect_only: 'Only what acts on the world is held back' };

/** A question that only a person can answer: by one of its options, in their own words, or both. */
export function HardCall({ detail, onSettled }: { readonly detail: Detail; readonly onSettled: () => void }) {
  const { call, settled } = detail;
  const [said, setSaid] = useState('');
  const [asks, ...more] = call.prompt_text.split('\n');
  const takesWords = call.response_mode !== 'closed_choice';
  const { pending_policy: pending } = call;
  return (
    <article className="card question" aria-label="A question for you">
      <p className="small faint">
        <WhoAsks runId={call.run_id} /> asks · {words(call.call_kind)} · <When at={call.created_at} />
      </p>
      <p className="question-asks">{asks}</p>
      {more.length > 0 && <p className="question-more">{more.join('\n')}</p>}
      <p className="small faint">
        {SCOPES[pending.blocking_scope]} until you answer. Put off, it comes to “{words(pending.on_defer)}”.
      </p>
      {settled !== null ? (
        <Settled settled={{ ...settled, answer: call.options.find(({ option_id: id }) => id === settled.answer)?.label ?? settled.answer }} />
      ) : (
        <>
          <ul className="options">
            {call.options.map((option) => (
              <li key={option.option_id}>
                <Act operation="hard_call.answer" look={option.causes_side_effect ? 'danger' : 'plain'} request={() => ({ hard_call_id: call.hard_call_id, option_id: option.option_id })} onDone={onSettled}>
                  {option.label}
                </Act>
                {(option.consequence !== option.label || option.causes_side_effect) && (
                  <span className="small">
                    {option.consequence !== option.label && option.consequence} {option.causes_side_effect && <span className="tag bad">acts on the world</span>}
                  </span>
                )}
              </li>
            ))}
          </ul>
          {takesWords && (
            <div className="field">
              <label htmlFor="hard-call-words">In your own words</label>
              <textarea id="hard-call-words" className="input" rows={3} value={said} onChange={(event) => setSaid(event.target.value)} />
            </div>
          )}
          <div className="row">
            {takesWords && (
              <Act operation="hard_call.answer" look="primary" isDisabled={said.trim() === ''} request={() => ({ hard_call_id: call.hard_call_id, words: said.trim() })} onDone={onSettled}>
                Answer
              </Act>
            )}
            <Act operation="hard_call.answer" look="quiet" request={() => ({ hard_call_id: call.hard_call_id, defer: true })} onDone={onSettled}>
              Put it off
            </Act>
            <Act operation="attention.skip" look="quiet" request={() => ({ id: call.hard_call_id })} onDone={onSettled}>
              Leave it out
            </Act>
          </div>
        </>
      )}
    </article>
  );
}
