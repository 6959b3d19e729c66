import { compact, dollars, duration } from '../../../ui/format.ts';
import { Empty } from '../../../ui/page-states.tsx';
import { callWords } from '../view/call-words.ts';
import { nearest } from '../view/fold-run.ts';
import type { ModelCallView, RunView } from '../view/run-view.ts';
import { Packet } from './packet.tsx';

/** Every question to a model: which one and why, what it used, and what it was given to know. */
export function ModelCalls({ view }: { readonly view: RunView }) {
  const calls = [...view.modelCalls.values()];
  if (calls.length === 0) return <Empty title="No model was asked yet." />;
  return (
    <ul className="calls">
      {calls.map((call) => (
        <li key={call.call}>
          <ModelCall call={call} view={view} />
        </li>
      ))}
    </ul>
  );
}

function ModelCall({ call, view }: { readonly call: ModelCallView; readonly view: RunView }) {
  const packet = nearest(view.packets, call.call);
  const compactions = view.compactions.filter(({ call: before }) => call.call === before || call.call.startsWith(`${before}/`));
  return (
    <details className="call">
      <summary>
        <span className={`tag ${call.isRunning ? 'busy' : call.error === null ? 'good' : 'bad'}`}>{call.isRunning ? 'asked' : call.error === null ? 'answered' : 'failed'}</span>
        <span className="call-says" title={call.call}>
          {callWords(call.call)} <span className="faint">{call.modelId}</span>
        </span>
        <span className="faint small number call-figures">
          <span>
            {compact(call.inputTokens)} in{call.cachedTokens > 0 && `, ${compact(call.cachedTokens)} cached`}
          </span>
          <span>{compact(call.outputTokens)} out</span>
          <span>{dollars(call.usd)}</span>
          <span>{duration(call.durationMs)}</span>
        </span>
      </summary>
      <div className="call-body small">
        <p className="faint">
          <code>{call.call}</code>
        </p>
        {call.why !== '' && <p>{call.why}</p>}
        {call.attempts > 1 && <p>It took {call.attempts} attempts.</p>}
        {call.error !== null && <p className="error-note">{call.error}</p>}
        {packet === undefined ? <p className="faint">It was given its instructions and the request, and no packet of context.</p> : <Packet packet={packet} />}
        {compactions.map(({ call: before, compaction }) => (
          <p key={before}>
            Before it the conversation was {compaction.how}: {compact(compaction.tokens_before)} tokens became {compact(compaction.tokens_after)}.
          </p>
        ))}
      </div>
    </details>
  );
}
