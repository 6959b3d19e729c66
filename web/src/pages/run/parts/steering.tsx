import { useRef, useState } from 'react';
import { Act } from '../../../ui/act.tsx';
import { When } from '../../../ui/when.tsx';
import { useKeys } from '../../../ui/use-keys.ts';
import type { RunView } from '../view/run-view.ts';

/** Words for a run at work; it reads them before it asks a model again. */
export function Steering({ runId, view }: { readonly runId: string; readonly view: RunView }) {
  const [text, setText] = useState('');
  const box = useRef<HTMLTextAreaElement>(null);
  const send = useRef<HTMLButtonElement>(null);
  useKeys([{ keys: 's', says: 'Say something to the run', run: () => box.current?.focus() }]);
  return (
    <section className="card" aria-labelledby="steering-title">
      <h2 id="steering-title">Steer</h2>
      <ul className="steering small" aria-live="polite">
        {view.steering.map(({ id, at, text: said, isTaken }) => (
          <li key={id}>
            {said}{' '}
            <span className="faint">
              {isTaken ? 'read' : 'waits to be read'}, <When at={at} />
            </span>
          </li>
        ))}
      </ul>
      <div className="field">
        <label className="unseen" htmlFor="steering-text">
          Words for this run
        </label>
        <textarea
          ref={box}
          id="steering-text"
          className="input"
          rows={2}
          placeholder="Say what it should do otherwise"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send.current?.click();
          }}
        />
        <Act operation="run.steer" ref={send} isDisabled={text.trim() === ''} request={() => ({ run_id: runId, text: text.trim() })} onDone={() => setText('')}>
          Send
        </Act>
      </div>
    </section>
  );
}
