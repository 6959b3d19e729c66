import { words } from '../../../ui/format.ts';
import type { RunView } from '../view/run-view.ts';

/** What a node of the plan stands for, in whole. */
export function NodeDetail({ view, id }: { readonly view: RunView; readonly id: string }) {
  const round = view.rounds.find(({ round: number }) => id === `plan-${number}` || id === `review-${number}` || id.startsWith(`${number}/`));
  if (round === undefined) return null;
  const subtask = round.subtasks.find(({ id: one }) => id === `${round.round}/${one}`);
  if (subtask === undefined) {
    const says = id.startsWith('plan-') ? round.why : round.reviewSays;
    return <p className="node-detail">{says === '' ? 'Nothing was said about it yet.' : says}</p>;
  }
  return (
    <div className="node-detail">
      <p>
        <strong>{subtask.intent}</strong> <span className="faint small">{words(subtask.role)}, {subtask.attempts} {subtask.attempts === 1 ? 'attempt' : 'attempts'}, {subtask.standing}</span>
      </p>
      {subtask.corrections.map(({ wrong, instead, failureClass }, at) => (
        <p key={`${at} ${wrong}`} className="small">
          <span className="tag warn">put right</span> {wrong} → {instead} <span className="faint">{failureClass}</span>
        </p>
      ))}
      {subtask.verdicts.map(({ criterion, verdict, evidence }, at) => (
        <p key={`${at} ${criterion}`} className="small">
          <span className={`tag ${verdict === 'pass' ? 'good' : verdict === 'fail' ? 'bad' : 'warn'}`}>{verdict}</span> {criterion} <span className="faint">{evidence}</span>
        </p>
      ))}
      {subtask.failure !== null && <p className="error-note">{subtask.failure}</p>}
      {subtask.output !== '' && <pre className="small">{subtask.output}</pre>}
    </div>
  );
}
