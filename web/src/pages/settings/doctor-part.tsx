import type { CheckStatus } from '../../../../src/contracts/index.ts';
import { useQuery } from '../../live/use-query.ts';
import { Answered, Degraded } from '../../ui/page-states.tsx';
import { Press } from '../../ui/press.tsx';
import { Said } from '../../ui/said.tsx';

const TONES: Readonly<Record<CheckStatus, string>> = { ok: 'good', limited: 'warn', absent: 'calm', unknown: 'warn' };

/** What this machine has of what Keelson uses. */
export function DoctorPart() {
  const doctor = useQuery('system.doctor', {});
  return (
    <section className="card" aria-labelledby="doctor-title">
      <div className="section-head">
        <h2 id="doctor-title">This machine</h2>
        <Press look="quiet" onPress={doctor.reload}>
          Look again
        </Press>
      </div>
      <Answered asked={doctor} what="this machine">
        {({ version, checks, usable }) => (
          <>
            {!usable && <Degraded>Something that Keelson cannot work without is missing.</Degraded>}
            <p className="small faint">Keelson {version}</p>
            <ul className="plain-list">
              {checks.map(({ id, title, status, required, found, means, how_to_get: how }) => (
                <li key={id}>
                  <span className={`tag ${status === 'absent' && required ? 'bad' : TONES[status]}`}>{status}</span> <strong>{title}</strong> <span className="faint small">{found}</span>
                  <p className="small">
                    <Said text={[means, how ?? ''].join(' ')} />
                  </p>
                </li>
              ))}
            </ul>
          </>
        )}
      </Answered>
    </section>
  );
}
