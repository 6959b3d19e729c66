import { KeelsonError } from '../../kernel/index.ts';

/** An expected failure of a built-in tool that has no code of its own. */
export function toolFailure(toolId: string, message: string, nextStep: string, detail = message): KeelsonError<'tool.failed'> {
  return new KeelsonError('tool.failed', { message, nextStep, data: { tool_id: toolId, detail } });
}
