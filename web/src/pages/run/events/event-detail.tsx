import type { ShownEntry } from '../../../live/live-log.ts';
import { useQuery } from '../../../live/use-query.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Answered } from '../../../ui/page-states.tsx';
import { Press } from '../../../ui/press.tsx';

/** One event in whole, as it stands in the log but for what is masked. What was not kept in the page is read again. */
export function EventDetail({ entry, onClose }: { readonly entry: ShownEntry; readonly onClose: () => void }) {
  const { event, position } = entry;
  const isKept = event.payload !== undefined;
  const asked = useQuery('ledger.events', { stream: `${event.aggregate}/${event.aggregate_id}`, after: event.sequence - 1, limit: 1, payload: 'redacted' }, { isWanted: !isKept });
  return (
    <article className="event-detail" aria-label={`Event ${position}`}>
      <header className="row">
        <strong>{event.type}</strong>
        <span className="faint small">
          {new Date(event.recorded_at).toLocaleString()} · {event.actor} · entry {position}
        </span>
        <Press look="quiet" aria-label="Close the event" onPress={onClose}>
          <Icon name="close" />
        </Press>
      </header>
      {isKept ? (
        <pre tabIndex={0}>{JSON.stringify(event.payload, null, 2)}</pre>
      ) : (
        <Answered asked={asked} what="the event">
          {(page) => <pre tabIndex={0}>{page.state === 'done' ? JSON.stringify(page.entries[0]?.event.payload, null, 2) : ''}</pre>}
        </Answered>
      )}
    </article>
  );
}
