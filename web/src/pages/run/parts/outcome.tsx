import type { ResponseOf } from '../../../api/operations.ts';
import { ResultViews } from '../../../components/generated/result-view.tsx';
import { Link } from '../../../router/link.tsx';
import { words } from '../../../ui/format.ts';
import { Said } from '../../../ui/said.tsx';
import { ResultWords } from './result-words.tsx';
import type { RunView } from '../view/run-view.ts';
import { TakeBack } from './take-back.tsx';

type Report = ResponseOf<'run.show'>;

/** What came of it, told as it is: a failure says so, and what is not met is listed. */
export function Outcome({ report, view, onChanged }: { readonly report: Report; readonly view: Pick<RunView, 'toolCalls'>; readonly onChanged: () => void }) {
  const { termination, result } = report;
  if (termination === null) return null;
  const output = result?.output;
  const isSuccess = termination.reason === 'success';
  return (
    <section className={`card outcome ${isSuccess ? 'good' : 'bad'}`} aria-labelledby="outcome-title">
      <h2 id="outcome-title">{isSuccess ? 'Result' : words(termination.reason)}</h2>
      {output !== undefined && output !== null && output !== '' && <ResultWords text={typeof output === 'string' ? output : JSON.stringify(output, null, 2)} />}
      <ResultViews artifacts={report.artifacts} />
      <p className="small">
        <Said text={termination.details} />
      </p>
      {!isSuccess && report.engine === 'offline' && report.plan === null && (
        <p className="small">
          It was worked on without a model. <Link to="/models">See which models there are</Link>
        </p>
      )}
      {termination.unmet_criteria.length > 0 && (
        <ul className="small">
          {termination.unmet_criteria.map(({ criterion, required }, at) => (
            <li key={`${at} ${criterion}`}>
              <span className={`tag ${required ? 'bad' : 'warn'}`}>not met{required ? '' : ', not required'}</span> {criterion}
            </li>
          ))}
        </ul>
      )}
      {termination.contributing_factors.length > 0 && (
        <details className="small faint">
          <summary>What was recorded about it</summary>
          <ul>
            {termination.contributing_factors.map((factor) => (
              <li key={factor}>{factor}</li>
            ))}
          </ul>
        </details>
      )}
      {result !== null && result.directive === 'abandon' && termination.reason !== 'user_cancelled' && (
        <>
          <h3>What you could try</h3>
          <ul className="small">
            {result.next_moves.map((move) => (
              <li key={move}>{move}</li>
            ))}
          </ul>
        </>
      )}
      {(report.taken_back !== undefined || mayHaveChanged(view)) && <TakeBack report={report} onDone={onChanged} />}
    </section>
  );
}

/** Whether there may be something to take back: a call changed files, or did something of which nothing was kept. */
function mayHaveChanged({ toolCalls }: Pick<RunView, 'toolCalls'>): boolean {
  return [...toolCalls.values()].some(({ ended }) => ended !== null && (ended.changes.length > 0 || !ended.is_undoable));
}
