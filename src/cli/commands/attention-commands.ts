import { Option, type Command } from 'commander';
import type { ExitCode } from '../exit-codes.ts';
import type { Surface } from '../surface.ts';
import { REMEMBER_SCOPES } from './approval-names.ts';
import type { AnswerOptions, SkipOptions } from './answer.ts';
import type { EditOptions } from './approve-edit.ts';
import type { ApproveOptions, DenyOptions } from './approve.ts';
import type { AttentionOptions } from './attention.ts';
import type { CancelOptions } from './cancel.ts';
import type { SteerOptions } from './steer.ts';
import type { TrustOptions } from './trust.ts';

const ATTENTION_HELP = `
Everything that waits for you, the most urgent first, each with how long it still waits and the command that settles it.
With an id, that one whole, also after it was answered.
With --follow it goes on with what comes, until Ctrl-C; with --follow --json each call that begins to wait is one line,
a JSON-RPC notification harness/toolApprovalPending.
`;

const APPROVE_HELP = `
The whole question is shown first: what exactly would be done and where, what it touches, whether it can be taken back,
why it is asked, and where its words came from. The end of an id is enough when no other ends alike.

Examples:
  keelson approve 7QK2M
  keelson approve 7QK2M 9ZD4R --remember run
  keelson deny 7QK2M --reason "use the test database"
  keelson edit 7QK2M path=notes/today.md
`;

const jsonOption = (): Option => new Option('--json', 'print one line of JSON instead of text');

/** The commands with which a person watches over runs. */
export function addAttentionCommands(program: Command, surface: Surface, onEnd: (exitCode: ExitCode) => void): void {
  program
    .command('attention')
    .description('list everything that waits for you, with the command that settles it, or show one of it')
    .argument('[id]', 'what is to be shown whole; the end of an id is enough')
    .option('--run <run>', 'only of this run: its id, the end of it, or last')
    .option('--follow', 'go on with what comes')
    .addOption(jsonOption())
    .addHelpText('after', ATTENTION_HELP)
    .action(async (id: string | undefined, options: AttentionOptions) => {
      const { attention } = await import('./attention.ts');
      onEnd(await attention(surface, id, options));
    });
  addAnswers(program, surface, onEnd);
  addInterventions(program, surface, onEnd);
}

function addAnswers(program: Command, surface: Surface, onEnd: (exitCode: ExitCode) => void): void {
  program
    .command('approve')
    .description('say yes to what a run waits for, after you have seen it whole')
    .argument('<id...>', 'what `keelson attention` names, or the end of it')
    .addOption(new Option('--remember <scope>', 'do not ask about the same again in this run or this folder').choices(REMEMBER_SCOPES))
    .option('--yes', 'without being asked')
    .addOption(jsonOption())
    .addHelpText('after', APPROVE_HELP)
    .action(async (ids: string[], options: ApproveOptions) => {
      const { approve } = await import('./approve.ts');
      onEnd(await approve(surface, ids, options));
    });
  program
    .command('deny')
    .description('say no to what a run waits for; it is told, with your reason')
    .argument('<id...>', 'what `keelson attention` names, or the end of it')
    .option('--reason <text>', 'what the model is told')
    .addOption(jsonOption())
    .action(async (ids: string[], options: DenyOptions) => {
      const { deny } = await import('./approve.ts');
      onEnd(await deny(surface, ids, options));
    });
  program
    .command('edit')
    .description('say yes with other arguments; they are judged again before anything is done')
    .argument('<id>', 'what `keelson attention` names, or the end of it')
    .argument('[arguments...]', 'what is to be different, as name=value')
    .option('--args <json>', 'all arguments as one JSON object')
    .option('--reason <text>', 'why, for the record')
    .option('--yes', 'without being asked')
    .addOption(jsonOption())
    .action(async (id: string, words: string[], options: EditOptions) => {
      const { edit } = await import('./approve-edit.ts');
      onEnd(await edit(surface, id, words, options));
    });
  program
    .command('answer')
    .description('answer a question of a run; without an answer, show it with its options')
    .argument('<id>', 'what `keelson attention` names, or the end of it')
    .argument('[answer...]', 'an option by its number or name, or your own words')
    .addOption(jsonOption())
    .action(async (id: string, words: string[], options: AnswerOptions) => {
      const { answer } = await import('./answer.ts');
      onEnd(await answer(surface, id, words, options));
    });
  program
    .command('skip')
    .description('leave out what a run waits for; it goes on without it')
    .argument('<id>', 'what `keelson attention` names, or the end of it')
    .addOption(jsonOption())
    .action(async (id: string, options: SkipOptions) => {
      const { skip } = await import('./answer.ts');
      onEnd(await skip(surface, id, options));
    });
}

function addInterventions(program: Command, surface: Surface, onEnd: (exitCode: ExitCode) => void): void {
  program
    .command('steer')
    .description('send words to a run at work; its model hears them before its next step')
    .argument('<run>', 'its id, the end of it, or last')
    .argument('<words...>', 'what you want to say')
    .addOption(jsonOption())
    .action(async (runId: string, words: string[], options: SteerOptions) => {
      const { steer } = await import('./steer.ts');
      onEnd(await steer(surface, runId, words, options));
    });
  program
    .command('cancel')
    .description('stop a run, and say what it had done by then; nothing is taken back')
    .argument('<run>', 'its id, the end of it, or last')
    .addOption(new Option('--now', 'at once, without letting tools clean up').conflicts('afterStep'))
    .option('--after-step', 'after the step it is at')
    .addOption(jsonOption())
    .action(async (runId: string, options: CancelOptions) => {
      const { cancel } = await import('./cancel.ts');
      onEnd(await cancel(surface, runId, options));
    });
  program
    .command('trust')
    .description('say that you have read a file from elsewhere and that it is clean, or that settings which came with a repository count')
    .argument('<file>', 'the file')
    .option('--reason <text>', 'why you trust it, for the record; settings need none')
    .option('--workspace <folder>', 'the folder it belongs to, instead of this one')
    .addOption(jsonOption())
    .action(async (path: string, options: TrustOptions) => {
      const { trust } = await import('./trust.ts');
      onEnd(await trust(surface, path, options));
    });
}
