import { z } from 'zod';
import { NonEmptyText } from '../../../contracts/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import type { Tool } from '../../registry/tool.ts';
import type { ToolHands } from '../../runner/hands.ts';
import type { FindFilesInput, FindFilesOutput } from '../people/find-files.ts';
import { accessOf, changesWorkspace } from '../workspace-access.ts';
import { capturedText } from './captured-text.ts';
import { findInstead } from './find-instead.ts';
import { SCRIPT_CHARS_MAX, SHELL_OUTPUT_BYTES_MAX, SHELL_TIMEOUT_MS_DEFAULT, SHELL_TIMEOUT_MS_MAX } from './limits.ts';
import { ProcessEndingFields, showOutputs, toldEnding } from './process-ending.ts';
import { scriptIntentions, scriptProgram, shellAvailability } from './script-program.ts';

const Input = z.strictObject({
  command: NonEmptyText.max(SCRIPT_CHARS_MAX).describe('Words for bash. There is no terminal and nobody types; the command ends when its time is over.'),
  timeout_ms: z.int().min(1).max(SHELL_TIMEOUT_MS_MAX).default(SHELL_TIMEOUT_MS_DEFAULT),
  working_folder: NonEmptyText.default('.').describe('Where it runs, below the workspace.'),
  changes_workspace: changesWorkspace(true),
});

const Output = z.strictObject({ ...ProcessEndingFields, stdout: z.string(), stderr: z.string() });

export type ShellInput = z.infer<typeof Input>;
export type ShellOutput = z.infer<typeof Output>;

/** `findFiles` answers a `find` over the person's own folders, which no program in the sandbox can see. */
export function shellTool(findFiles: Tool<FindFilesInput, FindFilesOutput>): Tool<ShellInput, ShellOutput> {
  return defineTool<ShellInput, ShellOutput>({
    tool_id: 'shell',
    version: '1.1.0',
    tool_name: 'Run a command',
    category: 'compute',
    side_effects: 'destructive',
    keywords: ['shell', 'command', 'run', 'bash', 'terminal'],
    priority: 30,
    timeout_ms: SHELL_TIMEOUT_MS_MAX,
    allowed_roles: ['coder', 'analyst', 'update', 'toolsmith'],
    input: Input,
    output: Output,
    touches: ['workspace_read', 'workspace_write', 'programs', 'network'],
    taint: 'user_trusted_bounded',
    availability: shellAvailability,
    intentions({ command, working_folder }, place) {
      const searches = findInstead(command, place);
      return searches === null ? scriptIntentions(place, command, working_folder) : searches.flatMap((search) => findFiles.intentions(search, place));
    },
    async perform({ command, timeout_ms, working_folder, changes_workspace }, hands) {
      const searches = findInstead(command, hands.place);
      if (searches !== null) return askInstead(searches, findFiles, hands);
      const result = await hands.run({ ...scriptProgram(hands.place, command, working_folder), workspaceAccess: accessOf({ changes_workspace }), timeoutMs: timeout_ms, outputBytesMax: SHELL_OUTPUT_BYTES_MAX });
      return { ...toldEnding(result), stdout: capturedText(result.stdout), stderr: capturedText(result.stderr) };
    },
    show: showOutputs,
  });
}

async function askInstead(searches: readonly FindFilesInput[], findFiles: Tool<FindFilesInput, FindFilesOutput>, hands: ToolHands): Promise<ShellOutput> {
  const startedMs = hands.clock.monotonicMs();
  const found: FindFilesOutput[] = [];
  for (const search of searches) found.push(await findFiles.perform(search, hands));
  const paths = found.flatMap(({ files }) => files.map(({ path }) => path));
  const notes = found.map((one) => findFiles.show({ ...one, files: [] }));
  return { exit_code: 0, ending: 'exited', signal: null, duration_ms: Math.round(hands.clock.monotonicMs() - startedMs), stdout: paths.map((path) => `${path}\n`).join(''), stderr: `Answered by find_files instead. ${notes.join(' ')}\n` };
}
