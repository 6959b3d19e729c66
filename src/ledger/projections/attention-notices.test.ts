import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { OpenNotices, RunId, ScheduleId, scheduleMet, type ScheduledEnd } from '../../contracts/index.ts';
import { attentionNoticesProjection } from './attention-notices.ts';
import type { FoldedEvent } from './projection.ts';

const AT = '2026-11-16T08:00:00.000Z';
const id = (nth: number): ScheduleId => ScheduleId.parse(`sch_01JCQZ9Y5D000000000000000${nth}`);
const end = (changes: Partial<ScheduledEnd>): ScheduledEnd => ({ occasion: { due_at: AT, started_at: AT, missed: 0 }, run_id: RunId.parse('run_01JCQZ9Y5D0000000000000001'), reason: 'success', error: null, ...changes }) as ScheduledEnd;
const met = (nth: number, changes: Partial<ScheduledEnd>): FoldedEvent => ({ type: scheduleMet.type, streamId: id(nth), payload: { schedule_id: id(nth), end: end(changes) }, recordedAt: AT }) as unknown as FoldedEvent;
const folded = (...events: FoldedEvent[]): string[] => OpenNotices.parse(events.reduce((state, event) => attentionNoticesProjection.fold(state, event) as never, undefined)).notices.map((one) => `${one.id.slice(-1)} ${one.attention_kind}: ${one.summary}`);

describe('a scheduled task that failed', () => {
  it('is one thing to see to, however often it fails, and the latest says why', verifies('KEL-SCHED-10'), () => {
    expect(folded(met(1, { reason: 'timeout' }), met(2, { run_id: null, reason: null, error: 'No  model\nanswered.' } as never), met(1, { reason: 'blocked' }))).toEqual([
      '2 scheduled_run_failed: A scheduled task failed: No model answered.',
      '1 scheduled_run_failed: A scheduled task ended as blocked',
    ]);
  });

  it('is none any more once it went well', verifies('KEL-SCHED-10'), () => {
    expect(folded(met(1, { reason: 'timeout' }), met(2, { reason: 'blocked' }), met(1, {}))).toEqual(['2 scheduled_run_failed: A scheduled task ended as blocked']);
  });
});
