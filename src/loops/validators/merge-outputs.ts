import type { JsonValue, Plan, SubtaskOutcome } from '../../contracts/index.ts';

/** What matched subtasks brought, together: as data, as the text of that data, and as plain words one after the other. */
export interface MergedOutput {
  /** One output is the value itself; several are a list of `{ subtask, output }`, in the order of the plan. None is null. */
  readonly value: JsonValue;
  /** For whoever reads data: a pointer such as `/0/output` leads into it. */
  readonly json: string;
  /** For whoever looks for words: quotes and line breaks are as the executor wrote them. */
  readonly text: string;
}

/** The merge of concrete data: nothing is summed up, shortened or said in other words. */
export function mergeOutputs({ subtasks }: Plan, outcomes: readonly SubtaskOutcome[]): MergedOutput {
  const parts = subtasks
    .toSorted((left, right) => left.sequence - right.sequence)
    .flatMap(({ subtask_id: id, intent }) => outcomes.filter((outcome) => outcome.subtask_id === id && outcome.status === 'matched').map(({ output }) => ({ subtask: intent, output })));
  const text = parts.map(({ output }) => textOf(output)).join('\n\n');
  const [only, ...others] = parts;
  if (only === undefined) return { value: null, json: 'null', text: '' };
  if (others.length === 0) return { value: dataOf(only.output), json: text, text };
  const value = parts.map(({ subtask, output }) => ({ subtask, output: dataOf(output) }));
  return { value, json: JSON.stringify(value), text };
}

function textOf(output: JsonValue): string {
  return typeof output === 'string' ? output : JSON.stringify(output);
}

/** An object or a list that was written as text is data; a bare word, number or sentence stays the text that it was. */
function dataOf(output: JsonValue): JsonValue {
  if (typeof output !== 'string') return output;
  const start = output.trimStart()[0];
  if (start !== '{' && start !== '[') return output;
  try {
    return JSON.parse(output) as JsonValue;
  } catch {
    return output;
  }
}
