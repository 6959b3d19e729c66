import { useCallback, useEffect, useRef, useState } from 'react';
import { ask, type ErrorBody } from '../api/ask.ts';
import type { QueryId, RequestOf, ResponseOf } from '../api/operations.ts';
import { liveLog, type ShownEntry } from './live-log.ts';
import { createRefresher, type Refresher } from './refresher.ts';

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

/** Asks when the page shows it, when the request changes, when the log tells of something that matters, and when told to. */
export function useQuery<Id extends QueryId>(operation: Id, request: RequestOf<Id>, { refreshOn, isWanted = true }: QueryOptions = {}): Asked<ResponseOf<Id>> {
  const wanted = JSON.stringify(request);
  const [state, setState] = useState<Known<ResponseOf<Id>>>({ of: wanted, value: undefined, error: undefined, isLoading: true });
  const refresher = useRef<Refresher>(undefined);
  const reload = useCallback(() => refresher.current?.now(), []);
  const matters = useRef(refreshOn);
  matters.current = refreshOn;

  useEffect(() => {
    if (!isWanted) return;
    const leaving = new AbortController();
    const load = async (): Promise<void> => {
      const outcome = await ask(operation, JSON.parse(wanted) as RequestOf<Id>, leaving.signal);
      if (leaving.signal.aborted) return;
      setState((old) => {
        const kept = old.of === wanted ? old.value : undefined;
        return outcome.ok ? { of: wanted, value: outcome.value, error: undefined, isLoading: false } : { of: wanted, value: kept, error: outcome.error, isLoading: false };
      });
    };
    const own = createRefresher({ load, later, nowMs: () => performance.now() });
    refresher.current = own;
    own.now();
    const stop = liveLog.onEntries((entries) => {
      if (matters.current !== undefined && entries.some(matters.current)) own.news();
    });
    // What happened while nobody could be reached is unknown, so it is asked again.
    let wasLost = liveLog.standing.get() === 'lost';
    const back = liveLog.standing.subscribe(() => {
      const standing = liveLog.standing.get();
      if (standing === 'live' && wasLost) own.news();
      wasLost = standing === 'lost';
    });
    return () => {
      leaving.abort();
      own.stop();
      stop();
      back();
    };
  }, [operation, wanted, isWanted]);

  const isCurrent = state.of === wanted;
  return { value: isCurrent ? state.value : undefined, error: isCurrent ? state.error : undefined, isLoading: !isCurrent || state.isLoading, reload };
}

interface Known<Value> {
  /** What was asked, as text. */
  readonly of: string;
  readonly value: Value | undefined;
  readonly error: ErrorBody | undefined;
  readonly isLoading: boolean;
}

function later(callback: () => void, ms: number): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}
