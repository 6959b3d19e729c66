import { useState } from 'react';
import type { MemoryDreamReport } from '../../../../src/contracts/index.ts';
import { Act } from '../../ui/act.tsx';
import { counted } from '../../ui/format.ts';

/** A pass over all that is remembered, now. */
export function DreamPart() {
  const [done, setDone] = useState<MemoryDreamReport>();
  return (
    <section className="card" aria-labelledby="dream-title">
      <h2 id="dream-title">Rules, and what goes</h2>
      <p className="small faint">Every five minutes what has faded is forgotten for good, and what is certain becomes a rule. It can be had now.</p>
      <div className="row">
        <Act operation="memory.dream" request={() => ({ is_dry_run: true })} onDone={setDone}>
          See what would be done
        </Act>
        <Act operation="memory.dream" request={() => ({ is_dry_run: false })} confirm="What has faded is erased for good. Go over it now?" onDone={setDone}>
          Go over it now
        </Act>
      </div>
      {done !== undefined && (
        <p role="status" className="receipt">
          {said(done)}
        </p>
      )}
    </section>
  );
}

function said({ report }: MemoryDreamReport): string {
  if (report === null) return 'Memory is turned off: nothing is gone over.';
  const { is_dry_run: isDry, places, forgotten, distilled, demoted, put_off: putOff } = report;
  const would = isDry ? 'would be' : 'were';
  return `${counted(places, 'place')} looked at. ${counted(forgotten.places, 'place')} with ${counted(forgotten.megrams, 'memory', 'memories')} ${would} forgotten, ${counted(distilled, 'rule')} ${would} made, ${counted(demoted, 'rule')} ${would} let fade.${putOff === null ? '' : ` ${counted(putOff.clusters, 'rule')} put off: ${putOff.why}`}`;
}
