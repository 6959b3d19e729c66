import type { ErrorBody } from '../api/ask.ts';
import { Said } from './said.tsx';

/** What went wrong and what to do next, said at once to whoever listens. */
export function ErrorNote({ error }: { readonly error: ErrorBody }) {
  return (
    <span className="error-note" role="alert">
      <strong>{error.message}</strong> <Said text={error.next_step} /> <code>{error.code}</code>
    </span>
  );
}
