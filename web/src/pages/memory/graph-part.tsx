import { useState } from 'react';
import type { WalkedFact } from '../../../../src/contracts/index.ts';
import { useQuery } from '../../live/use-query.ts';
import { moment } from '../../ui/format.ts';
import { Answered, Degraded, Empty } from '../../ui/page-states.tsx';
import { Press } from '../../ui/press.tsx';

/** Facts around a thing: of the folder that the server was started in, unless another is named. */
export function GraphPart() {
  const [typed, setTyped] = useState('');
  const [entity, setEntity] = useState('');
  const graph = useQuery('memory.graph', { hops: 2, ...(entity !== '' && { entity }) }, { refreshOn: ({ event }) => event.type.startsWith('memory.fact') });
  return (
    <section className="card" aria-labelledby="graph-title">
      <div className="section-head">
        <h2 id="graph-title">
          Facts{graph.value !== undefined && ' about '}
          {graph.value !== undefined && <span className="as-written">{graph.value.entity}</span>}
        </h2>
        <form className="row search-row" role="search" onSubmit={(event) => (event.preventDefault(), setEntity(typed.trim()))}>
          <input className="input" aria-label="Facts about" placeholder="a package, a file, a service" value={typed} onChange={({ target }) => setTyped(target.value)} />
          <Press onPress={() => setEntity(typed.trim())}>Look</Press>
        </form>
      </div>
      <Answered asked={graph} what="the facts" isEmpty={({ walk }) => walk === null || walk.facts.length === 0} empty={<Empty title="Nothing is known of it yet.">Facts are taken from files that runs read or write whole: package.json, Cargo.toml, tables, settings.</Empty>}>
        {({ walk }) =>
          walk === null ? null : (
            <>
              {walk.is_cut && <Degraded>There is more than is shown here.</Degraded>}
              <ul className="facts">
                {walk.facts.map((one) => (
                  <Fact key={one.fact.fact_id} walked={one} onOpen={(name) => (setTyped(name), setEntity(name))} />
                ))}
              </ul>
            </>
          )
        }
      </Answered>
    </section>
  );
}

function Fact({ walked: { fact, source, hop, taint_class: taint, is_disputed: isDisputed }, onOpen }: { readonly walked: WalkedFact; readonly onOpen: (entity: string) => void }) {
  return (
    <li className={`fact hop-${Math.min(hop, 2)}`}>
      <span>
        <Press look="quiet" className="as-link" onPress={() => onOpen(fact.subject)}>
          {fact.subject}
        </Press>{' '}
        <em>{fact.relation.replaceAll('_', ' ')}</em>{' '}
        <Press look="quiet" className="as-link" onPress={() => onOpen(fact.object)}>
          {fact.object}
        </Press>
        {fact.object_version !== null && ` ${fact.object_version}`}
      </span>
      <span className="faint small">
        {source.label}, since {moment(fact.valid_from)}, {taint.replaceAll('_', ' ')}
        {isDisputed && <span className="tag warn">disputed</span>}
      </span>
    </li>
  );
}
