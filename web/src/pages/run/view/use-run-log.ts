import { useEffect, useState } from 'react';
import { ask, type ErrorBody } from '../../../api/ask.ts';
import { liveLog, type ShownEntry } from '../../../live/live-log.ts';
import { foldRun } from './fold-run.ts';
import { NO_EVENTS, type RunView } from './run-view.ts';

export interface RunLog {
  readonly view: RunView;
  /** False while what came before is still being read. */
  readonly isWhole: boolean;
  readonly error: ErrorBody | undefined;
}

/**
 * Everything that a run did and does. What came before is read page by page from its own stream; what comes is told by the one
 * connection of the page, kept until the past is whole, and then folded in: nothing is lost between them, and nothing counts twice.
 */
export function useRunLog(runId: string): RunLog {
  const [log, setLog] = useState<RunLog & { readonly of: string }>({ of: runId, view: NO_EVENTS, isWhole: false, error: undefined });
  useEffect(() => {
    const leaving = new AbortController();
    let view = NO_EVENTS;
    let isWhole = false;
    let kept: ShownEntry[] = [];
    const show = (error?: ErrorBody): void => setLog({ of: runId, view, isWhole, error });
    const stop = liveLog.onEntries((entries) => {
      const own = entries.filter(({ event }) => event.aggregate === 'run' && event.aggregate_id === runId);
      if (own.length === 0) return;
      if (!isWhole) return void kept.push(...own);
      view = foldRun(view, own);
      show();
    });
    const readPast = async (): Promise<void> => {
      let after = 0;
      while (!leaving.signal.aborted) {
        const page = await ask('ledger.events', { stream: `run/${runId}`, after, payload: 'redacted' }, leaving.signal);
        if (leaving.signal.aborted) return;
        if (!page.ok) return show(page.error);
        if (page.value.state === 'absent') break;
        view = foldRun(view, page.value.entries);
        after = page.value.next_after;
        show();
        if (page.value.is_end) break;
      }
      isWhole = true;
      view = foldRun(view, kept);
      kept = [];
      show();
    };
    void readPast();
    // What happened while the connection was lost comes with it when it is back: it goes on from where it stood.
    return () => {
      leaving.abort();
      stop();
    };
  }, [runId]);
  return log.of === runId ? log : { view: NO_EVENTS, isWhole: false, error: undefined };
}
