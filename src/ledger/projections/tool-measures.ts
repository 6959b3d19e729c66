import { documentKey, registryToolsPublished, sandboxDecided, ToolId, toolMade, toolPinned, toolUsed, type MadeTool, type MadeTools, type ToolStats } from '../../contracts/index.ts';
import { MADE_TOOLS_MAX } from '../limits.ts';
import type { DocumentBody, Projection } from './projection.ts';

/** How a tool has fared over all runs. */
export const toolStatsProjection: Projection = {
  name: 'tool_stats',
  version: 1,
  types: [toolUsed.type],
  key: ({ streamId }) => documentKey.toolStats(ToolId.parse(streamId)),
  fold: (current, { payload, recordedAt }) => {
    const before = current as ToolStats | undefined;
    const wasSuccessful = payload['was_successful'] === true;
    const success_count = (before?.success_count ?? 0) + (wasSuccessful ? 1 : 0);
    const failure_count = (before?.failure_count ?? 0) + (wasSuccessful ? 0 : 1);
    const uses = success_count + failure_count;
    const meanMs = before?.avg_execution_ms ?? 0;
    return {
      success_count,
      failure_count,
      success_rate: success_count / uses,
      avg_execution_ms: meanMs + (Number(payload['execution_ms']) - meanMs) / uses,
      last_used: recordedAt,
    } satisfies ToolStats;
  },
};

/** The tools as they were last published. Their success rates are added where the registry is read. */
export const toolRegistryProjection: Projection = {
  name: 'tool_registry',
  version: 1,
  types: [registryToolsPublished.type],
  key: () => documentKey.toolRegistry(),
  fold: (_current, { payload }) => payload['registry'] as DocumentBody,
};

/** The definition of a tool from elsewhere, as a person last accepted it. */
export const toolPinProjection: Projection = {
  name: 'tool_pin',
  version: 1,
  types: [toolPinned.type],
  key: ({ streamId }) => documentKey.toolPin(ToolId.parse(streamId)),
  fold: (_current, { payload }) => payload,
};

/** Every tool that was made; the last made of a name counts, and the oldest make room. */
export const madeToolsProjection: Projection = {
  name: 'made_tools',
  version: 1,
  types: [toolMade.type],
  key: () => documentKey.madeTools(),
  fold: (current, { payload }): DocumentBody => {
    const { tool } = payload as { tool: MadeTool };
    const others = ((current as MadeTools | undefined)?.tools ?? []).filter(({ tool_id: id }) => id !== tool.tool_id);
    return { tools: [...others, tool].slice(-MADE_TOOLS_MAX) };
  },
};

export const sandboxDecisionProjection: Projection = {
  name: 'sandbox_decision',
  version: 1,
  types: [sandboxDecided.type],
  key: () => documentKey.sandboxDecision(),
  fold: (_current, { payload }) => payload,
};
