import { CodePatch, MadeTool, TestResults, toolMade, type ToolCatalog, type ToolPatch } from '../../contracts/index.ts';
import { recordOnce } from '../../ledger/index.ts';
import type { ToolCallResult } from '../../tools/index.ts';
import type { KeptArtifact } from '../artifacts/artifact-gates.ts';
import type { TaskWork } from './task-ports.ts';

export interface TakenTool {
  readonly patch: ToolPatch;
  readonly catalog: ToolCatalog;
}

/**
 * Takes a tool that was handed in into the catalogue, when its tests passed on what was really changed. The role only proposes it:
 * whether it is registered is said here, by whoever registered it. Undefined where nothing was handed in or nothing proves it.
 */
export async function takeTool({ runId, ports }: Pick<TaskWork, 'runId' | 'ports'>, base: string, calls: readonly ToolCallResult[], artifacts: readonly KeptArtifact[]): Promise<TakenTool | undefined> {
  const tool = calls.flatMap(({ decision, outcome }) => (decision.tool_id === 'register_tool' && outcome.status === 'completed' ? [MadeTool.parse(outcome.output?.['tool'])] : [])).at(-1);
  const patch = lastOf(artifacts, 'CodePatch', CodePatch);
  const tests = lastOf(artifacts, 'TestResults', TestResults);
  if (tool === undefined || patch === undefined || tests === undefined || !isProof(tests)) return undefined;
  await recordOnce(ports.writer, 'run', `${runId}:${base}:tool`, [{ type: toolMade.type, streamId: tool.tool_id, payload: { tool, run_id: runId } }]);
  return { patch: { tool_id: tool.tool_id, patch, tests }, catalog: { tools: [{ tool_id: tool.tool_id, description: tool.description, is_registered: true }] } };
}

/** Tests of which none ran prove nothing, whatever the program says in the end. */
function isProof({ exit_code: code, counts }: TestResults): boolean {
  return code === 0 && counts?.run !== 0;
}

function lastOf<Content>(artifacts: readonly KeptArtifact[], type: string, schema: { parse(content: unknown): Content }): Content | undefined {
  const kept = artifacts.findLast(({ reference }) => reference.type === type);
  return kept === undefined ? undefined : schema.parse(kept.content);
}
