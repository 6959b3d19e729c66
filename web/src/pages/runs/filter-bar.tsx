import type { ReactNode } from 'react';
import type { RunListReport, RunStanding, TerminationReason } from '../../../../src/contracts/index.ts';
import { count } from '../../ui/format.ts';
import { Press } from '../../ui/press.tsx';
import { isFiltered, NO_FILTER, type RunFilter } from './run-filter.ts';
import { REASONS } from './termination-series.ts';

const STANDINGS: readonly RunStanding[] = ['running', 'waiting', 'interrupted', 'ended'];

interface FilterBarProps {
  readonly filter: RunFilter;
  readonly counts: RunListReport['by_reason'];
  readonly onChange: (filter: RunFilter) => void;
}

/** Which runs are shown. What is chosen takes effect at once. */
export function FilterBar({ filter, counts, onChange }: FilterBarProps) {
  const set = (change: Partial<RunFilter>): void => onChange({ ...filter, ...change });
  return (
    <form className="filter-bar" aria-label="Which runs are shown" onSubmit={(event) => event.preventDefault()}>
      <Labelled label="Ended with">
        <select className="input" value={filter.reason} onChange={({ target }) => set({ reason: target.value })}>
          <option value="">any reason</option>
          {(Object.keys(REASONS) as TerminationReason[]).map((reason) => (
            <option key={reason} value={reason}>
              {REASONS[reason].says}
              {counts[reason] === undefined ? '' : ` (${count(counts[reason])})`}
            </option>
          ))}
        </select>
      </Labelled>
      <Labelled label="Standing">
        <select className="input" value={filter.standing} onChange={({ target }) => set({ standing: target.value })}>
          <option value="">any</option>
          {STANDINGS.map((standing) => (
            <option key={standing}>{standing}</option>
          ))}
        </select>
      </Labelled>
      <Labelled label="Started from">
        <input className="input" type="date" value={filter.since} onChange={({ target }) => set({ since: target.value })} />
      </Labelled>
      <Labelled label="until">
        <input className="input" type="date" value={filter.until} onChange={({ target }) => set({ until: target.value })} />
      </Labelled>
      <Labelled label="Cost at least ($)">
        <input className="input" type="number" min="0" step="0.01" inputMode="decimal" value={filter.costMin} onChange={({ target }) => set({ costMin: target.value })} />
      </Labelled>
      <label className="check">
        <input type="checkbox" checked={filter.isRecalledOnly} onChange={({ target }) => set({ isRecalledOnly: target.checked })} />
        Memory had a word in the plan
      </label>
      {isFiltered(filter) && (
        <Press look="quiet" onPress={() => onChange(NO_FILTER)}>
          Show all
        </Press>
      )}
    </form>
  );
}

function Labelled({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <label className="field">
      <span className="label">{label}</span>
      {children}
    </label>
  );
}
