import { z } from 'zod';
import { Count } from '../core/index.ts';

export const ItemStatus = z.enum(['in_progress', 'completed', 'incomplete']);
export type ItemStatus = z.infer<typeof ItemStatus>;

/** Where in a text something is taken from elsewhere. */
export const UrlCitation = z.strictObject({ type: z.literal('url_citation'), url: z.string(), title: z.string(), start_index: Count, end_index: Count });
export type UrlCitation = z.infer<typeof UrlCitation>;

export const OutputText = z.strictObject({ type: z.literal('output_text'), text: z.string(), annotations: z.array(UrlCitation), logprobs: z.array(z.never()) });
export type OutputText = z.infer<typeof OutputText>;

export const OutputRefusal = z.strictObject({ type: z.literal('refusal'), refusal: z.string() });
export type OutputRefusal = z.infer<typeof OutputRefusal>;

export const OutputMessage = z.strictObject({
  type: z.literal('message'),
  id: z.string(),
  status: ItemStatus,
  role: z.literal('assistant'),
  content: z.array(z.discriminatedUnion('type', [OutputText, OutputRefusal])),
  phase: z.enum(['commentary', 'final_answer']).optional(),
});
export type OutputMessage = z.infer<typeof OutputMessage>;

/** What the client is asked to do; its answer comes with the next request. */
export const FunctionCallItem = z.strictObject({ type: z.literal('function_call'), id: z.string(), call_id: z.string(), name: z.string(), arguments: z.string(), status: ItemStatus });
export type FunctionCallItem = z.infer<typeof FunctionCallItem>;

export const SummaryText = z.strictObject({ type: z.literal('summary_text'), text: z.string() });
export type SummaryText = z.infer<typeof SummaryText>;

/** What was thought, in words that anybody may read; the sealed whole is only for whoever made it. */
export const ReasoningItem = z.strictObject({ type: z.literal('reasoning'), id: z.string(), summary: z.array(SummaryText), encrypted_content: z.string().optional(), status: ItemStatus.optional() });
export type ReasoningItem = z.infer<typeof ReasoningItem>;

/** A conversation made short, to go on from. */
export const CompactionItem = z.strictObject({ type: z.literal('compaction'), id: z.string(), encrypted_content: z.string() });
export type CompactionItem = z.infer<typeof CompactionItem>;

/** What a response comes to, one thing after the other. */
export const OutputItem = z.discriminatedUnion('type', [OutputMessage, FunctionCallItem, ReasoningItem, CompactionItem]);
export type OutputItem = z.infer<typeof OutputItem>;
