import { CLIENT_TOOL_PREFIX, MADE_TOOL_PREFIX, MCP_TOOLS_ACTION, type AllowedAction, type CapabilityNeeds, type Capability, type RoleId, type ToolId } from '../../contracts/index.ts';
import type { RoleActions } from '../../tools/index.ts';
import type { RoleBook } from './role-book.ts';

const MCP_PREFIX = 'mcp__';

/** A made tool does nothing that this could not, so it is open to whoever may do this. */
const EVALUATE = 'evaluate';

/** A list of its own touches nothing else, so it is open to whoever may ask a model. */
const CALL_MODEL = 'call_model';
const OWN_LIST: AllowedAction = { action_id: 'todo', category: 'deterministic_tool', description: 'Keep a list of what is still to be done.', constraints: {} };

/** Handing work over is asking models by another way, so it is open to whoever may ask one; a contract that names it itself may bind it. The tool always needs a yes. */
const HAND_OVER: AllowedAction = { action_id: 'delegate', category: 'llm_call', description: 'Hand a part of the work to a run of its own.', constraints: {} };
const WITH_MODELS: readonly AllowedAction[] = [OWN_LIST, HAND_OVER];

/** What the runner of tools asks before every call: what the role's contract names, and nothing else. */
export function roleActions(book: Pick<RoleBook, 'allowedActions'>, toolIds: readonly ToolId[]): RoleActions {
  // What a client brings is as strange as what a server has, and open to the same roles.
  const ofOthers = toolIds.filter((toolId) => toolId.startsWith(MCP_PREFIX) || toolId.startsWith(CLIENT_TOOL_PREFIX));
  const made = toolIds.filter((toolId) => toolId.startsWith(MADE_TOOL_PREFIX));
  const as = (action: AllowedAction, ids: readonly ToolId[]): AllowedAction[] => ids.map((toolId) => ({ ...action, action_id: toolId }));
  return {
    allowedActions: async (roleId) => {
      const named = book.allowedActions(roleId);
      const unnamed = WITH_MODELS.filter(({ action_id: id }) => toolIds.includes(id) && named?.some((action) => action.action_id === id) === false);
      return named?.flatMap((action) => {
        if (action.action_id === MCP_TOOLS_ACTION) return as(action, ofOthers);
        if (action.action_id === CALL_MODEL) return [action, ...unnamed];
        return action.action_id === EVALUATE ? [action, ...as(action, made)] : [action];
      });
    },
  };
}

/** The roles to which the tools of accepted servers are open. */
export function rolesWithServerTools({ contracts }: Pick<RoleBook, 'contracts'>): readonly RoleId[] {
  return contracts()
    .filter(({ allowed_actions: actions }) => actions.some(({ action_id: actionId }) => actionId === MCP_TOOLS_ACTION))
    .map(({ role_id: roleId }) => roleId);
}

/** What a model must be able to do for a role. It is told nothing but the needs, so no name can decide it. */
export function capabilitiesFor(needs: CapabilityNeeds): readonly Capability[] {
  return [
    ...(needs.strict_json ? (['strict_json'] as const) : []),
    ...(needs.tool_calling === 'low' ? [] : (['tool_calling'] as const)),
    ...(needs.vision ? (['vision'] as const) : []),
    ...(needs.long_context ? (['long_context'] as const) : []),
    ...(needs.code_quality === 'high' ? (['coding'] as const) : []),
  ];
}
