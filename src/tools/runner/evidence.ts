import type { JsonObject, RunId, ToolCallEvidence, ToolCallOutcome, ToolId } from '../../contracts/index.ts';
import { canonicalJson } from '../../kernel/index.ts';
import { withoutSecrets } from '../../redaction/index.ts';
import { excerptOf, headTail } from './bound-output.ts';

/** Long enough for any path or command; a file that was written is told by its beginning and end. */
const INPUT_CHARS_MAX = 1_000;

/** What proves that a tool was called, with what and to what end; the whole of it stands in the journal under `call`. */
export function evidenceOf(toolId: ToolId, input: JsonObject, { status, shown }: Pick<ToolCallOutcome, 'status' | 'shown'>, runId: RunId, call: string): ToolCallEvidence {
  return {
    tool_id: toolId,
    input: headTail(withoutSecrets(canonicalJson(input)), INPUT_CHARS_MAX, (leftOut) => `[… ${leftOut} characters …]`),
    output_excerpt: excerptOf(shown.text),
    outcome: status,
    journal_ref: { kind: 'event', key: `${runId}/${call}` },
  };
}

/** Evidence in one line: `tool: input → first 200 characters`. */
export function evidenceLine({ tool_id, input, output_excerpt }: ToolCallEvidence): string {
  return `${tool_id}: ${input} → ${output_excerpt}`;
}
