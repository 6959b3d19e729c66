import { useState } from 'react';
import type { ModelsReport } from '../../../../src/contracts/index.ts';
import { useQuery } from '../../live/use-query.ts';
import { Answered, Degraded, Empty } from '../../ui/page-states.tsx';
import { Press } from '../../ui/press.tsx';
import { Said } from '../../ui/said.tsx';
import { ModelTable } from './model-table.tsx';
import { ProviderList } from './provider-list.tsx';

/** Which models there are, who answers, what they cost, and how they did. */
export default function ModelsPage() {
  const [isChecked, setChecked] = useState(false);
  const models = useQuery('models.list', { check: isChecked });
  return (
    <div className="page">
      <header className="page-head">
        <h1>Models</h1>
        <Press onPress={() => (isChecked ? models.reload() : setChecked(true))} aria-busy={models.isLoading}>
          Ask every provider
        </Press>
      </header>
      <Answered asked={models} what="the models" isEmpty={({ models: found }) => found.length === 0} empty={<NoModel report={models.value} />}>
        {(report) => (
          <>
            <Problems report={report} />
            <Overview report={report} />
            <ProviderList providers={report.providers} />
            <ModelTable models={report.models} defaultModel={report.default_model} />
          </>
        )}
      </Answered>
    </div>
  );
}

function Problems({ report: { problems } }: { readonly report: ModelsReport }) {
  if (problems.length === 0) return null;
  return <Degraded>{problems.join(' ')}</Degraded>;
}

function NoModel({ report }: { readonly report: ModelsReport | undefined }) {
  if (report === undefined) return null;
  return (
    <>
      <Problems report={report} />
      <Empty title="No model was found.">
        <p>Deterministic tools and the offline engine do what they can. The shortest ways to a model:</p>
        <ol className="told">
          {report.next_steps.map((step) => (
            <li key={step}>
              <Said text={step} />
            </li>
          ))}
        </ol>
        <p className="small faint">
          Looked for: {report.looked_for.join('; ')}. A running server sees what is set in its own surroundings: start it again after setting a key.
        </p>
      </Empty>
      <ProviderList providers={report.providers} />
    </>
  );
}

function Overview({ report: { default_model: first, cloud, file, tiers } }: { readonly report: ModelsReport }) {
  return (
    <section className="card" aria-labelledby="order-title">
      <h2 id="order-title">Who is asked first</h2>
      <dl className="facts-of">
        <div>
          <dt>By default</dt>
          <dd>{first ?? 'whichever fits'}</dd>
        </div>
        <div>
          <dt>Cloud</dt>
          <dd>
            <span className={`tag ${cloud === 'allow' ? 'calm' : 'good'}`}>{cloud === 'allow' ? 'allowed' : 'forbidden'}</span>
          </dd>
        </div>
        <div>
          <dt>Settings</dt>
          <dd>{file === null ? 'no file was read' : <code>{file}</code>}</dd>
        </div>
        {Object.entries(tiers)
          .filter(([, ids]) => ids.length > 0)
          .map(([tier, ids]) => (
            <div key={tier}>
              <dt>{tier}</dt>
              <dd>{ids.join(', ')}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
