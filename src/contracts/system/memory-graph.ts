import { z } from 'zod';
import { defineQuery } from '../commands/operation.ts';
import { NonEmptyText, PositiveCount, Timestamp } from '../core/index.ts';
import { GRAPH_HOPS_MAX, GraphWalk } from '../memory/index.ts';

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
