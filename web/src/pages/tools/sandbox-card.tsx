import type { SandboxDecision, SandboxIsolation } from '../../../../src/contracts/index.ts';

const HELD: Readonly<Record<keyof SandboxIsolation, string>> = { filesystem: 'files', network: 'network', processes: 'processes', system_calls: 'system calls', memory_limit: 'memory', process_limit: 'number of processes', cpu_limit: 'processor time' };

/** What holds programs in, found by trying; what is not held is said. */
export function SandboxCard({ sandbox: { chosen, isolation, chosen_by: by, considered }, network }: { readonly sandbox: SandboxDecision; readonly network: readonly string[] }) {
  const held = isolation === null ? [] : (Object.keys(HELD) as (keyof SandboxIsolation)[]);
  return (
    <section className="card" aria-labelledby="sandbox-title">
      <h2 id="sandbox-title">Sandbox</h2>
      <p>
        <span className={`tag ${chosen === null || chosen === 'none' ? 'bad' : 'good'}`}>{chosen ?? 'no sandbox'}</span> {by === 'configured' ? 'named in the settings' : 'found by trying'}. Programs may reach {network.length === 0 ? 'no host at all' : network.join(', ')}.
      </p>
      {held.length > 0 && (
        <ul className="row held">
          {held.map((name) => (
            <li key={name} className={`tag ${isolation?.[name] === true ? 'good' : 'bad'}`}>
              {HELD[name]} {isolation?.[name] === true ? 'held' : 'not held'}
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>What was looked at</summary>
        <ul className="told">
          {considered.map(({ backend, is_usable: isUsable, detail }) => (
            <li key={backend}>
              <strong>{backend}</strong> {isUsable ? 'usable' : 'not usable'}: {detail}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
