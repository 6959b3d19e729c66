import { KeelsonError } from '../kernel/index.ts';
import type { Tool, WaitingTool } from '../tools/index.ts';
import type { LeftOut, OfferedTools } from './tools-ports.ts';

/** The tool of that name. When it is not offered, the error says why, and what would change that. */
export function demandOffered(toolId: string, { catalogue, waiting, leftOut }: Pick<OfferedTools, 'catalogue' | 'waiting' | 'leftOut'>): Tool {
  const waits = waiting.find((one) => one.toolId === toolId);
  if (waits !== undefined) throw notAccepted(waits);
  const known = catalogue.tools.some(({ definition }) => definition.tool_id === toolId);
  const reason = known ? undefined : whyNotOffered(toolId, leftOut);
  if (reason !== undefined) throw reason;
  return catalogue.get(toolId);
}

/** Undefined when nothing is known of such a tool. */
export function whyNotOffered(toolId: string, leftOut: readonly LeftOut[]): KeelsonError<'tool.unavailable'> | undefined {
  const own = leftOut.find((one) => one.toolId === toolId);
  if (own !== undefined) return unavailable(toolId, own.reason, 'Correct that in the settings, under "tools", then try again; `keelson tools` lists what can be used.');
  const server = leftOut.find((one) => one.server !== undefined && toolId.startsWith(`mcp__${one.server}__`));
  return server && unavailable(toolId, server.reason, `Look at "tools.mcp.${server.name}" in the settings, then try again.`);
}

function unavailable(toolId: string, reason: string, nextStep: string): KeelsonError<'tool.unavailable'> {
  return new KeelsonError('tool.unavailable', { message: `${toolId} is not offered: ${reason}${reason.endsWith('.') ? '' : '.'}`, nextStep, data: { tool_id: toolId, reason } });
}

function notAccepted({ toolId, server, changes }: WaitingTool): KeelsonError<'tool.unavailable' | 'tool.definition_changed'> {
  const nextStep = `\`keelson tools show ${toolId}\` shows how it describes itself, \`keelson tools accept ${toolId}\` lets it be used.`;
  if (changes.length === 0) return new KeelsonError('tool.unavailable', { message: `${toolId} waits for a person to accept it: it comes from the server ${server}.`, nextStep, data: { tool_id: toolId, reason: 'nobody accepted it yet' } });
  return new KeelsonError('tool.definition_changed', { message: `${toolId} waits for a person to accept it again: since it was accepted, the server ${server} changed ${changes.join(', ')}.`, nextStep, data: { tool_id: toolId, server, changes: [...changes] } });
}
