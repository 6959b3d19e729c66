import { InvalidArgumentError, Option, type Command } from 'commander';
import type { ExitCode } from '../exit-codes.ts';
import type { Surface } from '../surface.ts';
import { MODES } from './approval-names.ts';
import type { BudgetOptions } from './budget.ts';
import type { ChatOptions } from './chat.ts';
import type { ReplayOptions } from './replay.ts';
import type { RunOptions } from './run.ts';
import type { RunsOptions } from './runs.ts';
import type { ShowOptions } from './show.ts';
import type { ResumeOptions } from './resume.ts';

/** The names of `TerminationReason`, `RunStanding` and the engines, written out so that help need not load the contracts; a test compares them. */
export const REASONS = ['success', 'approval_denied', 'policy_violation', 'retries_exhausted', 'timeout', 'insufficient_evidence', 'conflicting_agents', 'user_cancelled', 'budget_exhausted', 'blocked', 'catastrophic_error', 'context_budget_exceeded'];
export const STANDINGS = ['running', 'waiting', 'interrupted', 'ended'];
export const ENGINES = ['offline', 'model'];
export const ON_LIMIT = ['end', 'ask'];
export const REPLAY_MODES = ['audit_reconstruction', 'simulation_from_recorded_outputs', 'deterministic_reexecution', 'best_effort_rerun'];
const RERUN_MODELS = ['same_model_if_available', 'current_equivalent_model'];

const RUN_HELP = `
It says how it understood the task, shows the plan with its criteria and how each will be checked, works, checks every
step, and ends with the result, what was found of each criterion, what it cost and what to do next. What needs your yes is
asked right here, and what you type otherwise reaches it before its next step. Other terminals can do the same: keelson
approve, answer, steer and cancel. Ctrl-C stops it and says what it had done. With --unattended nobody is asked: what needs
a yes is denied. Without a model, or with --engine offline, only what tools can do is done, and the result says so.

The result goes to standard output, everything else to standard error. With --json each event is one line, and the last
line is the report with the record of why it ended: {"type":"run.report",…}.

Exit codes: 0 success · 10 approval_denied · 11 policy_violation · 12 retries_exhausted · 13 timeout
  14 insufficient_evidence · 15 conflicting_agents · 16 budget_exhausted · 17 blocked · 18 context_budget_exceeded
  19 catastrophic_error · 130 user_cancelled

Examples:
  keelson run "find out why the tests fail, and mend it"
  keelson run --mode workspace_session "rename the module kernel to core"
  keelson run --max-cost 0.50 --max-minutes 10 "summarise the reports in docs/ as a table"
  keelson run --unattended --json "count the TODOs" > events.jsonl
`;

const CHAT_HELP = `
Each line is a task. What was asked before and what came of it, the last five times, is known to it. Questions are asked
here, and what you type while it works reaches it. /history, /new, /help and /exit stand alone on a line.
`;

const BUDGET_HELP = `
Without a run: the limits of your day and of everything that runs here. With one: its own limits too, each with what is
used, what is set aside, what is left, and whose word the limit is. With name=amount: a limit of the run is raised, never
lowered, and the run goes on under the new one; one that waits for it goes on now, or with keelson resume. A name without an
amount takes note of a warning. Names: cloud_calls, tokens, duration (seconds), tools, retrieval, parallel, cost (dollars).

Examples:
  keelson budget
  keelson budget last
  keelson budget last tokens=800000 --reason "the files are large"
  keelson budget 4F2K9Q cost=8
`;

const REPLAY_HELP = `
simulation_from_recorded_outputs goes through the run with the answers that it recorded, in memory, and holds every event
against the run's own. audit_reconstruction checks the log and tells how the run went. Neither asks a model, starts a
program or touches a file. deterministic_reexecution does again what reads and changes files, in a copy of the folder as it
was before the run, and is refused for a run with a step that may come out otherwise each time. best_effort_rerun asks the
models again, which costs what asking costs, changes nothing, and compares how the criteria are judged. Exits with 1 when
something came out otherwise. --export writes what a replay needs, with secrets and personal data taken out.

Examples:
  keelson replay last
  keelson replay 4F2K9Q --mode audit_reconstruction
  keelson replay last --preview --json
  keelson replay last --mode best_effort_rerun --models current_equivalent_model
  keelson replay last --export bundle.json
`;

const modeOption = (): Option => new Option('--mode <mode>', 'what is let through without asking: nothing, what stays in this folder and can be taken back, or also what brings something in, such as packages').choices(MODES);
const engineOption = (): Option => new Option('--engine <engine>', 'with models, or only with what needs none').choices(ENGINES);
const onLimitOption = (): Option => new Option('--on-limit <what>', 'end when a limit is reached, or ask whether to raise it (asked at a terminal)').choices(ON_LIMIT);
const jsonOption = (): Option => new Option('--json', 'print one line of JSON instead of text');

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0 || text.trim() === '') throw new InvalidArgumentError('Expected a number above 0.');
  return value;
}

function wholePositive(text: string): number {
  const value = positive(text);
  if (!Number.isInteger(value)) throw new InvalidArgumentError('Expected a whole number above 0.');
  return value;
}

