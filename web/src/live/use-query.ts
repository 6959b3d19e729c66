import { useCallback, useEffect, useRef, useState } from 'react';
import { ask, type ErrorBody } from '../api/ask.ts';
import type { QueryId, RequestOf, ResponseOf } from '../api/operations.ts';
import { liveLog, type ShownEntry } from './live-log.ts';

/** What is known of an answer. A value that could not be had again stays, with why it may be old. */
export interface Asked<Value> {
  readonly value: Value | undefined;
  readonly error: ErrorBody | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

export interface QueryOptions {
  /** Asks again when something of this kind happened. */
  readonly refreshOn?: (entry: ShownEntry) => boolean;
  /** Asks nothing while this is false. */
  readonly isWanted?: boolean;
}

/** How long news is gathered before it is asked again: a run at work writes many entries a second. */
const GATHER_MS = 150;

/** Asks when the page shows it, when the request changes, when the log tells of something that matters, and when told to. */
export function useQuery<Id extends QueryId>(operation: Id, request: RequestOf<Id>, { refreshOn, isWanted = true }: QueryOptions = {}): Asked<ResponseOf<Id>> {
  const wanted = JSON.stringify(request);
  const [state, setState] = useState<{ readonly of: string; readonly value: ResponseOf<Id> | undefined; readonly error: ErrorBody | undefined; readonly isLoading: boolean }>({ of: wanted, value: undefined, error: undefined, isLoading: true });
  const [asked, setAsked] = useState(0);
  const reload = useCallback(() => setAsked((count) => count + 1), []);
  const matters = useRef(refreshOn);
  matters.current = refreshOn;

  useEffect(() => {
    if (!isWanted) return;
    const leaving = new AbortController();
    const answer = async (): Promise<void> => {
      const outcome = await ask(operation, JSON.parse(wanted) as RequestOf<Id>, leaving.signal);
      if (leaving.signal.aborted) return;
      setState((old) => {
        const kept = old.of === wanted ? old.value : undefined;
        return outcome.ok ? { of: wanted, value: outcome.value, error: undefined, isLoading: false } : { of: wanted, value: kept, error: outcome.error, isLoading: false };
      });
    };
    void answer();
    return () => leaving.abort();
  }, [operation, wanted, asked, isWanted]);

  useEffect(() => {
    if (!isWanted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = liveLog.onEntries((entries) => {
      if (timer !== undefined || matters.current === undefined || !entries.some(matters.current)) return;
      timer = setTimeout(() => {
        timer = undefined;
        reload();
      }, GATHER_MS);
    });
    // What happened while nobody could be reached is unknown, so it is asked again.
    const back = liveLog.standing.subscribe(() => liveLog.standing.get() === 'live' && reload());
    return () => {
      stop();
      back();
      clearTimeout(timer);
    };
  }, [reload, isWanted]);

  const isCurrent = state.of === wanted;
  return { value: isCurrent ? state.value : undefined, error: isCurrent ? state.error : undefined, isLoading: !isCurrent || state.isLoading, reload };
}
