import { clockTime } from '../../../ui/format.ts';
import type { RunView } from '../view/run-view.ts';

const SHOWN = 12;
const TODO_MARKS = { pending: '○', in_progress: '◐', completed: '●', cancelled: '–' } as const;

/** What it set out to do, and what a person should know of on the way: warnings, limits, what went wrong. */
export function Notes({ view }: { readonly view: RunView }) {
  return (
    <>
      {view.todos.length > 0 && (
        <section className="card" aria-labelledby="todos-title">
          <h2 id="todos-title">To do</h2>
          <ul className="small">
            {view.todos.map(({ id, content, status }) => (
              <li key={id} className={status === 'completed' || status === 'cancelled' ? 'faint' : undefined}>
                <span aria-label={status}>{TODO_MARKS[status]}</span> {content}
              </li>
            ))}
          </ul>
        </section>
      )}
      {view.notes.length > 0 && (
        <section className="card" aria-labelledby="notes-title">
          <h2 id="notes-title">On the way</h2>
          <ul className="notes small" aria-live="polite">
            {view.notes.slice(-SHOWN).map(({ at, tone, says }) => (
              <li key={`${at} ${says}`} className={tone} title={says}>
                <span className="faint number">{clockTime(at)}</span> {says}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
