import { z } from 'zod';

/** The parts of a context packet. */
export const ContextSection = z.enum([
  'task_definition',
  'current_phase',
  'recent_messages',
  'retrieval_hits',
  'session_summaries',
  'project_knowledge',
  'previous_artifacts',
]);
export type ContextSection = z.infer<typeof ContextSection>;

/** The higher priority is placed first; when a required section does not fit, the run fails rather than cut it. */
export const ContextSectionRule = z.strictObject({
  section: ContextSection,
  priority: z.int().min(1).max(100),
  required: z.boolean(),
});
export type ContextSectionRule = z.infer<typeof ContextSectionRule>;

export const CONTEXT_COMPOSITION_ORDER: readonly ContextSectionRule[] = [
  { section: 'task_definition', priority: 100, required: true },
  { section: 'current_phase', priority: 95, required: true },
  { section: 'recent_messages', priority: 90, required: false },
  { section: 'retrieval_hits', priority: 85, required: false },
  { section: 'session_summaries', priority: 80, required: false },
  { section: 'project_knowledge', priority: 75, required: false },
  { section: 'previous_artifacts', priority: 70, required: false },
];

/** How far back `recent_messages` reaches. */
export const RECENT_MESSAGES_MAX = 10;
