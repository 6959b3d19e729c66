import type { WaitingToolEntry } from '../../../../src/contracts/index.ts';
import { Act } from '../../ui/act.tsx';

/** Tools of other servers that nobody has accepted as they are now. */
export function WaitingTools({ waiting, onAccepted }: { readonly waiting: readonly WaitingToolEntry[]; readonly onAccepted: () => void }) {
  return (
    <section className="card" aria-labelledby="waiting-title">
      <h2 id="waiting-title">Wait for your yes</h2>
      <ul className="plain-list">
        {waiting.map(({ tool_id: id, server, description, input_schema: schema, definition_hash: hash, changes }) => (
          <li key={id}>
            <p>
              <strong>{id}</strong> <span className="faint small">of {server}</span>
            </p>
            <p className="small">The server says of it, in a stranger's words:</p>
            <blockquote>{description}</blockquote>
            {changes.length > 0 && (
              <>
                <p className="small">Changed since you accepted it:</p>
                <ul className="told">
                  {changes.map((change, at) => (
                    <li key={at}>{change}</li>
                  ))}
                </ul>
              </>
            )}
            <details>
              <summary>What it takes</summary>
              <pre className="schema">{JSON.stringify(schema, null, 2)}</pre>
            </details>
            <Act operation="tools.accept" request={() => ({ tool_id: id, definition_hash: hash })} onDone={onAccepted}>
              Accept it as it is now
            </Act>
          </li>
        ))}
      </ul>
    </section>
  );
}
