import type { ErrorBody } from '../api/ask.ts';

/** What went wrong and what to do next, said at once to whoever listens. */
export function ErrorNote({ error }: { readonly error: ErrorBody }) {
  return (
    <span className="error-note" role="alert">
      <strong>{error.message}</strong> {error.next_step} <code>{error.code}</code>
    </span>
  );
}
