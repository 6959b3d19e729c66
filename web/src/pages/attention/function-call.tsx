import type { ResponseOf } from '../../api/operations.ts';
import { Act } from '../../ui/act.tsx';
import { When } from '../../ui/when.tsx';
import { Settled } from './settled.tsx';
import { WhoAsks } from './who-asks.tsx';

type Detail = Extract<ResponseOf<'attention.show'>, { readonly kind: 'function_call' }>;

/** A call that the client of a run is to make. Nobody else answers it; a person can have the run go on without. */
export function FunctionCall({ detail: { call, settled }, onSettled }: { readonly detail: Detail; readonly onSettled: () => void }) {
  return (
    <article className="card question" aria-label="A call for a client">
      <p className="small faint">
        <WhoAsks runId={call.run_id} /> waits for its client · <When at={call.asked_at} />
      </p>
      <p className="question-asks">Its client is to call {call.name}</p>
      <p className="question-more">{JSON.stringify(call.arguments)}</p>
      {settled !== null ? (
        <Settled settled={settled} />
      ) : (
        <div className="row">
          <Act operation="attention.skip" look="quiet" request={() => ({ id: call.call_id })} onDone={onSettled}>
            Go on without it
          </Act>
        </div>
      )}
    </article>
  );
}
