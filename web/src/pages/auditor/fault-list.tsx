import type { AuditFault } from '../../../../src/contracts/index.ts';

/** What does not fit between the log, the audit and the reports. */
export function FaultList({ faults }: { readonly faults: readonly AuditFault[] }) {
  return (
    <ul className="faults" role="alert">
      {faults.map(({ code, position, subject, detail }, at) => (
        <li key={at}>
          <span className="tag bad">{code}</span> {detail}{' '}
          <span className="faint small">
            {subject}
            {position !== null && `, at ${position}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
