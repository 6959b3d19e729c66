import { useCallback, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { ShownEntry } from '../../../live/live-log.ts';
import { clockTime } from '../../../ui/format.ts';
import { Press } from '../../../ui/press.tsx';
import { isJournalStep } from '../view/fold-run.ts';
import { describeEvent } from './describe-event.ts';
import { EventDetail } from './event-detail.tsx';
import { visibleRows } from './visible-rows.ts';
import './events.css';

const ROW_HEIGHT = 30;
/** How close to its end somebody who reads there counts as wanting to stay at it. */
const AT_END_PX = 40;

/** Everything that happened, in order; what is new comes at the end, and whoever looks there stays there. */
export function EventList({ entries, isWhole }: { readonly entries: readonly ShownEntry[]; readonly isWhole: boolean }) {
  const [hasSteps, setHasSteps] = useState(false);
  const [wanted, setWanted] = useState('');
  const [chosen, setChosen] = useState<number>();
  const [scroll, setScroll] = useState({ top: 0, height: 420 });
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const id = useId();

  const shown = useMemo(() => {
    const text = wanted.trim().toLowerCase();
    return entries.filter((entry) => (hasSteps || !isJournalStep(entry.event.type)) && (text === '' || entry.event.type.includes(text) || describeEvent(entry).says.toLowerCase().includes(text)));
  }, [entries, hasSteps, wanted]);
  const { from, to } = visibleRows(shown.length, ROW_HEIGHT, scroll.top, scroll.height);
  const at = shown.findIndex(({ position }) => position === chosen);

  const onScroll = useCallback(() => {
    const element = box.current;
    if (element === null) return;
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < AT_END_PX;
    setScroll({ top: element.scrollTop, height: element.clientHeight });
  }, []);
  useEffect(() => {
    if (isAtEnd.current && box.current !== null) box.current.scrollTop = box.current.scrollHeight;
    onScroll();
  }, [shown.length, onScroll]);

  const choose = (next: number): void => {
    const entry = shown[Math.min(shown.length - 1, Math.max(0, next))];
    const element = box.current;
    if (entry === undefined || element === null) return;
    setChosen(entry.position);
    const top = shown.indexOf(entry) * ROW_HEIGHT;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + ROW_HEIGHT > element.scrollTop + element.clientHeight) element.scrollTop = top + ROW_HEIGHT - element.clientHeight;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.floor(scroll.height / ROW_HEIGHT);
    const moves: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at === -1 ? shown.length - 1 : at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: shown.length - 1 };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  };

  return (
    <div className="events">
      <div className="row">
        <input className="input events-search" type="search" placeholder="Find in events" aria-label="Find in events" value={wanted} onChange={(event) => setWanted(event.target.value)} />
        <Press look="chip" aria-pressed={hasSteps} onPress={() => setHasSteps(!hasSteps)}>
          Journal steps
        </Press>
        <span className="faint small number" role="status">
          {shown.length.toLocaleString('en')} of {entries.length.toLocaleString('en')} events{isWhole ? '' : ', reading…'}
        </span>
      </div>
      <div ref={box} className="events-box" role="listbox" aria-label="Events" tabIndex={0} aria-activedescendant={at === -1 ? undefined : `${id}-${chosen}`} onScroll={onScroll} onKeyDown={onKeyDown}>
        <div className="events-space" style={{ height: shown.length * ROW_HEIGHT }}>
          {shown.slice(from, to).map((entry, row) => {
            const { says, tone } = describeEvent(entry);
            return (
              <div key={entry.position} id={`${id}-${entry.position}`} className="event" role="option" aria-selected={entry.position === chosen} aria-setsize={shown.length} aria-posinset={from + row + 1} style={{ transform: `translateY(${(from + row) * ROW_HEIGHT}px)` }} onClick={() => setChosen(entry.position === chosen ? undefined : entry.position)}>
                <span className="event-time faint number">{clockTime(entry.event.recorded_at)}</span>
                <span className={`event-dot ${tone}`} aria-hidden="true" />
                <span className="event-type">{entry.event.type.slice(entry.event.type.indexOf('.') + 1).replaceAll('_', ' ')}</span>
                <span className="event-says">{says}</span>
              </div>
            );
          })}
        </div>
      </div>
      {at !== -1 && shown[at] !== undefined && <EventDetail key={chosen} entry={shown[at]} onClose={() => setChosen(undefined)} />}
    </div>
  );
}
