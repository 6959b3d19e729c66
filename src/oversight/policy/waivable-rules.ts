/**
 * Which questions a mode, a policy or a remembered yes may answer in a person's place. What is not named here is always
 * put to a person: a rule that somebody adds later is not waived by accident, and neither is one about secrets, other
 * machines, settings of the system or what runs by itself later.
 */

/** They change files of the workspace at most, of which copies are kept, as long as a sandbox holds the program. */
const INSIDE_THE_WORKSPACE: readonly string[] = [
  'command.build_target',
  'command.editor',
  'command.inline_code',
  'command.kill',
  'command.loads_code',
  'command.module',
  'command.project_tool',
  'command.recursive_mode',
  'command.remove',
  'command.rename',
  'command.runs_program',
  'command.truncate',
  'command.unknown_code',
  'command.unknown_program',
  'command.wide_search',
];

/** They bring something into the workspace from elsewhere. */
const FROM_ELSEWHERE: readonly string[] = ['command.download', 'command.packages'];

/** Said about the tool, the role or how either fared before, not about what this call does. */
const ABOUT_THE_TOOL: readonly string[] = ['tool.approval_required', 'role.requires_approval', 'memory.caution'];

const WITHIN_WORKSPACE: ReadonlySet<string> = new Set([...INSIDE_THE_WORKSPACE, ...ABOUT_THE_TOOL]);
const WITHIN_SESSION: ReadonlySet<string> = new Set([...WITHIN_WORKSPACE, ...FROM_ELSEWHERE]);

/** Whether anything but a person may answer a question that this rule raised. */
export function canBeWaived(rule: string): boolean {
  return WITHIN_SESSION.has(rule);
}

/** Whether what this rule is about ends at the edge of the workspace. */
export function staysInside(rule: string): boolean {
  return WITHIN_WORKSPACE.has(rule);
}
