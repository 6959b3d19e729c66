import { useState } from 'react';
import type { ResponseOf } from '../../../api/operations.ts';
import { useQuery } from '../../../live/use-query.ts';
import { Act } from '../../../ui/act.tsx';
import { words } from '../../../ui/format.ts';
import { Answered } from '../../../ui/page-states.tsx';
import { Press } from '../../../ui/press.tsx';
import { When } from '../../../ui/when.tsx';

type Report = ResponseOf<'run.show'>;

/** What a run changed in files, put back as it was before; what somebody changed since is left alone and named. */
export function TakeBack({ report, onDone }: { readonly report: Report; readonly onDone: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const asked = useQuery('run.preview_undo', { run_id: report.run_id }, { isWanted: isOpen });
  if (report.taken_back !== undefined)
    return (
      <p className="small faint">
        Its changes were taken back by {report.taken_back.by}, <When at={report.taken_back.at} />.
      </p>
    );
  if (!isOpen)
    return (
      <Press look="quiet" onPress={() => setOpen(true)}>
        Take its changes back…
      </Press>
    );
  return (
    <Answered asked={asked} what="what would be taken back">
      {({ changes, is_incomplete, ran_programs, confirmation }) => (
        <div className="take-back small">
          <ul>
            {changes.map(({ path, outcome, detail }) => (
              <li key={path}>
                <span className={`tag ${outcome === 'changed_since' || outcome === 'failed' ? 'warn' : 'calm'}`}>{words(outcome)}</span> <code>{path}</code> {detail}
              </li>
            ))}
          </ul>
          {ran_programs && <p>Programs ran: what anybody changed meanwhile cannot be told from what they changed.</p>}
          {is_incomplete && <p>It did something of which nothing was kept; that stays.</p>}
          <div className="row">
            <Act operation="run.undo" look="danger" underKey={confirmation} request={() => ({ run_id: report.run_id })} onDone={() => (setOpen(false), onDone())}>
              Take these back
            </Act>
            <Press look="quiet" onPress={() => setOpen(false)}>
              Leave them
            </Press>
          </div>
        </div>
      )}
    </Answered>
  );
}
