import { z } from 'zod';
import { defineTool } from '../../registry/define-tool.ts';
import type { ProgramIntention, ToolPlace } from '../../registry/tool.ts';
import { ScriptOutput, scriptOutput, showScript } from '../scripts/script-contract.ts';
import { macProgram } from './mac-program.ts';

const INPUT_CHARS_MAX = 1_000_000;
const TIME_MS = 120_000;

const Input = z.strictObject({
  // A name that begins with a dash would be read as an option.
  name: z.string().min(1).max(255).regex(/^[^-\0][^\0]*$/, 'expected the name of a shortcut'),
  input: z.string().max(INPUT_CHARS_MAX).optional().describe('Text that the shortcut gets as its input.'),
});
type Input = z.infer<typeof Input>;

const program = ({ name }: Input, { workspace }: ToolPlace): ProgramIntention => ({ argv: ['shortcuts', 'run', name], currentFolder: workspace, environment: {} });

/**
 * Runs a shortcut that the person made. What it does is theirs to know, so they are asked each time. It was never run
 * where it was written: only its words and when it is offered are tested.
 */
export const shortcutsTool = defineTool<Input, ScriptOutput>({
  tool_id: 'shortcuts',
  tool_name: 'Run an Apple Shortcut',
  category: 'compute',
  side_effects: 'destructive',
  handles_patterns: ['\\brun\\b.*\\bshortcut\\b'],
  keywords: ['shortcut', 'shortcuts', 'apple', 'automation'],
  priority: 55,
  timeout_ms: TIME_MS,
  approval_required: true,
  allowed_roles: ['coder', 'analyst', 'librarian', 'toolsmith'],
  input: Input,
  output: ScriptOutput,
  touches: ['other_apps', 'programs'],
  taint: 'external_untrusted',
  availability: (hands) => macProgram('shortcuts', hands),
  intentions: (input, place) => [{ kind: 'program', ...program(input, place) }],
  perform: async (input, hands) => scriptOutput(await hands.run({ ...program(input, hands.place), ...(input.input !== undefined && { input: input.input }) })),
  show: showScript,
});
