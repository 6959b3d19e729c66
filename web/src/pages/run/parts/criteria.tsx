import { useState } from 'react';
import type { ResponseOf } from '../../../api/operations.ts';
import { Empty } from '../../../ui/page-states.tsx';
import { Press } from '../../../ui/press.tsx';
import type { Tone } from '../../../ui/run-standing.tsx';
import { nearest } from '../view/fold-run.ts';
import type { RunView } from '../view/run-view.ts';
import { ToolCall } from './tool-calls.tsx';

type Report = ResponseOf<'run.show'>;
type Judged = Report['criteria'][number];

const VERDICTS: Readonly<Record<Judged['verdict']['verdict'], readonly [tone: Tone, says: string]>> = { pass: ['good', 'met'], fail: ['bad', 'not met'], unresolved: ['warn', 'nobody could tell'] };

interface CriteriaProps {
  readonly report: Report;
  readonly view: RunView;
}

/** What the result had to satisfy, what was found, and, a press away, the records that show it. */
export function Criteria({ report, view }: CriteriaProps) {
  const [open, setOpen] = useState<string>();
  const { criteria, plan } = report;
  if (criteria.length === 0) {
    const waiting = plan === null ? [] : [...plan.task_criteria.map((one) => ({ ...one, of: 'the whole' })), ...plan.subtasks.flatMap(({ success_criteria }, at) => success_criteria.map((one) => ({ ...one, of: `subtask ${at + 1}` })))];
    if (waiting.length === 0) return report.standing === 'ended' ? <Empty title="It ended before there were criteria." /> : <Empty title="No criteria yet.">They are written with the plan.</Empty>;
    return (
      <ul className="criteria">
        {waiting.map(({ criterion, mode, required, of }, at) => (
          <li key={`${at} ${criterion}`}>
            <span className="tag calm">{report.standing === 'ended' ? 'not judged' : 'not judged yet'}</span> {criterion}{' '}
            <span className="faint small">
              {of} · {mode}
              {required ? '' : ', not required'}
            </span>
          </li>
        ))}
      </ul>
    );
  }
  const numberOf = (id: string | null): string => (id === null ? 'the whole' : `subtask ${(plan?.subtasks.findIndex(({ subtask_id }) => subtask_id === id) ?? 0) + 1}`);
  return (
    <ul className="criteria">
      {criteria.map(({ subtask_id, verdict }, at) => {
        const [tone, says] = VERDICTS[verdict.verdict];
        const key = `${at} ${verdict.criterion}`;
        return (
          <li key={key}>
            <span className={`tag ${tone}`}>{says}</span>
            <span className="criterion">{verdict.criterion}</span>
            <span className="faint small">
              {numberOf(subtask_id)} · {verdict.mode}
              {verdict.required ? '' : ', not required'}
            </span>
            <Press look="quiet" aria-expanded={open === key} onPress={() => setOpen(open === key ? undefined : key)}>
              Evidence
            </Press>
            {open === key && (
              <div className="evidence">
                <p>{verdict.evidence}</p>
                {verdict.evidence_refs.map(({ key: ref }) => {
                  const call = ref.startsWith(`${report.run_id}/`) ? ref.slice(report.run_id.length + 1) : ref;
                  const tool = nearest(view.toolCalls, call);
                  return tool === undefined ? (
                    <p key={ref} className="small faint">
                      <code>{ref}</code>
                    </p>
                  ) : (
                    <ToolCall key={ref} call={tool} isOpen />
                  );
                })}
                {verdict.evidence_refs.length === 0 && <p className="small faint">No record was named.</p>}
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