/** The commands with which work is given, looked at and gone on with. */
export function addRunCommands(program: Command, surface: Surface, onEnd: (exitCode: ExitCode) => void): void {
  program
    .command('run')
    .description('have a task worked on in this folder, checked, and handed back with its evidence')
    .argument('<task...>', 'the task in plain words')
    .addOption(modeOption())
    .option('--unattended', 'ask nobody: what needs a yes is denied')
    .option('--workspace <folder>', 'work there instead of in this folder')
    .addOption(engineOption())
    .option('--max-tokens <count>', 'stop before more tokens than these are used', wholePositive)
    .option('--max-cost <dollars>', 'stop before more money than this is spent', positive)
    .option('--max-minutes <minutes>', 'stop after so much working time; waiting for you does not count', positive)
    .option('--max-tool-calls <count>', 'stop before more calls of tools than these', wholePositive)
    .addOption(onLimitOption())
    .option('--session <conversation>', 'the conversation it belongs to: its id, the end of it, last, or new')
    .option('--save-as <file>', 'also write the result there when it is a success; you are asked first')
    .option('--key <key>', 'go on with what was started under this key')
    .option('--quiet', 'print the result alone')
    .addOption(new Option('--json', 'print each event as one line of JSON, and the report last'))
    .addHelpText('after', RUN_HELP)
    .action(async (words: string[], options: RunOptions) => {
      const { run } = await import('./run.ts');
      onEnd(await run(surface, words, options));
    });
  program
    .command('chat')
    .description('hold a conversation: each line is a task that knows what was said before')
    .option('--session <conversation>', 'go on with this one: its id or the end of it')
    .addOption(new Option('--last', 'go on with the last one').conflicts('session'))
    .addOption(modeOption())
    .addOption(engineOption())
    .option('--workspace <folder>', 'work there instead of in this folder')
    .addHelpText('after', CHAT_HELP)
    .action(async (options: ChatOptions) => {
      const { chat } = await import('./chat.ts');
      onEnd(await chat(surface, options));
    });
  addLooking(program, surface, onEnd);
}

function addLooking(program: Command, surface: Surface, onEnd: (exitCode: ExitCode) => void): void {
  program
    .command('runs')
    .description('list the runs, the latest first, and how many ended for which reason')
    .addOption(new Option('--reason <reason>', 'only those that ended so').choices(REASONS))
    .addOption(new Option('--standing <standing>', 'only those that stand so').choices(STANDINGS))
    .option('--limit <count>', 'at most so many', wholePositive)
    .addOption(jsonOption())
    .action(async (options: RunsOptions) => {
      const { listRuns } = await import('./runs.ts');
      onEnd(await listRuns(surface, options));
    });
  program
    .command('show')
    .description('show one run: the plan, the result, each criterion with its evidence, what it cost')
    .argument('<run>', 'its id, the end of it, or last')
    .option('--events', 'its events in order instead')
    .addOption(jsonOption())
    .action(async (run: string, options: ShowOptions) => {
      const { show } = await import('./show.ts');
      onEnd(await show(surface, run, options));
    });
  program
    .command('resume')
    .description('go on with a run that was cut off; what was done is not done again')
    .argument('<run>', 'its id, the end of it, or last')
    .option('--unattended', 'ask nobody: what needs a yes is denied')
    .option('--quiet', 'print the result alone')
    .addOption(onLimitOption())
    .option('--accept-versions <why>', 'go on under what there is now, where what it was started under is gone')
    .addOption(new Option('--json', 'print each event as one line of JSON, and the report last'))
    .action(async (run: string, options: ResumeOptions) => {
      const { resume } = await import('./resume.ts');
      onEnd(await resume(surface, run, options));
    });
  program
    .command('replay')
    .description('go through a run once more from what it recorded, and say what comes out otherwise')
    .argument('<run>', 'its id, the end of it, or last')
    .addOption(new Option('--mode <mode>', 'how').choices(REPLAY_MODES).default('simulation_from_recorded_outputs'))
    .option('--preview', 'say what it would do, and which steps nobody can repeat')
    .option('--export <file>', 'write what a replay of it needs to a new file, redacted, and replay nothing')
    .addOption(new Option('--models <which>', 'of a rerun: which models are asked again').choices(RERUN_MODELS).default('same_model_if_available'))
    .option('--allow-queries', 'of a rerun: let tools that only read be called again, on a copy of the folder')
    .addOption(jsonOption())
    .addHelpText('after', REPLAY_HELP)
    .action(async (run: string, options: ReplayOptions) => {
      const { replay } = await import('./replay.ts');
      onEnd(await replay(surface, run, options));
    });
  program
    .command('budget')
    .description('show the limits and how far each is used; raise one of a run, or take note of a warning')
    .argument('[run]', 'its id, the end of it, or last')
    .argument('[limit]', 'such as tokens=800000')
    .option('--reason <text>', 'why, for the record')
    .addOption(jsonOption())
    .addHelpText('after', BUDGET_HELP)
    .action(async (run: string | undefined, limit: string | undefined, options: BudgetOptions) => {
      const { budget, showBudget } = await import('./budget.ts');
      onEnd(run === undefined || limit === undefined ? await showBudget(surface, run, options) : await budget(surface, run, limit, options));
    });
}
