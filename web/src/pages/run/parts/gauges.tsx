import { useQuery } from '../../../live/use-query.ts';
import type { ResponseOf } from '../../../api/operations.ts';
import { compact, dollars, duration, words } from '../../../ui/format.ts';
import { Answered } from '../../../ui/page-states.tsx';
import { RaiseLimit } from './raise-limit.tsx';

type Limit = ResponseOf<'budget.show'>['scopes'][number]['limits'][number];

const MS_PER_SECOND = 1_000;
const NEAR = 0.8;

function figure({ resource }: Limit, value: number): string {
  if (resource === 'cost') return dollars(value);
  return resource === 'duration' ? duration(value * MS_PER_SECOND) : compact(value);
}

/** How far each limit is used, what is set aside, and what is left. */
export function Gauges({ runId, isOpen }: { readonly runId: string; readonly isOpen: boolean }) {
  const asked = useQuery('budget.show', { run: runId }, { refreshOn: ({ event }) => event.aggregate === 'counter' || event.type === 'run.budget_adjusted' || event.type === 'run.terminated' });
  return (
    <Answered asked={asked} what="the budget">
      {({ scopes, assumed_calls }) => (
        <>
          {scopes.filter(({ scope }) => scope === 'run').map(gauges)}
          {isOpen && <RaiseLimit runId={runId} limits={scopes.find(({ scope }) => scope === 'run')?.limits ?? []} onRaised={asked.reload} />}
          <details className="other-limits small">
            <summary>The day and the whole system</summary>
            {scopes.filter(({ scope }) => scope !== 'run').map(gauges)}
          </details>
          {assumed_calls > 0 && <p className="small faint">The tokens of {assumed_calls} calls were not reported; the most they could be is counted.</p>}
        </>
      )}
    </Answered>
  );
}

function gauges({ scope, limits }: ResponseOf<'budget.show'>['scopes'][number]) {
  return (
    <div key={scope} className="gauges">
      {scope !== 'run' && <h3 className="small faint">{words(scope)}</h3>}
      {limits.map((limit) => (
        <Gauge key={limit.resource} limit={limit} />
      ))}
    </div>
  );
}

function Gauge({ limit }: { readonly limit: Limit }) {
  const share = (value: number): string => `${limit.limit === 0 ? 0 : Math.min(100, (value / limit.limit) * 100)}%`;
  const isNear = limit.used >= limit.limit * NEAR;
  return (
    <div className="gauge" role="meter" aria-label={words(limit.resource)} aria-valuemin={0} aria-valuemax={limit.limit} aria-valuenow={Math.min(limit.used, limit.limit)} aria-valuetext={`${figure(limit, limit.used)} of ${figure(limit, limit.limit)}`} title={`${limit.from}: ${limit.detail}`}>
      <span className="gauge-name">{words(limit.resource)}</span>
      <span className="gauge-figure number">
        {figure(limit, limit.used)} <span className="faint">of {figure(limit, limit.limit)}</span>
      </span>
      <span className="gauge-bar">
        <span className={isNear ? 'used near' : 'used'} style={{ width: share(limit.used) }} />
        <span className="held" style={{ width: share(limit.held) }} />
      </span>
    </div>
  );
}
