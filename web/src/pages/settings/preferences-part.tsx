import { useState } from 'react';
import type { MemoryPreferencesReport, MemoryPreferencesSaveReport } from '../../../../src/contracts/index.ts';
import { useQuery } from '../../live/use-query.ts';
import { Act } from '../../ui/act.tsx';
import { counted } from '../../ui/format.ts';
import { Answered } from '../../ui/page-states.tsx';

/** What every run in a folder is told to keep to. */
export function PreferencesPart() {
  const preferences = useQuery('memory.preferences', {});
  const [saved, setSaved] = useState<MemoryPreferencesSaveReport>();
  return (
    <section className="card" aria-labelledby="preferences-title">
      <h2 id="preferences-title">Preferences</h2>
      <Answered asked={preferences} what="the preferences">
        {(report) => <Editor key={report.sha256 ?? 'none'} report={report} onSaved={(value) => (setSaved(value), preferences.reload())} />}
      </Answered>
      {saved !== undefined && (
        <p role="status" className="receipt">
          {saved.is_changed ? `Saved: ${counted(saved.added.length, 'line')} added, ${saved.removed.length} removed.` : 'Nothing was changed.'}
          {saved.accepted.length > 0 && ` Accepted: ${saved.accepted.join('; ')}.`}
          {saved.declined.length > 0 && ` Declined for good: ${saved.declined.join('; ')}.`}
        </p>
      )}
    </section>
  );
}

const ROWS_MIN = 8;

function Editor({ report: { path, sha256, draft, proposals }, onSaved }: { readonly report: MemoryPreferencesReport; readonly onSaved: (report: MemoryPreferencesSaveReport | undefined) => void }) {
  const [text, setText] = useState(draft);
  return (
    <>
      <label className="field">
        <span className="label">
          <code>{path}</code>, told to every run in the folder
        </span>
        <textarea className="input mono" rows={Math.max(ROWS_MIN, draft.split('\n').length + 1)} value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      {proposals.length > 0 && (
        <>
          <p className="small">Proposed, from what you said yourself. Keep a line to accept it, delete it to decline it for good.</p>
          <ul className="told">
            {proposals.map(({ preference_id: id, text: proposed, said }) => (
              <li key={id}>
                {proposed} <span className="faint small">you said: “{said}”</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="row">
        <Act operation="memory.preferences_save" request={() => ({ text, based_on: sha256, shown: proposals.map(({ preference_id: id }) => id) })} isDisabled={text === draft && proposals.length === 0} onDone={onSaved}>
          Save
        </Act>
      </div>
    </>
  );
}
