import { z } from 'zod';
import { Count, FactId, Name, NonEmptyText, RunId, Timestamp } from '../core/index.ts';
import { defineEvent } from '../events/define-event.ts';
import { FactEndCause, FactSource, GraphFact } from './graph.ts';

/** A fact stands in the stream of its subject and in that of its object, so that both ends know of it. */
const FactEnd = z.enum(['subject', 'object']);

/** Something was seen to be so. One that came late may have ended when it is stated. */
export const memoryFactStated = defineEvent({
  type: 'memory.fact_stated',
  version: 1,
  payload: z.strictObject({ end: FactEnd, matter: Name.nullable(), fact: GraphFact, source: FactSource, ended: z.strictObject({ valid_to: Timestamp, because: FactEndCause, reason: NonEmptyText }).nullable() }),
});

/** Another source says the same. It stands in the stream of the subject alone. */
export const memoryFactSeen = defineEvent({ type: 'memory.fact_seen', version: 1, payload: z.strictObject({ fact_id: FactId, seen_at: Timestamp, source: FactSource }) });

/** A fact holds no more. */
export const memoryFactEnded = defineEvent({
  type: 'memory.fact_ended',
  version: 1,
  payload: z.strictObject({ end: FactEnd, fact_id: FactId, valid_to: Timestamp, because: FactEndCause, /** What took its place. */ by_fact: FactId.nullable(), reason: NonEmptyText }),
  lifecycle: { receipt: 'reason' },
  invalidates: 'nothing',
});

/** A run that ended was looked through for facts; it is not looked through again. */
export const memoryRunRead = defineEvent({
  type: 'memory.run_read',
  version: 1,
  payload: z.strictObject({ run_id: RunId, by: z.enum(['rules', 'model']), sources: Count, facts: Count, preferences: Count, /** Why a model that was to be asked said nothing. */ unanswered: NonEmptyText.nullable() }),
});

export const GRAPH_EVENTS = [memoryFactStated, memoryFactSeen, memoryFactEnded, memoryRunRead];
