import { z } from 'zod';
import { JsonValue } from '../core/index.ts';

/** What several subtasks came to, each with what it was asked. */
const OutputsOfSubtasks = z.array(z.strictObject({ subtask: z.string(), output: JsonValue })).min(1);

/** A result as words: text as it is, what several subtasks came to one after the other, and data as indented JSON. */
export function resultText(output: JsonValue): string {
  if (output === null) return '';
  if (typeof output === 'string') return output;
  const parts = OutputsOfSubtasks.safeParse(output);
  return parts.success ? parts.data.map(({ subtask, output: part }) => `${subtask}:\n${resultText(part).trim()}`).join('\n\n') : JSON.stringify(output, undefined, 2);
}
