import { useState } from 'react';
import type { ComparedRuns, StatsReport } from '../../../../src/contracts/index.ts';
import type { ShownEntry } from '../../live/live-log.ts';
import { useQuery } from '../../live/use-query.ts';
import { Plot } from '../../plots/plot.tsx';
import { counted, dollars, figure, duration, count } from '../../ui/format.ts';
import { Answered, Empty } from '../../ui/page-states.tsx';
import { Press } from '../../ui/press.tsx';
import { picturesOf } from './termination-series.ts';

const MS_PER_SECOND = 1_000;
const PERCENT = 100;

/** Why runs ended, over days or weeks. */
export function TerminationFigures({ refreshOn }: { readonly refreshOn: (entry: ShownEntry) => boolean }) {
  const [by, setBy] = useState<'day' | 'week'>('day');
  const stats = useQuery('stats.show', { by }, { refreshOn });
  return (
    <section className="card" aria-labelledby="figures-title">
      <div className="section-head">
        <h2 id="figures-title">How they ended</h2>
        <div className="row" role="group" aria-label="Counted by">
          {(['day', 'week'] as const).map((one) => (
            <Press key={one} look="chip" aria-pressed={by === one} onPress={() => setBy(one)}>
              by {one}
            </Press>
          ))}
        </div>
      </div>
      <Answered
        asked={stats}
        what="the figures"
        isEmpty={({ total }) => total.runs === 0}
        empty={<Empty title="No run was started in this time.">{stats.value?.earlier === true ? 'There are earlier ones: count by week to go further back.' : 'Figures come with the first run.'}</Empty>}
      >
        {(report) => <Figures report={report} />}
      </Answered>
    </section>
  );
}

function Figures({ report }: { readonly report: StatsReport }) {
  const { total, memory, since, earlier } = report;
  const { at, reasons, success, cost } = picturesOf(report);
  const share = total.ended === 0 ? '–' : `${Math.round((PERCENT * total.succeeded) / total.ended)} %`;
  return (
    <>
      <dl className="figures">
        <Figure says="started" value={count(total.runs)} />
        <Figure says="succeeded" value={share} />
        <Figure says="planned again" value={count(total.replans)} />
        <Figure says="corrections" value={count(total.corrections.logical + total.corrections.environmental)} />
        <Figure says="tool calls that failed" value={`${count(total.tools.failed)} of ${count(total.tools.calls)}`} />
        <Figure says="tokens" value={count(total.tokens)} />
        <Figure says="cost" value={dollars(total.cost_usd)} />
        <Figure says="at work" value={duration(total.active_seconds * MS_PER_SECOND)} />
      </dl>
      <div className="plots">
        {reasons.length > 0 && <Plot label={`Why runs ended, each ${report.by}`} at={at} series={reasons} kind="bars" figure={figure} />}
        <Plot label="Succeeded, in percent of those that ended" at={at} series={success} kind="lines" figure={figure} most={PERCENT} />
        <Plot label="Cost in dollars" at={at} series={cost} kind="bars" figure={figure} />
      </div>
      <p className="small faint">
        Since {since}, by the day on which they were started (UTC). {earlier && 'Earlier runs are not counted here. '}
        {compared(memory.recalled, memory.not_recalled)}
      </p>
    </>
  );
}

function Figure({ says, value }: { readonly says: string; readonly value: string }) {
  return (
    <div>
      <dt>{says}</dt>
      <dd className="number">{value}</dd>
    </div>
  );
}

/** A comparison and no cause; the page says so as the command line does. */
function compared(recalled: ComparedRuns, others: ComparedRuns): string {
  if (recalled.success_rate === null || others.success_rate === null) return '';
  const share = ({ success_rate: rate, ended }: ComparedRuns): string => `${Math.round(PERCENT * (rate ?? 0))} % of ${counted(ended, 'run')}`;
  return `With a word of memory in the plan ${share(recalled)} succeeded, without ${share(others)}: a comparison, not a cause.`;
}
