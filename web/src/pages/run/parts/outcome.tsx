import type { ResponseOf } from '../../../api/operations.ts';
import { ResultViews } from '../../../components/generated/result-view.tsx';
import { words } from '../../../ui/format.ts';
import { ResultWords } from './result-words.tsx';
import { TakeBack } from './take-back.tsx';

type Report = ResponseOf<'run.show'>;

/** What came of it, told as it is: a failure says so, and what is not met is listed. */
export function Outcome({ report, onChanged }: { readonly report: Report; readonly onChanged: () => void }) {
  const { termination, result } = report;
  if (termination === null) return null;
  const output = result?.output;
  const isSuccess = termination.reason === 'success';
  return (
    <section className={`card outcome ${isSuccess ? 'good' : 'bad'}`} aria-labelledby="outcome-title">
      <h2 id="outcome-title">{isSuccess ? 'Result' : words(termination.reason)}</h2>
      {output !== undefined && output !== null && output !== '' && <ResultWords text={typeof output === 'string' ? output : JSON.stringify(output, null, 2)} />}
      <ResultViews artifacts={report.artifacts} />
      <p className="small">{termination.details}</p>
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
        <ul className="small faint">
          {termination.contributing_factors.map((factor) => (
            <li key={factor}>{factor}</li>
          ))}
        </ul>
      )}
      {result !== null && result.directive === 'abandon' && (
        <>
          <h3>What you could try</h3>
          <ul className="small">
            {result.next_moves.map((move) => (
              <li key={move}>{move}</li>
            ))}
          </ul>
        </>
      )}
      <TakeBack report={report} onDone={onChanged} />
    </section>
  );
}
