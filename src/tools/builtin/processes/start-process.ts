import { z } from 'zod';
import { Count, NonEmptyText } from '../../../contracts/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { accessOf, changesWorkspace } from '../workspace-access.ts';
import { SCRIPT_CHARS_MAX, SHELL_OUTPUT_BYTES_MAX } from './limits.ts';
import { scriptIntentions, scriptProgram, shellAvailability } from './script-program.ts';

const Input = z.strictObject({
  command: NonEmptyText.max(SCRIPT_CHARS_MAX).describe('Words for bash; it goes on until it ends, is stopped, or the run ends.'),
  working_folder: NonEmptyText.default('.').describe('Where it runs, below the workspace.'),
  changes_workspace: changesWorkspace(true),
});

const Output = z.strictObject({ process_id: Count });

export const startProcessTool = defineTool<z.infer<typeof Input>, z.infer<typeof Output>>({
  tool_id: 'start_process',
  version: '1.1.0',
  tool_name: 'Start a background process',
  category: 'compute',
  side_effects: 'destructive',
  keywords: ['start', 'background', 'process', 'server'],
  priority: 29,
  timeout_ms: 30_000,
  allowed_roles: ['coder', 'analyst', 'toolsmith'],
  input: Input,
  output: Output,
  touches: ['workspace_read', 'workspace_write', 'programs', 'network'],
  taint: 'internal_corpus_trusted',
  availability: shellAvailability,
  intentions: ({ command, working_folder }, place) => scriptIntentions(place, command, working_folder),
  async perform({ command, working_folder, changes_workspace }, hands) {
    const { processId } = await hands.background.start({ ...scriptProgram(hands.place, command, working_folder), workspaceAccess: accessOf({ changes_workspace }), outputBytesMax: SHELL_OUTPUT_BYTES_MAX });
    return { process_id: processId };
  },
  show: ({ process_id }) => `Started as process ${process_id}. Look at it with process_output, end it with stop_process.`,
});
