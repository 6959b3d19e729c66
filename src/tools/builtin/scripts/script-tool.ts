import { defineTool } from '../../registry/define-tool.ts';
import type { ProgramIntention, Tool, ToolPlace } from '../../registry/tool.ts';
import { accessOf } from '../workspace-access.ts';
import { SCRIPT_TIMEOUT_MS_MAX } from './limits.ts';
import { ScriptInput, ScriptOutput, scriptOutput, showScript } from './script-contract.ts';

export interface ScriptLanguage {
  readonly toolId: string;
  readonly name: string;
  readonly program: string;
  /** The words that make the program take its code from the next one. */
  readonly takesCode: readonly string[];
  /** What stands between the code and its arguments, so that none of them is taken for an option. */
  readonly beforeArguments: readonly string[];
  readonly priority: number;
  readonly patterns: readonly string[];
  readonly keywords: readonly string[];
}

/**
 * A script in the sandbox. Its code is a word of the command line and not a file: so it is judged with the command, and
 * the decision binds exactly this code. Nothing of it is left in the workspace, and unless it says that it is meant to, it cannot
 * write there at all.
 */
export function scriptTool(language: ScriptLanguage): Tool<ScriptInput, ScriptOutput> {
  return defineTool<ScriptInput, ScriptOutput>({
    tool_id: language.toolId,
    version: '1.1.0',
    tool_name: `Run a ${language.name} script`,
    category: 'compute',
    side_effects: 'destructive',
    handles_patterns: [...language.patterns],
    keywords: [...language.keywords],
    priority: language.priority,
    timeout_ms: SCRIPT_TIMEOUT_MS_MAX,
    allowed_roles: ['coder', 'analyst', 'toolsmith'],
    input: ScriptInput,
    output: ScriptOutput,
    touches: ['programs', 'workspace_read', 'workspace_write'],
    taint: 'user_trusted_bounded',
    async availability({ hasProgram }) {
      return (await hasProgram(language.program)) ? { isAvailable: true } : { isAvailable: false, reason: `The program ${language.program} is not installed.` };
    },
    intentions: (input, place) => [{ kind: 'program', ...programFor(language, input, place) }],
    perform: async (input, hands) => scriptOutput(await hands.run({ ...programFor(language, input, hands.place), workspaceAccess: accessOf(input), timeoutMs: input.timeout_ms })),
    show: showScript,
  });
}

function programFor({ program, takesCode, beforeArguments }: ScriptLanguage, { code, args }: ScriptInput, { workspace }: ToolPlace): ProgramIntention {
  return { argv: [program, ...takesCode, code, ...beforeArguments, ...args], currentFolder: workspace, environment: {} };
}
