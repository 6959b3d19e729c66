import { useState } from 'react';
import type { CalibrationProposeReport, CalibrationStanding } from '../../../../src/contracts/index.ts';
import { useQuery } from '../../live/use-query.ts';
import { Act } from '../../ui/act.tsx';
import { count, figure, moment, words } from '../../ui/format.ts';
import { Answered } from '../../ui/page-states.tsx';

const PERCENT = 100;

/** The figures that the solver decides by; only a person puts others in force. */
export function CalibrationPart() {
  const calibration = useQuery('calibration.show', {}, { refreshOn: ({ event }) => event.type.startsWith('calibration.') });
  const [proposed, setProposed] = useState<CalibrationProposeReport>();
  const [reason, setReason] = useState('');
  const why = reason.trim();
  return (
    <section className="card" aria-labelledby="calibration-title">
      <h2 id="calibration-title">Calibration of the solver</h2>
      <Answered asked={calibration} what="the calibration">
        {({ current, published, proposals, usable_runs: usable, needed_runs: needed }) => (
          <>
            <p>
              In force: <strong>{current.version}</strong> {current.version === published.version && 'as published'}. {usable < needed ? `A calibration needs ${count(needed)} runs that ended by their own work; there are ${count(usable)}.` : `${count(usable)} runs can be learnt from.`}
            </p>
            <dl className="figures">
              {Object.entries(current.parameters).map(([name, value]) => (
                <div key={name}>
                  <dt>{words(name)}</dt>
                  <dd className="number">{figure(value)}</dd>
                </div>
              ))}
            </dl>
            <div className="row">
              <Act operation="calibration.propose" request={() => ({})} isDisabled={usable < needed} onDone={(value) => (setProposed(value), calibration.reload())}>
                Look for a better set
              </Act>
            </div>
            {proposed !== undefined && <p role="status">{proposed.outcome === 'proposed' ? `${proposed.proposal.version} is proposed.` : 'No set was better on runs that it was not fitted on.'}</p>}
            {proposals.length > 0 && (
              <>
                <label className="field">
                  <span className="label">Why (kept with it)</span>
                  <input className="input" value={reason} onChange={({ target }) => setReason(target.value)} />
                </label>
                <ul className="plain-list">
                  {proposals.map((standing) => (
                    <Proposal key={standing.proposal.version} standing={standing} isInForce={standing.proposal.version === current.version} why={why} onChange={calibration.reload} />
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </Answered>
    </section>
  );
}

function Proposal({ standing: { proposal, state, changed_at: at }, isInForce, why, onChange }: { readonly standing: CalibrationStanding; readonly isInForce: boolean; readonly why: string; readonly onChange: () => void }) {
  const { version, evidence } = proposal;
  return (
    <li>
      <span className={`tag ${isInForce ? 'good' : 'calm'}`}>{isInForce ? 'in force' : state}</span> <strong>{version}</strong>{' '}
      <span className="faint small">
        {moment(at)}, better in {figure(PERCENT * evidence.better_in)} % of drawings; {count(evidence.decisions.otherwise)} of {count(evidence.decisions.all)} decisions otherwise, {count(evidence.decisions.lost)} runs that delivered would be given up
      </span>
      <div className="row">
        {isInForce ? (
          <Act operation="calibration.withdraw" request={() => (why === '' ? undefined : { reason: why })} isDisabled={why === ''} onDone={onChange}>
            Withdraw it
          </Act>
        ) : (
          <Act operation="calibration.apply" request={() => (why === '' ? undefined : { version, reason: why })} isDisabled={why === ''} onDone={onChange}>
            Apply it
          </Act>
        )}
      </div>
    </li>
  );
}
