import { z } from 'zod';
import { Count } from '../../../contracts/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { capturedText } from './captured-text.ts';
import { ProcessEndingFields, showOutputs, toldEnding } from './process-ending.ts';

const Input = z.strictObject({ process_id: z.int().min(1) });

const Output = z.strictObject({ process_id: Count, ...ProcessEndingFields, stdout: z.string(), stderr: z.string() });

export const stopProcessTool = defineTool<z.infer<typeof Input>, z.infer<typeof Output>>({
  tool_id: 'stop_process',
  tool_name: 'Stop a background process',
  category: 'compute',
  // A process that has ended stays ended: stopping it again changes nothing.
  side_effects: 'idempotent_write',
  keywords: ['stop', 'kill', 'process', 'background'],
  priority: 27,
  timeout_ms: 30_000,
  allowed_roles: ['coder', 'analyst', 'toolsmith'],
  input: Input,
  output: Output,
  touches: ['programs'],
  taint: 'user_trusted_bounded',
  intentions: () => [],
  async perform({ process_id }, { background }) {
    const result = await background.kill(process_id);
    return { process_id, ...toldEnding(result), stdout: capturedText(result.stdout), stderr: capturedText(result.stderr) };
  },
  show: ({ process_id, ...output }) => `Process ${process_id} has ended.\n${showOutputs(output)}`,
});
