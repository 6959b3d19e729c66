import { useRef, useState, type ReactNode, type Ref } from 'react';
import { freshKey, tell, type ErrorBody, type Outcome } from '../api/ask.ts';
import type { CommandId, RequestOf, ResponseOf } from '../api/operations.ts';
import { ErrorNote } from './error-note.tsx';

export interface ActProps<Id extends CommandId> {
  /** The registered command that this does: there is no button without one. */
  readonly operation: Id;
  /** What is asked, made when it is pressed; undefined presses nothing. */
  readonly request: () => RequestOf<Id> | undefined;
  readonly children: ReactNode;
  readonly look?: 'primary' | 'plain' | 'danger' | 'quiet';
  readonly isDisabled?: boolean;
  /** Asked before it is done, where doing it cannot be taken back. */
  readonly confirm?: string;
  /** Told of the answer; of none, where it has begun and goes on by itself. */
  readonly onDone?: (value: ResponseOf<Id> | undefined) => void;
  /** For what takes long: resolves when it is seen to have begun. It is not waited for any longer then; the log tells the rest. */
  readonly begun?: (key: string, signal: AbortSignal) => Promise<void>;
  /** The key that a preview gave for exactly what it showed; one of its own otherwise. */
  readonly underKey?: string;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly label?: string;
}

/** A button that has a registered command done, once for each press, and says what came of it. */
export function Act<Id extends CommandId>({ operation, request, children, look = 'plain', isDisabled = false, confirm, onDone, begun, underKey, ref, label }: ActProps<Id>) {
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<ErrorBody>();
  // The same intent, tried again after a lost connection, goes under the same key: it is done once.
  const intent = useRef<{ readonly content: string; readonly key: string }>(undefined);

  const act = async (): Promise<void> => {
    setAsking(false);
    const wanted = request();
    if (wanted === undefined || isBusy) return;
    const content = JSON.stringify(wanted);
    if (intent.current?.content !== content) intent.current = { content, key: underKey ?? freshKey() };
    const { key } = intent.current;
    setBusy(true);
    setError(undefined);
    const outcome = await done(operation, wanted, key, begun);
    setBusy(false);
    if (!outcome.ok) {
      if (outcome.error.code !== 'server.unreachable') intent.current = undefined;
      setError(outcome.error);
      return;
    }
    intent.current = undefined;
    onDone?.(outcome.value);
  };

  return (
    <span className="act">
      {isAsking ? (
        <span className="act-confirm" role="group" aria-label={confirm}>
          <span>{confirm}</span>
          <button type="button" className="button danger" autoFocus data-operation={operation} onClick={() => void act()}>
            Yes
          </button>
          <button type="button" className="button quiet" onClick={() => setAsking(false)}>
            No
          </button>
        </span>
      ) : (
        <button ref={ref} type="button" className={`button ${look}`} data-operation={operation} aria-busy={isBusy} aria-label={label} disabled={isDisabled || isBusy} onClick={() => (confirm === undefined ? void act() : setAsking(true))}>
          {children}
        </button>
      )}
      {error !== undefined && <ErrorNote error={error} />}
    </span>
  );
}

/** Waits for the answer or, where somebody can see it, until it has begun: a refusal is told either way. */
async function done<Id extends CommandId>(operation: Id, request: RequestOf<Id>, key: string, begun: ActProps<Id>['begun']): Promise<Outcome<ResponseOf<Id> | undefined>> {
  if (begun === undefined) return tell(operation, request, { key });
  const over = new AbortController();
  const seen = begun(key, over.signal).then((): Outcome<undefined> => ({ ok: true, value: undefined }));
  const outcome = await Promise.race([tell(operation, request, { key, signal: over.signal }), seen]);
  over.abort();
  return outcome;
}
