import type { ToolDefinition } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { Tool } from '../registry/tool.ts';
import { McpToolOutput, showToolOutput } from './tool-output.ts';

/** What a server tool's entrypoint begins with, and what its parts are joined by. */
const ENTRYPOINT = 'mcp/';

/**
 * A tool of a server as a record has it, for whoever goes through a run again: no server is started, so that it can be told
 * of and its calls be judged, and nothing more. What its calls gave is answered from the record.
 */
export function recordedServerTool(definition: ToolDefinition): Tool {
  const { tool_id: toolId, entrypoint } = definition;
  const [server = '', ...name] = entrypoint.slice(ENTRYPOINT.length).split('/');
  return {
    definition,
    input: null,
    output: McpToolOutput,
    touches: ['programs', 'network'],
    taint: 'external_untrusted',
    intentions: () => [{ kind: 'remote', server, name: name.join('/') }],
    perform: () => Promise.reject(new KeelsonError('tool.unavailable', { message: `${toolId} is not called: a replay starts no server.`, nextStep: 'Start the task anew to have it called.', data: { tool_id: toolId, reason: 'a replay starts no server' } })),
    show: (output) => showToolOutput(McpToolOutput.parse(output)),
  };
}
