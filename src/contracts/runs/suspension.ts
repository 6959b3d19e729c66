import { z } from 'zod';
import { ApprovalId, NonEmptyText, Timestamp } from '../core/index.ts';
import { BudgetResource } from './budget-resource.ts';

/** What a run is waiting for. Waiting is a state of its own, never a way to end. */
export const Suspension = z.discriminatedUnion('waiting_for', [
  z.strictObject({ waiting_for: z.literal('approval'), since: Timestamp, approval_id: ApprovalId }),
  z.strictObject({ waiting_for: z.literal('input'), since: Timestamp, questions: z.array(NonEmptyText).min(1) }),
  z.strictObject({ waiting_for: z.literal('budget'), since: Timestamp, resource: BudgetResource, limit: z.number().min(0), needed: z.number().min(0), questions: z.array(NonEmptyText).min(1) }),
]);
export type Suspension = z.infer<typeof Suspension>;
