import { z } from 'zod';

/** Parts that a person or program says something with. Members that nobody here knows are left out, parts too. */
export const InputPart = z.object({ type: z.string(), text: z.string().nullish(), refusal: z.string().nullish(), image_url: z.unknown().optional(), file_data: z.string().nullish(), filename: z.string().nullish() });
export type InputPart = z.infer<typeof InputPart>;

const content = z.union([z.string(), z.array(InputPart)]);

export const InputMessage = z.object({ type: z.literal('message').optional(), id: z.string().optional(), role: z.enum(['user', 'assistant', 'system', 'developer']), content, phase: z.enum(['commentary', 'final_answer']).nullish() });
export type InputMessage = z.infer<typeof InputMessage>;

export const FunctionCallInput = z.object({ type: z.literal('function_call'), id: z.string().nullish(), call_id: z.string().min(1), name: z.string(), arguments: z.string() });
export type FunctionCallInput = z.infer<typeof FunctionCallInput>;

export const FunctionCallOutputInput = z.object({ type: z.literal('function_call_output'), id: z.string().nullish(), call_id: z.string().min(1), output: content });
export type FunctionCallOutputInput = z.infer<typeof FunctionCallOutputInput>;

export const ReasoningInput = z.object({ type: z.literal('reasoning'), id: z.string().nullish(), encrypted_content: z.string().nullish() });
export type ReasoningInput = z.infer<typeof ReasoningInput>;

export const CompactionInput = z.object({ type: z.literal('compaction'), id: z.string().nullish(), encrypted_content: z.string() });
export type CompactionInput = z.infer<typeof CompactionInput>;

export const ItemReferenceInput = z.object({ type: z.literal('item_reference').nullish(), id: z.string().min(1) });
export type ItemReferenceInput = z.infer<typeof ItemReferenceInput>;

/** What came before, as clients send it; kinds that nobody here knows are passed over, so only the shape of an object is asked for. */
export const ResponseInputItem = z.looseObject({ type: z.string().nullish() });
export type ResponseInputItem = z.infer<typeof ResponseInputItem>;
