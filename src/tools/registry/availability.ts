import type { RoleId } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { ToolHands } from '../runner/hands.ts';
import type { ToolCatalogue } from './catalogue.ts';
import type { Tool } from './tool.ts';

/** What a tool looks at to know whether it can be used here. */
export type HostFacts = Pick<ToolHands, 'place' | 'hasProgram'>;

/** Why a tool cannot be used here; undefined when it can. */
export async function whyUnavailable(tool: Tool, host: HostFacts): Promise<string | undefined> {
  const availability = await tool.availability?.(host);
  return availability?.isAvailable === false ? availability.reason : undefined;
}

export async function demandAvailable(tool: Tool, host: HostFacts): Promise<void> {
  const reason = await whyUnavailable(tool, host);
  if (reason === undefined) return;
  const { tool_id: toolId } = tool.definition;
  throw new KeelsonError('tool.unavailable', {
    message: `${toolId} cannot be used here: ${reason}`,
    nextStep: 'Use another tool; `keelson tools` says which there are.',
    data: { tool_id: toolId, reason },
  });
}

/** The tools that may be named to a model in this role: never one that it may not use or that is not there. */
export async function toolsOffered(catalogue: Pick<ToolCatalogue, 'tools'>, roleId: RoleId, host: HostFacts): Promise<readonly Tool[]> {
  const open = catalogue.tools.filter(({ definition }) => definition.allowed_roles.includes(roleId));
  const reasons = await Promise.all(open.map((tool) => whyUnavailable(tool, host)));
  return open.filter((_tool, at) => reasons[at] === undefined);
}
