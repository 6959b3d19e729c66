import type { z } from 'zod';
import { hasCompleted } from '../../evidence/call-end.ts';
import { everyCall, type CheckedWork, type MadeCall } from '../../work.ts';

/** The completed calls of one tool, with what they gave, the last one last. */
export function repliesOf<Shape extends z.ZodType>(work: CheckedWork, toolId: string, shape: Shape): { readonly call: MadeCall; readonly reply: z.infer<Shape> }[] {
  const calls = work.calls.length > 0 ? work.calls : everyCall(work);
  return calls.flatMap((call) => {
    if (call.decision.tool_id !== toolId || !hasCompleted(call)) return [];
    const reply = shape.safeParse(call.outcome.output);
    return reply.success ? [{ call, reply: reply.data }] : [];
  });
}

/** "1 file", "2 files". */
export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
