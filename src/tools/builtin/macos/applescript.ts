import { z } from 'zod';
import { defineTool } from '../../registry/define-tool.ts';
import type { ProgramIntention, ToolPlace } from '../../registry/tool.ts';
import { ScriptOutput, scriptOutput, showScript } from '../scripts/script-contract.ts';
import { macProgram } from './mac-program.ts';

const SCRIPT_BYTES_MAX = 100_000;
const TIME_MS = 120_000;

const Input = z.strictObject({
  script: z
    .string()
    .min(1)
    .refine((script) => Buffer.byteLength(script) <= SCRIPT_BYTES_MAX && !script.includes('\0'), `at most ${SCRIPT_BYTES_MAX} bytes, none of them zero`),
});
type Input = z.infer<typeof Input>;

const program = ({ script }: Input, { workspace }: ToolPlace): ProgramIntention => ({ argv: ['osascript', '-e', script], currentFolder: workspace, environment: {} });

/**
 * Controls other applications of a Mac. Whatever it says is done in the person's name, so it needs their yes each time.
 * It was never run where it was written: only its words and when it is offered are tested.
 */
export const applescriptTool = defineTool<Input, ScriptOutput>({
  tool_id: 'applescript',
  tool_name: 'Control a Mac application',
  category: 'compute',
  side_effects: 'destructive',
  handles_patterns: ['\\bapplescript\\b'],
  keywords: ['applescript', 'mail', 'calendar', 'reminders', 'music'],
  priority: 60,
  timeout_ms: TIME_MS,
  approval_required: true,
  allowed_roles: ['coder', 'analyst', 'librarian', 'toolsmith'],
  input: Input,
  output: ScriptOutput,
  touches: ['other_apps', 'programs'],
  taint: 'external_untrusted',
  availability: (hands) => macProgram('osascript', hands),
  intentions: (input, place) => [{ kind: 'program', ...program(input, place) }],
  perform: async (input, hands) => scriptOutput(await hands.run(program(input, hands.place))),
  show: showScript,
});
