import { z } from 'zod';
import { defineTool } from '../../registry/define-tool.ts';
import { ANSWER_TIME_MS, OPTION_CHARS_MAX, OPTIONS_MAX, QUESTION_CHARS_MAX } from './limits.ts';

const Input = z.strictObject({
  question: z.string().trim().min(1).max(QUESTION_CHARS_MAX),
  options: z
    .array(z.string().trim().min(1).max(OPTION_CHARS_MAX))
    .max(OPTIONS_MAX)
    .refine((options) => new Set(options).size === options.length, 'each option once')
    .default([])
    .describe('Answers to choose from; the person may give another.'),
});

const Output = z.strictObject({ answer: z.string(), is_option: z.boolean() });

export const askUserTool = defineTool<z.infer<typeof Input>, z.infer<typeof Output>>({
  tool_id: 'ask_user',
  tool_name: 'Ask the person a question',
  category: 'validation',
  side_effects: 'read_only',
  keywords: [],
  priority: 5,
  timeout_ms: ANSWER_TIME_MS,
  allowed_roles: ['librarian', 'research', 'coder', 'critic', 'analyst', 'vision', 'update', 'toolsmith'],
  input: Input,
  output: Output,
  touches: ['person'],
  // Only what the person typed comes back, so it may be followed as theirs.
  taint: 'owner_typed',
  intentions: ({ question }) => [{ kind: 'person', question }],
  async perform({ question, options }, { ask }) {
    const answer = await ask({ question, options });
    return { answer, is_option: options.includes(answer) };
  },
  show: ({ answer }) => (answer === '' ? 'The person gave an empty answer.' : answer),
});
