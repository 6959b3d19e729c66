import { useState } from 'react';
import type { ResponseOf } from '../../../api/operations.ts';
import { clockTime, words } from '../../../ui/format.ts';
import { Press } from '../../../ui/press.tsx';
import type { Tone } from '../../../ui/run-standing.tsx';
import { lookOfExit } from '../view/phase-look.ts';
import type { PhaseView, RunView } from '../view/run-view.ts';

const GATE_TONES: Readonly<Record<string, Tone>> = { passed: 'good', failed: 'bad', waived: 'warn' };

/** The phases that a run has gone through, in their order, with why each was left and what its gates said a press away. */
export function PhaseTrail({ view, report }: { readonly view: Pick<RunView, 'phases'>; readonly report: Pick<ResponseOf<'run.show'>, 'phase' | 'standing'> }) {
  const [open, setOpen] = useState<number>();
  const shown = open === undefined ? undefined : view.phases[open];
  return (
    <div className="phases">
      <ol className="phase-trail" aria-label="Phases">
        {view.phases.map((phase, at) => (
          <li key={`${at} ${phase.phase}`}>
            <Press look="chip" className={lookOfExit(phase.exit)} aria-expanded={open === at} onPress={() => setOpen(open === at ? undefined : at)}>
              {phase.phase}
            </Press>
          </li>
        ))}
        {report.standing !== 'ended' && (
          <li aria-current="step">
            <span className="tag busy">{report.phase}…</span>
          </li>
        )}
      </ol>
      {shown !== undefined && <Phase phase={shown} />}
    </div>
  );
}

function Phase({ phase: { phase, exit, reason, gates, at } }: { readonly phase: PhaseView }) {
  return (
    <div className="node-detail small">
      <p>
        <strong>{phase}</strong> {words(exit)} <span className="faint">{clockTime(at)}</span> {reason}
      </p>
      {gates.map(({ gate_id, result, detail }) => (
        <p key={gate_id}>
          <span className={`tag ${GATE_TONES[result] ?? 'warn'}`}>{words(result)}</span> {words(gate_id)} <span className="faint">{detail}</span>
        </p>
      ))}
      {gates.length === 0 && <p className="faint">No gate stood at its end.</p>}
    </div>
  );
}
