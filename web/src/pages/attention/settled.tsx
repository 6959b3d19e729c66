import { words } from '../../ui/format.ts';
import type { Tone } from '../../ui/run-standing.tsx';
import { When } from '../../ui/when.tsx';

/** What nobody answered, and how that came about. */
const UNANSWERED: Readonly<Record<string, string>> = { expired: 'nobody answered in time', withdrawn: 'it is not asked any more' };

/** How a question was settled, and by whom. */
export function Settled({ settled: { answer, by, at } }: { readonly settled: { readonly answer: string; readonly by: string; readonly at: string } }) {
  const unanswered = UNANSWERED[answer] ?? (by === 'nobody' ? words(answer) : undefined);
  const tone: Tone = answer.startsWith('denied') ? 'bad' : unanswered === undefined ? 'good' : 'calm';
  return (
    <p className="settled" role="status">
      <span className={`tag ${tone}`}>{unanswered ?? answer}</span> {unanswered === undefined && `by ${by}, `}
      <When at={at} />
    </p>
  );
}
