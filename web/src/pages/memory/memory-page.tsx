import type { ShownEntry } from '../../live/live-log.ts';
import { useQuery } from '../../live/use-query.ts';
import { counted } from '../../ui/format.ts';
import { Answered, Degraded, Empty } from '../../ui/page-states.tsx';
import { CalibratedPlans } from './calibrated-plans.tsx';
import { DreamPart } from './dream-part.tsx';
import { GraphPart } from './graph-part.tsx';
import { PlaceList } from './place-list.tsx';
import { pyramidOf } from './pyramid.ts';
import { PyramidPicture } from './pyramid-picture.tsx';

const PLACES_MAX = 500;
export const concernsMemory = ({ event }: ShownEntry): boolean => event.type.startsWith('memory.');

/** What runs learnt, how much it weighs, and what plans made of it. */
export default function MemoryPage() {
  const memory = useQuery('memory.list', { limit: PLACES_MAX }, { refreshOn: concernsMemory });
  return (
    <div className="page">
      <header className="page-head">
        <h1>Memory</h1>
      </header>
      <Answered asked={memory} what="what is remembered">
        {({ enabled, places, spaces, more }) => (
          <>
            {!enabled && <Degraded>Memory is turned off in the settings: nothing is read for plans and nothing is written. What is here stays.</Degraded>}
            <section className="card two-columns" aria-labelledby="pyramid-title">
              <div>
                <h2 id="pyramid-title">Levels</h2>
                <PyramidPicture levels={pyramidOf(places)} />
              </div>
              <CalibratedPlans />
            </section>
            <section className="card" aria-labelledby="places-title">
              <h2 id="places-title">
                {counted(places.length, 'place')} in {counted(spaces, 'space')}, the strongest first{more && ' (there are more)'}
              </h2>
              {places.length === 0 ? <Empty title="Nothing is remembered yet.">Runs leave something when they end.</Empty> : <PlaceList places={places} />}
            </section>
          </>
        )}
      </Answered>
      <GraphPart />
      <DreamPart />
    </div>
  );
}
