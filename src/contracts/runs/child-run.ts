import { z } from 'zod';
import { NonEmptyText, PositiveCount, RunId, TaintClass, Timestamp } from '../core/index.ts';
import { CounterAmounts } from '../ledger/counters.ts';
import { RoleId } from '../roles/role-id.ts';
import { FileChange } from '../tools/file-change.ts';
import { ToolId } from '../tools/tool-id.ts';
import { Criterion } from './criterion.ts';
import { TerminationReason } from './termination.ts';

/** A run hands work to a child, and that to one of its own; further down nobody could follow who answers for what. */
export const CHILD_DEPTH_MAX = 2;

/** How many children one run has in its life: more of them is a plan that should have been made by the planner. */
export const CHILDREN_MAX = 8;

/** What a run that was started by another is held to. It stands in its own record, so that whoever goes on with it holds it to the same. */
export const ChildOrder = z.strictObject({
  parent_run_id: RunId,
  /** Where in the parent it was handed over. */
  call: NonEmptyText,
  /** Who handed it over; the child may use nothing that this role may not. */
  role_id: RoleId,
  /** How many runs stand above it. */
  depth: PositiveCount.max(CHILD_DEPTH_MAX),
  /** All tools that it may use. */
  tools: z.array(ToolId),
  deadline_at: Timestamp,
  /** How far the words of the order may be trusted: a model wrote them, from whatever it had read by then. */
  taint_class: TaintClass,
});
export type ChildOrder = z.infer<typeof ChildOrder>;

/** What a child came to, as its parent finds it: written once, together with the child's end. */
export const ChildResult = z
  .strictObject({
    child_run_id: RunId,
    /** Where in the parent it was handed over. */
    call: NonEmptyText,
    reason: TerminationReason,
    details: NonEmptyText,
    /** What it hands over, in words; whole unless it says otherwise, and always whole in the child's own record. */
    output: z.string(),
    is_whole: z.boolean(),
    /** Its own criteria that it did not meet, those that were not required too. */
    unmet_criteria: z.array(Criterion),
    /** The highest of everything that it read and was told. */
    taint_class: TaintClass,
    /** What it changed in the folder, from what was there before it to what it left. */
    changes: z.array(FileChange),
    /** False when some of what it changed is named only in its own record. */
    names_all_changes: z.boolean(),
    spent: CounterAmounts,
  })
  .refine(({ reason, unmet_criteria: unmet }) => reason !== 'success' || unmet.every(({ required }) => !required), { path: ['unmet_criteria'], message: 'a success leaves nothing unmet that was required' });
export type ChildResult = z.infer<typeof ChildResult>;

/** One child as the list of those that have not ended has it. */
export const OpenChild = z.strictObject({ child_run_id: RunId, parent_run_id: RunId, deadline_at: Timestamp });
export type OpenChild = z.infer<typeof OpenChild>;

/** Every child that has not ended, the oldest first; kept under `children:open`. */
export const OpenChildren = z.strictObject({ open: z.array(OpenChild) });
export type OpenChildren = z.infer<typeof OpenChildren>;
