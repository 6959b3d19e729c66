import { useState } from 'react';
import type { ResponseOf } from '../../api/operations.ts';
import { useQuery } from '../../live/use-query.ts';
import { useAttention } from '../../shell/use-waiting.ts';
import { Answered, Degraded, Empty } from '../../ui/page-states.tsx';
import { Tabs, type Tab } from '../../ui/tabs.tsx';
import { useKeys } from '../../ui/use-keys.ts';
import { AttentionRow } from '../attention/attention-row.tsx';
import { CalibrationList } from '../memory/calibration-list.tsx';
import type { PageProps } from '../page.ts';
import { EventList } from './events/event-list.tsx';
import { PlanGraph } from './graph/plan-graph.tsx';
import { Artifacts } from './parts/artifacts.tsx';
import { BeingWritten } from './parts/being-written.tsx';
import { Criteria } from './parts/criteria.tsx';
import { Family } from './parts/family.tsx';
import { Gauges } from './parts/gauges.tsx';
import { ModelCalls } from './parts/model-calls.tsx';
import { NodeDetail } from './parts/node-detail.tsx';
import { Outcome } from './parts/outcome.tsx';
import { Rounds } from './parts/rounds.tsx';
import { PhaseTrail } from './parts/phase-trail.tsx';
import { RunHead } from './parts/run-head.tsx';
import { Steering } from './parts/steering.tsx';
import { Notes } from './parts/notes.tsx';
import { ToolCalls } from './parts/tool-calls.tsx';
import { isJournalStep } from './view/fold-run.ts';
import { useDrafts } from './view/use-drafts.ts';
import { useRunLog } from './view/use-run-log.ts';
import './run.css';

/** One run: what was asked, how it is done, what was found, what it takes, and what a person can do about it. */
export default function RunPage({ values }: PageProps) {
  const asked = useQuery('run.show', { run: values['run'] ?? '' }, { refreshOn: ({ event }) => event.aggregate === 'run' && event.aggregate_id === values['run'] && !isJournalStep(event.type) });
  return (
    <Answered asked={asked} what="the run">
      {(report) => <Run report={report} onChanged={asked.reload} key={report.run_id} />}
    </Answered>
  );
}

type Report = ResponseOf<'run.show'>;

function Run({ report, onChanged }: { readonly report: Report; readonly onChanged: () => void }) {
  const { view, isWhole, error } = useRunLog(report.run_id);
  const attention = useAttention();
  const drafts = useDrafts(report.run_id, view);
  const [tab, setTab] = useState('criteria');
  const [node, setNode] = useState<string>();
  const waiting = attention.value?.items.filter(({ run_id }) => run_id === report.run_id) ?? [];
  const tabs: readonly Tab[] = [
    { id: 'criteria', title: 'Criteria', count: report.criteria.length, content: () => <Criteria report={report} view={view} /> },
    { id: 'events', title: 'Events', count: view.entries.length, content: () => <EventList entries={view.entries} isWhole={isWhole} /> },
    { id: 'tools', title: 'Tools', count: view.toolCalls.size, content: () => <ToolCalls view={view} /> },
    { id: 'models', title: 'Models and context', count: view.modelCalls.size, content: () => <ModelCalls view={view} /> },
    { id: 'rounds', title: 'Loss', count: view.rounds.length, content: () => <Rounds view={view} /> },
    { id: 'artifacts', title: 'Artifacts', count: report.artifacts.length, content: () => <Artifacts artifacts={report.artifacts} view={view} /> },
  ];
  useKeys(tabs.map(({ id, title }, at) => ({ keys: String(at + 1), says: title, run: () => setTab(id) })));
  return (
    <div className="page run">
      <RunHead report={report} waits={waiting.length > 0} />
      {error !== undefined && (
        <Degraded>
          Its events cannot be read: {error.message} {error.next_step}
        </Degraded>
      )}
      <div className="run-columns">
        <div className="run-main">
          <Outcome report={report} view={view} onChanged={onChanged} />
          <BeingWritten drafts={drafts} />
          <section className="card" aria-labelledby="plan-title">
            <h2 id="plan-title">Plan</h2>
            <PhaseTrail view={view} report={report} />
            {view.rounds.length === 0 ? <Empty title={report.standing === 'ended' ? 'It ended without a plan.' : 'There is no plan yet.'} /> : <PlanGraph view={view} chosen={node} onChoose={setNode} />}
            {node !== undefined && <NodeDetail view={view} id={node} />}
            {report.calibration !== undefined && report.calibration.length > 0 && (
              <details className="recalled small">
                <summary>What memory had to say about it ({report.calibration.length})</summary>
                <CalibrationList calibration={report.calibration} />
              </details>
            )}
          </section>
          <section className="card" aria-label="What is known of it">
            <Tabs label="What is known of it" tabs={tabs} chosen={tab} onChoose={setTab} />
          </section>
        </div>
        <aside className="run-side" aria-label="What it takes, and what you can do">
          {waiting.length > 0 && (
            <section className="card waits" aria-labelledby="waits-title">
              <h2 id="waits-title">Waits for you</h2>
              <ul className="attention-list">
                {waiting.map((item) => (
                  <AttentionRow key={item.item_id} item={item} />
                ))}
              </ul>
            </section>
          )}
          {report.standing !== 'ended' && <Steering runId={report.run_id} view={view} />}
          <section className="card" aria-labelledby="budget-title">
            <h2 id="budget-title">Budget</h2>
            <Gauges runId={report.run_id} isOpen={report.standing !== 'ended'} />
          </section>
          <Family report={report} />
          <Notes view={view} />
        </aside>
      </div>
    </div>
  );
}
