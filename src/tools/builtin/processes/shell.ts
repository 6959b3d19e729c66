import { z } from 'zod';
import { NonEmptyText } from '../../../contracts/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { capturedText } from './captured-text.ts';
import { SCRIPT_CHARS_MAX, SHELL_OUTPUT_BYTES_MAX, SHELL_TIMEOUT_MS_DEFAULT, SHELL_TIMEOUT_MS_MAX } from './limits.ts';
import { ProcessEndingFields, showOutputs, toldEnding } from './process-ending.ts';
import { scriptIntentions, scriptProgram, shellAvailability } from './script-program.ts';

const Input = z.strictObject({
  command: NonEmptyText.max(SCRIPT_CHARS_MAX).describe('Words for bash. There is no terminal and nobody types; the command ends when its time is over.'),
  timeout_ms: z.int().min(1).max(SHELL_TIMEOUT_MS_MAX).default(SHELL_TIMEOUT_MS_DEFAULT),
  working_folder: NonEmptyText.default('.').describe('Where it runs, below the workspace.'),
});

const Output = z.strictObject({ ...ProcessEndingFields, stdout: z.string(), stderr: z.string() });

export const shellTool = defineTool<z.infer<typeof Input>, z.infer<typeof Output>>({
  tool_id: 'shell',
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
  taint: 'external_untrusted',
  availability: shellAvailability,
  intentions: ({ command, working_folder }, place) => scriptIntentions(place, command, working_folder),
  async perform({ command, timeout_ms, working_folder }, hands) {
    const result = await hands.run({ ...scriptProgram(hands.place, command, working_folder), timeoutMs: timeout_ms, outputBytesMax: SHELL_OUTPUT_BYTES_MAX });
    return { ...toldEnding(result), stdout: capturedText(result.stdout), stderr: capturedText(result.stderr) };
  },
  show: showOutputs,
});
