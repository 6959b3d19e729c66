import { useState } from 'react';
import type { ApiKey, KeyCreated, KeyScope } from '../../../../src/contracts/index.ts';
import { useQuery } from '../../live/use-query.ts';
import { Act } from '../../ui/act.tsx';
import { moment } from '../../ui/format.ts';
import { Answered, Empty } from '../../ui/page-states.tsx';

const SCOPES: Readonly<Record<KeyScope, string>> = {
  read: 'look at runs, artifacts and events',
  run: 'start, steer and cancel work, in any folder of this machine',
  approve: 'answer what work waits for',
  models: 'ask configured models directly',
};

/** Who else may ask this installation, and for what. */
export function KeysPart() {
  const keys = useQuery('key.list', {}, { refreshOn: ({ event }) => event.type.startsWith('api_key.') });
  const [made, setMade] = useState<KeyCreated>();
  return (
    <section className="card" aria-labelledby="keys-title">
      <h2 id="keys-title">Keys for others</h2>
      <Answered asked={keys} what="the keys">
        {({ keys: found }) =>
          found.length === 0 ? (
            <Empty title="Nobody else has a key." />
          ) : (
            <ul className="plain-list">
              {found.map((key) => (
                <KeyRow key={key.key_id} held={key} onChange={keys.reload} />
              ))}
            </ul>
          )
        }
      </Answered>
      {made !== undefined && (
        <div className="state" role="status">
          <p>
            This is what <strong>{made.key.name}</strong> sends as <code>Authorization: Bearer</code>. It is shown once and kept nowhere.
          </p>
          <input className="input mono" readOnly aria-label="the key" value={made.secret} onFocus={({ target }) => target.select()} />
        </div>
      )}
      <NewKey onMade={(key) => (setMade(key), keys.reload())} />
    </section>
  );
}

function KeyRow({ held: { key_id: id, name, scopes, expires_at: until, revoked_at: revoked }, onChange }: { readonly held: ApiKey; readonly onChange: () => void }) {
  const [reason, setReason] = useState('');
  return (
    <li>
      <span className={`tag ${revoked === null ? 'good' : 'calm'}`}>{revoked === null ? 'holds' : 'revoked'}</span> <strong>{name}</strong> {scopes.join(', ')}
      <p className="small faint">
        <code>{id}</code>, {revoked === null ? (until === null ? 'until it is revoked' : `until ${moment(until)} UTC`) : `since ${moment(revoked)} UTC`}
      </p>
      {revoked === null && (
        <div className="row">
          <input className="input narrow" placeholder="why" aria-label={`why ${name} is revoked`} value={reason} onChange={({ target }) => setReason(target.value)} />
          <Act operation="key.revoke" look="danger" isDisabled={reason.trim() === ''} request={() => (reason.trim() === '' ? undefined : { key_id: id, reason: reason.trim() })} confirm="End it at once?" onDone={onChange}>
            Revoke
          </Act>
        </div>
      )}
    </li>
  );
}

function NewKey({ onMade }: { readonly onMade: (made: KeyCreated) => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly KeyScope[]>(['read']);
  const isReady = name.trim() !== '' && scopes.length > 0;
  return (
    <details>
      <summary>Make a key</summary>
      <div className="form-grid">
        <label className="field">
          <span className="label">Who or what it is for</span>
          <input className="input" placeholder="dashboard" value={name} onChange={({ target }) => setName(target.value)} />
        </label>
        <fieldset className="field">
          <legend className="label">It may</legend>
          {(Object.keys(SCOPES) as KeyScope[]).map((scope) => (
            <label key={scope} className="check">
              <input type="checkbox" checked={scopes.includes(scope)} onChange={({ target }) => setScopes(target.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))} /> {SCOPES[scope]}
            </label>
          ))}
        </fieldset>
        <Act operation="key.create" look="primary" isDisabled={!isReady} request={() => (isReady ? { name: name.trim(), scopes: [...scopes] } : undefined)} onDone={(made) => (setName(''), made !== undefined && onMade(made))}>
          Make it
        </Act>
      </div>
    </details>
  );
}
