import { artifactDeleted, artifactDeletionAnnounced, artifactMarked, documentKey, scheduleChanged, scheduleMet, type ArtifactMetadata, type NoticeForPerson, type OpenNotices, type ScheduledEnd, type ScheduleId } from '../../contracts/index.ts';
import { ATTENTION_ITEMS_MAX } from '../limits.ts';
import type { FoldedEvent, Projection } from './projection.ts';

const SUMMARY_CHARS_MAX = 240;

/** What a person is told of that no run waits for. One for each thing: a later one takes the place of the earlier. */
export const attentionNoticesProjection: Projection = {
  name: 'attention_notices',
  version: 1,
  types: [artifactDeletionAnnounced, artifactMarked, artifactDeleted, scheduleMet, scheduleChanged].map(({ type }) => type),
  key: () => documentKey.attentionNotices(),
  fold: (current, event) => {
    const { notices, dropped } = (current as OpenNotices | undefined) ?? { notices: [], dropped: 0 };
    const others = notices.filter(({ id }) => id !== event.streamId);
    const told = noticeOf(event);
    const all = told === undefined ? others : [...others, told];
    return { notices: all.slice(-ATTENTION_ITEMS_MAX), dropped: dropped + Math.max(0, all.length - ATTENTION_ITEMS_MAX) };
  },
};

function noticeOf({ type, streamId, payload, recordedAt }: FoldedEvent): NoticeForPerson | undefined {
  if (type === artifactDeletionAnnounced.type) {
    const { artifact_id: id, run_id: runId } = payload['metadata'] as ArtifactMetadata;
    const deletesAt = String(payload['deletes_at']);
    return { id, attention_kind: 'artifact_deletion_announced', run_id: runId, summary: `${String(payload['artifact_type'])} ${id} will be deleted at ${deletesAt}`, created_at: recordedAt, expires_at: deletesAt };
  }
  const end = type === scheduleMet.type ? (payload['end'] as ScheduledEnd) : undefined;
  if (end === undefined || end.reason === 'success') return undefined;
  const summary = end.reason === null ? `A scheduled task failed: ${end.error ?? 'it did not say why'}` : `A scheduled task ended as ${end.reason}`;
  return { id: streamId as ScheduleId, attention_kind: 'scheduled_run_failed', run_id: end.run_id, summary: summary.replace(/\s+/gu, ' ').slice(0, SUMMARY_CHARS_MAX).toWellFormed(), created_at: recordedAt, expires_at: null };
}
