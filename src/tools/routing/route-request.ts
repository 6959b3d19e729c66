import type { JsonObject, RoleId, ToolDefinition, ToolId, ToolProposal, ToolProposalOutcome, ToolRouteDecision } from '../../contracts/index.ts';
import { compileJsonSchema, sha256Hex } from '../../kernel/index.ts';
import type { ToolCatalogue } from '../registry/catalogue.ts';
import type { Tool, ToolAvailability } from '../registry/tool.ts';
import type { RequestReading } from './grammar/phrase-reader.ts';
import { ROUTABLE_REQUEST_CHARS_MAX } from './limits.ts';
import { readersByToolId } from './phrases/all.ts';
import { proposedBy } from './propose.ts';

export interface RoutingSurroundings {
  readonly catalogue: Pick<ToolCatalogue, 'tools' | 'patternsOf'>;
  /** Only tools open to this role are taken; without one, the first role that a tool allows. */
  readonly roleId?: RoleId;
  /** Asked only of a tool that would be chosen. */
  readonly availability: (tool: Tool) => Promise<ToolAvailability>;
  readonly allowFallbackToLlm: boolean;
}

/** Tools that were chosen for this request before and failed, each with a sentence that says so. */
export type FailedTools = ReadonlyMap<ToolId, string>;

/**
 * Decides whether a tool alone answers a request. Words propose tools, the highest priority first; the first one runs
 * whose call the whole request means, with every argument that its contract wants.
 */
export async function routeRequest(request: string, surroundings: RoutingSurroundings, failed: FailedTools = new Map()): Promise<ToolRouteDecision> {
  const { catalogue, allowFallbackToLlm } = surroundings;
  const proposals: ToolProposal[] = [];
  let chosen: ToolRouteDecision['chosen'] = null;
  const candidates = request.length > ROUTABLE_REQUEST_CHARS_MAX ? [] : catalogue.tools;
  for (const tool of candidates) {
    const proposed = proposedBy(request, tool, catalogue);
    if (proposed === null) continue;
    const { tool_id: toolId } = tool.definition;
    const judged = await judgeProposal(request, tool, surroundings, failed.get(toolId));
    proposals.push({ tool_id: toolId, proposed_by: proposed, outcome: judged.outcome, detail: judged.detail });
    if (judged.outcome !== 'chosen') continue;
    chosen = { tool_id: toolId, role_id: judged.roleId, arguments: judged.arguments };
    break;
  }
  return { request_hash: sha256Hex(request), proposals, chosen, allow_fallback_to_llm: allowFallbackToLlm };
}

type Judged =
  | { readonly outcome: 'chosen'; readonly detail: string; readonly roleId: RoleId; readonly arguments: JsonObject }
  | { readonly outcome: Exclude<ToolProposalOutcome, 'chosen'>; readonly detail: string };

async function judgeProposal(request: string, tool: Tool, { roleId, availability }: RoutingSurroundings, failure: string | undefined): Promise<Judged> {
  const { definition } = tool;
  if (failure !== undefined) return { outcome: 'failed', detail: failure };
  const role = roleFor(definition, roleId);
  if (role === undefined) return { outcome: 'role_not_allowed', detail: `It is open only to ${definition.allowed_roles.join(', ')}.` };
  const reading = readRequest(request, tool);
  if (reading.kind !== 'read') return NOT_READ[reading.kind];
  const problems = compileJsonSchema(definition.input_schema)(reading.arguments);
  if (problems.length > 0) return { outcome: 'arguments_unfit', detail: `Its arguments do not fit: ${problems.map(({ path, message }) => `${path} ${message}`.trim()).join('; ')}.` };
  const available = await availability(tool);
  if (!available.isAvailable) return { outcome: 'unavailable', detail: available.reason };
  return { outcome: 'chosen', detail: 'The whole request means this call.', roleId: role, arguments: reading.arguments };
}

/** The role that calls the tool: the given one where the tool is open to it, the tool's first where none is given. */
function roleFor({ allowed_roles: allowed }: ToolDefinition, given: RoleId | undefined): RoleId | undefined {
  return given === undefined ? allowed[0] : allowed.find((role) => role === given);
}

/** A tool that reads requests itself knows best; nothing can be said of one that nobody reads requests for. */
function readRequest(request: string, tool: Tool): RequestReading {
  if (tool.readRequest === undefined) return readersByToolId.get(tool.definition.tool_id)?.(request) ?? { kind: 'something_else' };
  const read = tool.readRequest(request);
  return read === null ? { kind: 'something_else' } : { kind: 'read', arguments: read };
}

const NOT_READ: Readonly<Record<Exclude<RequestReading['kind'], 'read'>, Judged>> = {
  something_else: { outcome: 'not_asked_for', detail: 'Its words occur, but the request as a whole is not a call of it.' },
  two_meanings: { outcome: 'not_asked_for', detail: 'The request can be read as two different calls of it.' },
  cut_short: { outcome: 'arguments_missing', detail: 'The request ends before it says all that the tool needs.' },
};
