import { useEffect, useState } from 'react';
import type { ResultDraft } from '../../../../../src/contracts/index.ts';
import { liveLog } from '../../../live/live-log.ts';
import type { RunView, SubtaskView } from './run-view.ts';

export interface WrittenDraft {
  readonly draft: ResultDraft;
  readonly subtask: SubtaskView;
}

/** What is written of the subtasks of a run at this moment, as far as nobody has judged it yet. */
export function useDrafts(runId: string, view: RunView): readonly WrittenDraft[] {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, ResultDraft>>(new Map());
  useEffect(() => {
    setDrafts(new Map());
    return liveLog.onDraft((draft) => {
      // What was masked beyond its shape is not shown.
      if (draft.run_id === runId && Array.isArray(draft.components)) setDrafts((before) => new Map(before).set(draft.subtask_id, draft));
    });
  }, [runId]);
  return openDrafts(drafts, view);
}

const JUDGED: ReadonlySet<SubtaskView['standing']> = new Set(['matched', 'failed']);

/** In the order of the plan in force; nothing of one that was given up, or of a run that has ended. */
export function openDrafts(drafts: ReadonlyMap<string, ResultDraft>, { rounds, ended }: Pick<RunView, 'rounds' | 'ended'>): readonly WrittenDraft[] {
  if (ended !== null) return [];
  return (rounds.at(-1)?.subtasks ?? []).flatMap((subtask) => {
    const draft = drafts.get(subtask.id);
    return draft === undefined || JUDGED.has(subtask.standing) ? [] : [{ draft, subtask }];
  });
}
