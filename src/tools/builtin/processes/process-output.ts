import { z } from 'zod';
import { Count } from '../../../contracts/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { capturedText } from './captured-text.ts';

const Input = z.strictObject({ process_id: z.int().min(1) });

const Output = z.strictObject({
  process_id: Count,
  is_running: z.boolean(),
  /** Null while it runs, and when it did not end by itself. */
  exit_code: z.int().nullable(),
  /** Both outputs in the order in which they came. */
  output: z.string(),
  total_bytes: Count,
});

export const processOutputTool = defineTool<z.infer<typeof Input>, z.infer<typeof Output>>({
  tool_id: 'process_output',
  tool_name: 'Output of a background process',
  category: 'compute',
  side_effects: 'read_only',
  keywords: ['process', 'output', 'log', 'background'],
  priority: 28,
  timeout_ms: 5_000,
  allowed_roles: ['coder', 'analyst', 'toolsmith'],
  input: Input,
  output: Output,
  touches: ['programs'],
  taint: 'user_trusted_bounded',
  intentions: () => [],
  async perform({ process_id }, { background }) {
    const output = background.output(process_id);
    const known = background.list().find(({ processId }) => processId === process_id);
    return { process_id, is_running: known?.isRunning ?? false, exit_code: known?.exitCode ?? null, output: capturedText(output), total_bytes: output.totalBytes };
  },
  show({ process_id, is_running, exit_code, output }) {
    const state = is_running ? 'is running' : `has ended${exit_code === null ? '' : ` with exit code ${exit_code}`}`;
    return `Process ${process_id} ${state}.${output === '' ? ' It wrote nothing so far.' : `\n${output}`}`;
  },
});
