import type { JsonObject, RoleId, ToolCallDecision } from '../../contracts/index.ts';
import { compileJsonSchema, KeelsonError } from '../../kernel/index.ts';
import { definitionHash } from '../registry/catalogue.ts';
import type { Tool, ToolIntention, ToolPlace } from '../registry/tool.ts';
import { actionHash } from './action-hash.ts';
import type { Decided } from './decide-call.ts';
import { judgeIntentions, type Judges } from './judge-intentions.ts';
import type { WorkspaceSnapshot } from './workspace-snapshot.ts';

/** A call whose arguments were read: what it will do is known, and bound by the hash. */
export interface Prepared {
  readonly tool: Tool;
  readonly input: unknown;
  readonly arguments: JsonObject;
  readonly intentions: readonly ToolIntention[];
  readonly definitionHash: string;
  readonly actionHash: string;
}

/** Checks the arguments against the contract that everybody sees, then reads them as the tool does. */
export function prepare(tool: Tool, given: JsonObject, place: ToolPlace): Prepared {
  const { definition } = tool;
  const issues = compileJsonSchema(definition.input_schema)(given);
  if (issues.length > 0) throw argumentsInvalid(definition.tool_id, issues);
  const parsed = tool.input === null ? { success: true as const, data: given } : tool.input.safeParse(given);
  if (!parsed.success) throw argumentsInvalid(definition.tool_id, parsed.error.issues.map(({ path, message }) => ({ path: `/${path.join('/')}`, message })));
  const intentions = tool.intentions(parsed.data, place);
  const hash = definitionHash(definition);
  return { tool, input: parsed.data, arguments: given, intentions, definitionHash: hash, actionHash: actionHash({ definitionHash: hash, workspace: place.workspace, input: given, intentions }) };
}

/** What the policy says to every part of it, and whether what it changes could be taken back. */
export async function judgeCall({ tool, intentions }: Prepared, place: ToolPlace, judges: Judges, snapshot: Pick<WorkspaceSnapshot, 'fits'>): Promise<Pick<Decided, 'intentions' | 'is_undoable'>> {
  return { intentions: await judgeIntentions(intentions, place, judges), is_undoable: !mayChangeAnything(tool, intentions) || (await snapshot.fits()) };
}

/** A program that may write can change any file of the workspace. */
function mayChangeAnything(tool: Tool, intentions: readonly ToolIntention[]): boolean {
  return tool.definition.side_effects !== 'read_only' && mayChangeFiles(tool) && intentions.some(({ kind }) => kind === 'script' || kind === 'program');
}

/** Whether it may change files of the workspace at all; tests are only looked at, but what they run may leave something. */
export function mayChangeFiles({ touches }: Tool): boolean {
  return touches.includes('workspace_write');
}

export function decisionOn({ tool, arguments: given, ...hashes }: Prepared, roleId: RoleId, { intentions }: Pick<Decided, 'intentions'>, place: ToolPlace): ToolCallDecision {
  return { tool_id: tool.definition.tool_id, role_id: roleId, arguments: given, workspace: place.workspace, definition_hash: hashes.definitionHash, action_hash: hashes.actionHash, intentions, approval_id: null };
}

function argumentsInvalid(toolId: string, issues: readonly { readonly path: string; readonly message: string }[]): KeelsonError<'tool.arguments_invalid'> {
  return new KeelsonError('tool.arguments_invalid', {
    message: `The arguments of ${toolId} do not fit its contract: ${issues.map(({ path, message }) => `${path === '' ? 'the whole' : path} ${message}`).join('; ')}.`,
    nextStep: `Correct them; \`keelson tools show ${toolId}\` shows the contract.`,
    data: { tool_id: toolId, issues: [...issues] },
  });
}
