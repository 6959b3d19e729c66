import { useState } from 'react';
import type { AuditVerified } from '../../../../src/contracts/index.ts';
import { useQuery } from '../../live/use-query.ts';
import { counted, moment, count } from '../../ui/format.ts';
import { Answered, Degraded, Empty } from '../../ui/page-states.tsx';
import { Press } from '../../ui/press.tsx';
import { askedWith } from './audit-mark.ts';
import { FaultList } from './fault-list.tsx';

/** Compares the audit with the log, line by line. It reads all of both, so it is done when somebody asks. */
export function Verification() {
  const [isAsked, setAsked] = useState(false);
  const [typed, setTyped] = useState('');
  const wish = askedWith(typed);
  const isMarkOdd = wish === 'odd';
  const verified = useQuery('audit.verify', isMarkOdd ? {} : wish, { isWanted: isAsked && !isMarkOdd });
  return (
    <section className="card" aria-labelledby="verify-title">
      <h2 id="verify-title">Verification</h2>
      <div className="verify-row">
        <label className="field">
          <span className="label">A mark that you noted down earlier (NUMBER:HASH; may be left empty)</span>
          <input className="input mono" value={typed} aria-invalid={isMarkOdd} onChange={({ target }) => (setTyped(target.value), setAsked(false))} />
        </label>
        <Press aria-disabled={isMarkOdd} disabled={isMarkOdd} onPress={() => (isAsked ? verified.reload() : setAsked(true))}>
          Verify now
        </Press>
      </div>
      {isMarkOdd && <p className="small">That is no mark: it has a number, a colon and 64 hexadecimal digits.</p>}
      {isAsked && (
        <Answered asked={verified} what="the log and the audit" isEmpty={({ state }) => state === 'absent'} empty={<Empty title="Nothing has been recorded yet." />}>
          {(found) => (found.state === 'done' ? <Verdict found={found} /> : null)}
        </Answered>
      )}
    </section>
  );
}

function Verdict({ found: { standing, lines, events, erased, not_audited: open, faults, is_whole: isWhole } }: { readonly found: Extract<AuditVerified, { state: 'done' }> }) {
  return (
    <div role="status">
      <p>
        <span className={`tag ${faults.length === 0 ? 'good' : 'bad'}`}>{faults.length === 0 ? 'Everything fits' : counted(faults.length, 'fault')}</span> {counted(lines, 'line')} of the audit and {counted(events, 'event')} of the log were compared{erased > 0 && `, ${count(erased)} of them erased`}.
      </p>
      {!isWhole && <Degraded>There were so many faults that the rest was not looked at.</Degraded>}
      {open > 0 && <Degraded>{counted(open, 'event')} of the log not written down yet.</Degraded>}
      {faults.length > 0 && <FaultList faults={faults} />}
      {standing.began_at !== null && (
        <p className="small faint">
          Begun {moment(standing.began_at)}
          {standing.began_behind > 0 && `, behind ${counted(standing.began_behind, 'event')} that were seen only afterwards`}, in <code>{standing.folder}</code>. Note this mark down elsewhere to hold the audit to it:{' '}
          <code className="mark">
            {standing.sequence}:{standing.hash}
          </code>
        </p>
      )}
    </div>
  );
}
