import { useState } from 'react';
import type { ToolsReport } from '../../../../src/contracts/index.ts';
import { useQuery } from '../../live/use-query.ts';
import { Answered, Degraded, Empty } from '../../ui/page-states.tsx';
import { counted } from '../../ui/format.ts';
import { SandboxCard } from './sandbox-card.tsx';
import { ToolRow } from './tool-row.tsx';
import { WaitingTools } from './waiting-tools.tsx';

/** What runs can do here, what each may touch, and how it fared. */
export default function ToolsPage() {
  const tools = useQuery('tools.list', {}, { refreshOn: ({ event }) => event.type === 'run.terminated' || event.type.startsWith('tool.') });
  return (
    <div className="page">
      <header className="page-head">
        <h1>Tools</h1>
      </header>
      <Answered asked={tools} what="the tools">
        {(report) => (
          <>
            {report.left_out.length > 0 && (
              <Degraded>
                Not offered: {report.left_out.map(({ name, reason }) => `${name} (${reason})`).join('; ')}
              </Degraded>
            )}
            <SandboxCard sandbox={report.sandbox} network={report.network} />
            {report.waiting.length > 0 && <WaitingTools waiting={report.waiting} onAccepted={tools.reload} />}
            <ToolList report={report} />
          </>
        )}
      </Answered>
    </div>
  );
}

function ToolList({ report: { tools } }: { readonly report: ToolsReport }) {
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const found = tools.filter(({ definition: { tool_id: id, tool_name: name, category } }) => [id, name, category].some((text) => text.toLowerCase().includes(wanted)));
  const usable = tools.filter(({ unavailable }) => unavailable === null).length;
  return (
    <section className="card" aria-labelledby="tools-title">
      <div className="section-head">
        <h2 id="tools-title">
          {counted(tools.length, 'tool')}, {usable} usable here
        </h2>
        <input className="input narrow" type="search" aria-label="Find a tool" placeholder="Find a tool" value={words} onChange={({ target }) => setWords(target.value)} />
      </div>
      {found.length === 0 ? (
        <Empty title="No tool is called so." />
      ) : (
        <ul className="plain-list">
          {found.map((entry) => (
            <ToolRow key={entry.definition.tool_id} entry={entry} />
          ))}
        </ul>
      )}
    </section>
  );
}
