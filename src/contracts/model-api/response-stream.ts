import { z } from 'zod';
import { Count } from '../core/index.ts';
import { OutputItem, OutputRefusal, OutputText, SummaryText, UrlCitation } from './output-item.ts';
import { ResponseResource } from './response-resource.ts';

const numbered = { sequence_number: Count };
const ofItem = { ...numbered, item_id: z.string(), output_index: Count };
const ofContent = { ...ofItem, content_index: Count };
const ofSummary = { ...ofItem, summary_index: Count };
const of = <Type extends string>(type: Type) => ({ type: z.literal(type) });
const OutputPart = z.discriminatedUnion('type', [OutputText, OutputRefusal]);

/** An answer while it comes. Numbers begin at 0 and have no gaps; each thing is added before it grows, and done before the end. */
export const ResponseStreamEvent = z.discriminatedUnion('type', [
  z.strictObject({ ...of('response.created'), ...numbered, response: ResponseResource }),
  z.strictObject({ ...of('response.queued'), ...numbered, response: ResponseResource }),
  z.strictObject({ ...of('response.in_progress'), ...numbered, response: ResponseResource }),
  z.strictObject({ ...of('response.completed'), ...numbered, response: ResponseResource }),
  z.strictObject({ ...of('response.incomplete'), ...numbered, response: ResponseResource }),
  z.strictObject({ ...of('response.failed'), ...numbered, response: ResponseResource }),
  z.strictObject({ ...of('response.output_item.added'), ...numbered, output_index: Count, item: OutputItem }),
  z.strictObject({ ...of('response.output_item.done'), ...numbered, output_index: Count, item: OutputItem }),
  z.strictObject({ ...of('response.content_part.added'), ...ofContent, part: OutputPart }),
  z.strictObject({ ...of('response.content_part.done'), ...ofContent, part: OutputPart }),
  z.strictObject({ ...of('response.output_text.delta'), ...ofContent, delta: z.string(), logprobs: z.array(z.never()) }),
  z.strictObject({ ...of('response.output_text.done'), ...ofContent, text: z.string(), logprobs: z.array(z.never()) }),
  z.strictObject({ ...of('response.output_text.annotation.added'), ...ofContent, annotation_index: Count, annotation: UrlCitation }),
  z.strictObject({ ...of('response.refusal.delta'), ...ofContent, delta: z.string() }),
  z.strictObject({ ...of('response.refusal.done'), ...ofContent, refusal: z.string() }),
  z.strictObject({ ...of('response.reasoning_summary_part.added'), ...ofSummary, part: SummaryText }),
  z.strictObject({ ...of('response.reasoning_summary_part.done'), ...ofSummary, part: SummaryText }),
  z.strictObject({ ...of('response.reasoning_summary_text.delta'), ...ofSummary, delta: z.string() }),
  z.strictObject({ ...of('response.reasoning_summary_text.done'), ...ofSummary, text: z.string() }),
  z.strictObject({ ...of('response.function_call_arguments.delta'), ...ofItem, delta: z.string() }),
  z.strictObject({ ...of('response.function_call_arguments.done'), ...ofItem, name: z.string(), arguments: z.string() }),
]);
export type ResponseStreamEvent = z.infer<typeof ResponseStreamEvent>;
