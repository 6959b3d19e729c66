import { useState } from 'react';
import { useQuery } from '../../../live/use-query.ts';
import { Link } from '../../../router/link.tsx';
import { pathTo } from '../../../router/route.ts';
import { duration, words } from '../../../ui/format.ts';
import { Answered, Empty } from '../../../ui/page-states.tsx';
import { Press } from '../../../ui/press.tsx';
import type { Tone } from '../../../ui/run-standing.tsx';
import type { RunView, ToolCallView } from '../view/run-view.ts';

const TONES: Readonly<Record<ToolCallView['standing'], Tone>> = { running: 'busy', refused: 'bad', completed: 'good', failed: 'bad', interrupted: 'warn', truncated: 'warn' };
const DECISIONS: Readonly<Record<string, Tone>> = { allow: 'good', ask: 'warn', gate: 'warn', block: 'bad', deny: 'bad' };

/** Every call of a tool: what it was to do, what the policy said, what held it in, what came of it. */
export function ToolCalls({ view }: { readonly view: RunView }) {
  const calls = [...view.toolCalls.values()];
  if (calls.length === 0) return <Empty title="No tool was called yet." />;
  return (
    <ul className="calls">
      {calls.map((call) => (
        <li key={call.call}>
          <ToolCall call={call} />
        </li>
      ))}
    </ul>
  );
}

export function ToolCall({ call, isOpen: isOpenAtFirst = false }: { readonly call: ToolCallView; readonly isOpen?: boolean }) {
  const { ended, refusal } = call;
  return (
    <details className="call" open={isOpenAtFirst}>
      <summary>
        <span className={`tag ${TONES[call.standing]}`}>{call.standing}</span>
        <code>{call.toolId}</code>
        <span className="call-says">{doneWith(call) || refusal?.message}</span>
        <span className="faint small number call-figures">
          {ended?.sandbox !== null && ended?.sandbox !== undefined && <span>in {ended.sandbox}</span>}
          {ended !== null && <span>{duration(ended.duration_ms)}</span>}
        </span>
      </summary>
      <div className="call-body small">
        <p className="faint">
          {words(call.role)} · <code>{call.call}</code>
          {call.approvalId !== null && (
            <>
              {' · '}
              <Link to={pathTo('/attention/:item', { item: call.approvalId })}>the approval</Link>
            </>
          )}
        </p>
        {call.intentions.map(({ kind, subject, verdict }) => (
          <p key={`${kind} ${subject}`}>
            <span className={`tag ${DECISIONS[verdict.decision] ?? 'calm'}`}>{verdict.decision}</span> {kind} <code>{subject}</code>: {verdict.explanation} <code className="faint">{verdict.rule}</code>
          </p>
        ))}
        {refusal !== null && (
          <p>
            Stopped at <strong>{refusal.stage}</strong>: {refusal.message} {refusal.nextStep}
          </p>
        )}
        {call.arguments !== null && <pre>{JSON.stringify(call.arguments, null, 2)}</pre>}
        {ended !== null && (
          <>
            <p>
              {ended.sandbox === null ? 'Ran without a sandbox of its own: it starts no program.' : `Held in by ${ended.sandbox}.`} {ended.is_undoable ? 'Can be taken back.' : 'May have changed something of which nothing was kept.'} <span className="tag calm">{words(ended.taint_class)}</span>
            </p>
            {ended.changes.map(({ kind, path }) => (
              <p key={path}>
                {kind} <code>{path}</code>
              </p>
            ))}
            {ended.error !== null && <p className="error-note">{ended.error.message}</p>}
            {ended.shown.text !== '' && ended.shown.text !== ended.error?.message && <pre>{ended.shown.text}</pre>}
            {ended.shown.whole?.sha256 !== undefined && <WholeOutput sha256={ended.shown.whole.sha256} chars={ended.shown.total_chars} />}
          </>
        )}
      </div>
    </details>
  );
}

/** What it does, in a line. Whose words led to it stands below, with what was decided about that. */
function doneWith({ intentions }: ToolCallView): string {
  const deeds = intentions.filter(({ kind }) => kind !== 'words');
  return (deeds.length === 0 ? intentions : deeds).map(({ subject }) => subject).join(', ');
}

function WholeOutput({ sha256, chars }: { readonly sha256: string; readonly chars: number }) {
  const [isWanted, setWanted] = useState(false);
  const asked = useQuery('tools.output', { sha256 }, { isWanted });
  if (!isWanted) return <Press onPress={() => setWanted(true)}>The whole output, {chars.toLocaleString('en')} characters</Press>;
  return (
    <Answered asked={asked} what="the output">
      {({ text }) => <pre className="whole-output">{text}</pre>}
    </Answered>
  );
}
