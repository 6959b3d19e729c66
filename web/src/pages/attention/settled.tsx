import { words } from '../../ui/format.ts';
import { When } from '../../ui/when.tsx';

/** How a question was settled, and by whom. */
export function Settled({ settled }: { readonly settled: { readonly answer: string; readonly by: string; readonly at: string } }) {
  return (
    <p className="settled" role="status">
      <span className={`tag ${settled.answer.startsWith('denied') ? 'bad' : 'good'}`}>{words(settled.answer)}</span> by {settled.by}, <When at={settled.at} />
    </p>
  );
}
