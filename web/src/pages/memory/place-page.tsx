import { useRef, useState } from 'react';
import type { MemoryCoursePoint, MemoryShowReport } from '../../../../src/contracts/index.ts';
import { useQuery } from '../../live/use-query.ts';
import { Plot } from '../../plots/plot.tsx';
import { Link } from '../../router/link.tsx';
import { figure, count } from '../../ui/format.ts';
import { Answered } from '../../ui/page-states.tsx';
import type { PageProps } from '../page.ts';
import { Episodes } from './episodes.tsx';
import { concernsMemory } from './memory-page.tsx';
import { ACTIONS } from './memory-words.ts';
import { PutRight } from './put-right.tsx';
import type { Receipt } from './receipts.ts';

const MS_PER_SECOND = 1_000;
const secondsOf = ({ at }: MemoryCoursePoint): number => Date.parse(at) / MS_PER_SECOND;

/** One place of memory: how it weighs over time, what happened, and how it is put right. */
export default function PlacePage({ values: { space = '', entity = '' } }: PageProps) {
  const [receipt, setReceipt] = useState<Receipt>();
  // The log may tell of it before the answer does, and there is nothing to be asked for then.
  const isForgetting = useRef(false);
  const shown = useQuery('memory.show', { space, entity, limit: 200 }, { refreshOn: (entry) => !isForgetting.current && concernsMemory(entry), isWanted: receipt?.isForgotten !== true });
  return (
    <div className="page">
      <header className="page-head">
        <h1>
          {space} <span className="faint">{entity}</span>
        </h1>
        <Link to="/memory">All of memory</Link>
      </header>
      {receipt !== undefined && (
        <p className="receipt card" role="status">
          {receipt.says} {receipt.names.length > 0 && <code>{receipt.names.join(', ')}</code>}
        </p>
      )}
      {receipt?.isForgotten === true ? null : (
        <Answered asked={shown} what="what is remembered of it">
          {(report) => (
            <>
              <Standing report={report} />
              <PutRight space={space} entity={entity} onForget={() => void (isForgetting.current = true)} onDone={setReceipt} />
              <Episodes report={report} />
            </>
          )}
        </Answered>
      )}
    </div>
  );
}

function Standing({ report: { place, course, sops } }: { readonly report: MemoryShowReport }) {
  const at = course.map(secondsOf);
  const now = course.findLast(({ is_ahead: isAhead }) => !isAhead);
  return (
    <section className="card" aria-labelledby="standing-title">
      <h2 id="standing-title">How it weighs</h2>
      {place !== null && (
        <p>
          A plan: <span className={`tag ${ACTIONS[place.action].tone}`}>{ACTIONS[place.action].says}</span> Weight {figure(place.potentials.attention)}, direction {figure(place.potentials.decision)}, from {count(place.levels.M)} episodes, {count(place.levels.K)} of knowledge and {count(place.levels.C)} rules.
        </p>
      )}
      {course.length > 0 && (
        <Plot
          label="Potentials over time, and as they fade from now on"
          at={at}
          kind="lines"
          figure={figure}
          series={[
            { label: 'weight', colour: '--plot-2', values: course.map(({ attention }) => attention) },
            { label: 'direction', colour: '--plot-1', values: course.map(({ decision }) => decision) },
          ]}
          {...(now !== undefined && { nowAt: secondsOf(now) })}
        />
      )}
      {sops.length > 0 && (
        <ul className="plain-list">
          {sops.map(({ megram_id: id, kind, content, taint_class: taint }) => (
            <li key={id}>
              <span className={`tag ${kind === 'best_practice' ? 'good' : 'bad'}`}>{kind === 'best_practice' ? 'best practice' : 'constraint'}</span> {content} <span className="faint small">{taint.replaceAll('_', ' ')}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
