import { z } from 'zod';
import { defineCommand, defineQuery } from '../commands/operation.ts';
import { NonEmptyText, PositiveCount, Timestamp } from '../core/index.ts';
import { GRAPH_HOPS_MAX, GraphEntity, GraphFact, GraphWalk } from '../memory/index.ts';

export const MemoryGraphRequest = z.strictObject({
  /** The folder that the person is in when left out. */
  entity: NonEmptyText.max(500).optional(),
  hops: PositiveCount.max(GRAPH_HOPS_MAX).default(2),
  /** As things were then; now when left out. */
  at: Timestamp.optional(),
});
export type MemoryGraphRequest = z.infer<typeof MemoryGraphRequest>;

export const MemoryGraphReport = z.strictObject({ enabled: z.boolean(), entity: NonEmptyText, /** Null when nothing is known of it, which only the folder itself may be asked about. */ walk: GraphWalk.nullable() });
export type MemoryGraphReport = z.infer<typeof MemoryGraphReport>;

export const memoryGraph = defineQuery({
  id: 'memory.graph',
  request: ['MemoryGraphRequest', MemoryGraphRequest],
  response: ['MemoryGraphReport', MemoryGraphReport],
  failureCodes: ['input.invalid', 'memory.entity_unknown'],
  behaviours: {
    empty: 'Nothing is known of this folder yet: it says so, and where facts come from.',
    blocked: 'Nothing blocks it: it only reads.',
    degraded: 'Where there is more than can be shown it says so; what was erased is left out.',
    error: 'Of a thing that is not known it names those that may have been meant.',
  },
});

export const MemoryFactRequest = z
  .strictObject({
    /** The id of the fact, or the end of it. */
    fact: NonEmptyText.max(64),
    /** A thing that it is near to; the folder that the person is in when left out. */
    of: GraphEntity.optional(),
    change: z.enum(['ended', 'replaced', 'forgotten']),
    /** What holds in its place, with the version behind it: `node 24`. */
    becomes: GraphEntity.optional(),
    reason: NonEmptyText,
  })
  .refine(({ change, becomes }) => (change === 'replaced') === (becomes !== undefined), { path: ['becomes'], message: 'say what holds in its place, and only then' });
export type MemoryFactRequest = z.infer<typeof MemoryFactRequest>;

export const MemoryFactReport = z.strictObject({ fact: GraphFact, change: z.enum(['ended', 'replaced', 'forgotten']), becomes: GraphFact.nullable(), receipts: z.array(z.strictObject({ stream_id: NonEmptyText, sequence: PositiveCount })).min(1) });
export type MemoryFactReport = z.infer<typeof MemoryFactReport>;

/** A person takes a fact back, puts another in its place, or has its words erased for good. */
export const memoryFact = defineCommand({
  id: 'memory.fact',
  request: ['MemoryFactRequest', MemoryFactRequest],
  response: ['MemoryFactReport', MemoryFactReport],
  durableWrite: 'required',
  policyChecks: ['owner'],
  invalidates: [],
  failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'memory.nothing_known', 'memory.author_refused', 'ledger.not_erasable', 'ledger.folder_unusable', 'ledger.busy', 'ledger.disk_full', 'ledger.read_only'],
  behaviours: {
    empty: 'Of a fact that is not known it says so, and where facts are shown.',
    blocked: 'Nothing blocks it.',
    degraded: 'The same asked twice is done once.',
    error: 'Shows the error with its code and what to do next; nothing was changed.',
  },
});
