import { useState } from 'react';
import type { ResponseOf } from '../../api/operations.ts';
import { Act } from '../../ui/act.tsx';
import { words } from '../../ui/format.ts';
import { Press } from '../../ui/press.tsx';
import { When } from '../../ui/when.tsx';
import { EditArguments } from './edit-arguments.tsx';
import { Settled } from './settled.tsx';
import { WhoAsks } from './who-asks.tsx';

type Detail = Extract<ResponseOf<'attention.show'>, { readonly kind: 'approval' }>;

const ORIGINS = { owner: 'you typed it', source: 'it stands in', model: 'a model made it up' } as const;

/** What a run wants to do, why it is asked, and the answer. */
export function Approval({ detail, onSettled }: { readonly detail: Detail; readonly onSettled: () => void }) {
  const { record, settled } = detail;
  const { question } = record;
  const { decision } = question;
  const [remember, setRemember] = useState<'once' | 'run' | 'workspace'>('once');
  const [reason, setReason] = useState('');
  const [isEditing, setEditing] = useState(false);
  // What a gate holds is asked about each time.
  const isGated = decision.intentions.some(({ verdict }) => verdict.decision === 'gate');
  const answer = (said: 'approved' | 'denied') => () => ({ approval_id: record.approval_id, answer: said, action_hash: decision.action_hash, remember: said === 'approved' ? remember : ('once' as const), reason });
  return (
    <article className="card question" aria-label={`May ${decision.tool_id} be done?`}>
      <p className="small faint">
        <WhoAsks runId={record.run_id} /> asks · {words(decision.role_id)} · <When at={record.requested_at} />
        {settled === null && (
          <>
            {' '}
            · silence is a no <When at={record.expires_at} />
          </>
        )}
      </p>
      <p className="question-asks">
        May <code>{decision.tool_id}</code> do this?
      </p>
      <Arguments of={decision.arguments} />
      <ul className="reasons small">
        <li>
          <span className={`tag ${question.is_undoable ? 'good' : 'bad'}`}>{question.is_undoable ? 'can be taken back' : 'cannot be taken back'}</span>
          {question.touches.map((touched) => (
            <span key={touched} className="tag calm">
              {words(touched)}
            </span>
          ))}
        </li>
        {question.reasons.map((why) => (
          <li key={why}>{why}</li>
        ))}
        {decision.intentions.filter(({ verdict }) => !question.reasons.some((why) => why.endsWith(verdict.explanation))).map(({ kind, subject, verdict }) => (
          <li key={`${kind} ${subject}`}>
            {kind} <code>{subject}</code>: {words(verdict.decision)}, {verdict.explanation}
          </li>
        ))}
        {question.origins.map(({ argument, origin, source, taint_class, span }) => (
          <li key={`${argument} ${span}`}>
            <code>{argument}</code>: {ORIGINS[origin]} {source} {taint_class !== undefined && <span className="tag warn">{words(taint_class)}</span>}
          </li>
        ))}
        <li className="faint">
          in <code>{decision.workspace}</code>
        </li>
      </ul>
      {settled !== null ? (
        <>
          <Settled settled={settled} />
          {settled.arguments !== undefined && (
            <>
              <p className="small">It was done like this instead:</p>
              <Arguments of={settled.arguments} />
            </>
          )}
        </>
      ) : isEditing ? (
        <EditArguments record={record} reason={reason} onSettled={onSettled} onLeave={() => setEditing(false)} />
      ) : (
        <>
          <div className="task-grid">
            <div className="field">
              <label htmlFor="approval-remember">A yes counts for</label>
              <select id="approval-remember" className="input" value={remember} onChange={(event) => setRemember(event.target.value as 'once' | 'run' | 'workspace')}>
                <option value="once">this once</option>
                {!isGated && <option value="run">the same again in this run</option>}
                {!isGated && <option value="workspace">the same again in this folder</option>}
              </select>
            </div>
            <div className="field">
              <label htmlFor="approval-reason">Your reason, told to the run</label>
              <input id="approval-reason" className="input" value={reason} placeholder="may be empty" onChange={(event) => setReason(event.target.value)} />
            </div>
          </div>
          <div className="row">
            <Act operation="approval.answer" look="primary" request={answer('approved')} onDone={onSettled}>
              Approve
            </Act>
            <Act operation="approval.answer" look="danger" request={answer('denied')} onDone={onSettled}>
              Deny
            </Act>
            <Press onPress={() => setEditing(true)}>Edit…</Press>
            <Act operation="attention.skip" look="quiet" request={() => ({ id: record.approval_id })} onDone={onSettled}>
              Leave it out
            </Act>
          </div>
        </>
      )}
    </article>
  );
}

function Arguments({ of }: { readonly of: Detail['record']['question']['decision']['arguments'] }) {
  return (
    <dl className="arguments">
      {Object.entries(of).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <pre>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
          </dd>
        </div>
      ))}
    </dl>
  );
}
