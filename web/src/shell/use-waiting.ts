import type { ShownEntry } from '../live/live-log.ts';
import { useQuery, type Asked } from '../live/use-query.ts';
import type { ResponseOf } from '../api/operations.ts';
import { useNotices } from '../pwa/use-notices.ts';

const TOPICS = ['approval.', 'hard_call.', 'function_call.', 'run.suspen', 'run.terminated', 'run.skipped', 'schedule.', 'artifact.deletion', 'artifact.marked', 'collection.'];

/** Whether something may wait for a person now that did not before, or no longer does. */
export const concernsAttention = ({ event }: ShownEntry): boolean => TOPICS.some((topic) => event.type.startsWith(topic));

export function useAttention(): Asked<ResponseOf<'attention.list'>> {
  return useQuery('attention.list', {}, { refreshOn: concernsAttention });
}

/** How much waits for a person. */
export function useWaiting(): number {
  const open = useAttention().value?.items.filter(({ lifecycle_state }) => lifecycle_state === 'open');
  useNotices(open);
  return open?.length ?? 0;
}

