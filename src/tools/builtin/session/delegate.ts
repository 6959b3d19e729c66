import { z } from 'zod';
import { NonEmptyText, RunId, ToolId, type ChildResult } from '../../../contracts/index.ts';
import { KeelsonError } from '../../../kernel/index.ts';
import { defineTool } from '../../registry/define-tool.ts';

const TASK_CHARS_MAX = 20_000;
const DEADLINE_MINUTES_DEFAULT = 60;
/** A week: a child may wait for a person over a weekend, and no work that nobody looks at is worth more. */
const DEADLINE_MINUTES_MAX = 7 * 24 * 60;
const BUDGET_PERCENT_DEFAULT = 40;
/** The one who hands work over needs something to read the result with. */
const BUDGET_PERCENT_MAX = 80;
/** The deadline of the child ends it; this only ends a call that nobody ends, and so comes after the latest deadline. */
const TIME_MS = (DEADLINE_MINUTES_MAX + 60) * 60_000;

const Input = z.strictObject({
  task: z.string().trim().min(1).max(TASK_CHARS_MAX).describe('All that has to be known to do it: whoever does it sees nothing of this conversation.'),
  tools: z.array(ToolId).min(1).max(64).optional().describe('The only tools that it may use, of your own; all of yours when left out.'),
  deadline_minutes: z.int().min(1).max(DEADLINE_MINUTES_MAX).default(DEADLINE_MINUTES_DEFAULT),
  budget_percent: z.int().min(1).max(BUDGET_PERCENT_MAX).default(BUDGET_PERCENT_DEFAULT).describe('How much it may use of what is left of your budget.'),
});
type Input = z.infer<typeof Input>;

const Output = z.strictObject({ child_run_id: RunId, output: z.string(), relied_on: NonEmptyText, changed_files: z.array(z.string()) });
type Output = z.infer<typeof Output>;

/** Hands a part of the work to a run of its own. A child that does not succeed is a call that failed: nothing rests on it. */
export const delegateTool = defineTool<Input, Output>({
  tool_id: 'delegate',
  tool_name: 'Hand a part of the work that stands on its own to another run, and wait for its checked result',
  category: 'compute',
  // The same call has the same child, however often it is made again after a restart.
  side_effects: 'idempotent_write',
  keywords: [],
  priority: 3,
  timeout_ms: TIME_MS,
  approval_required: true,
  allowed_roles: ['coder', 'research', 'analyst', 'librarian'],
  input: Input,
  output: Output,
  touches: ['workspace_write'],
  // The class of what the child read comes on top.
  taint: 'user_trusted_bounded',
  intentions: () => [],
  async perform({ task, tools, deadline_minutes: deadlineMinutes, budget_percent: budgetPercent }, { delegate, caller }) {
    const result = await delegate({ task, deadlineMinutes, budgetPercent, ...(tools !== undefined && { tools }) });
    if (result.reason !== 'success') throw childFailed(caller.runId, result);
    return { child_run_id: result.child_run_id, output: result.output, relied_on: reliedOn(result), changed_files: result.changes.map(({ path }) => path) };
  },
  show: ({ child_run_id: id, output, relied_on: relied, changed_files: files }) => [output, `[${id}: ${relied}${files.length === 0 ? '' : ` It changed ${files.join(', ')}.`}]`].join('\n'),
});

/** How far the result of a child may be relied on, in its own terms. */
function reliedOn({ is_whole: isWhole, unmet_criteria: unmet, taint_class: taint }: ChildResult): string {
  const open = unmet.length === 0 ? 'It met all its own criteria, as its record shows; whether they are yours is for you to check.' : `It met what it was required to, and not: ${unmet.map(({ criterion }) => criterion).join('; ')}.`;
  return `${open} What it says rests on words of the class ${taint}.${isWhole ? '' : ' This is only the beginning of what it handed over.'}`;
}

function childFailed(runId: RunId, { child_run_id: childId, reason, details, output }: ChildResult): KeelsonError<'run.child_failed'> {
  // A child that came to nothing hands over the words of its end, which are told already.
  const reached = details.includes(output) || output.includes(details) ? '' : ` What it had reached, which nothing may rest on: ${output}`;
  return new KeelsonError('run.child_failed', {
    message: `${childId} ended as ${reason}: ${details}${reached}`,
    nextStep: 'Do it yourself or in another way, or end with what is open; what the child did not reach is not done.',
    data: { run_id: runId, child_run_id: childId, reason },
  });
}
