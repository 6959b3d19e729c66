import { InvalidArgumentError, Option, type Command } from 'commander';
import type { ExitCode } from '../exit-codes.ts';
import type { Surface } from '../surface.ts';
import type { ScheduleAddOptions, ScheduleOptions, WorkOptions } from './schedule.ts';

const SCHEDULE_HELP = `
A scheduled task is run with nobody there: what needs a yes is denied. Each time is one run, found under keelson runs. Times
that passed while nobody worked are made up for once. Somebody has to work: keelson serve does it beside its page, or keelson
schedule work, in a terminal or as a service. No two processes ever do the same time.

Examples:
  keelson schedule add "0 7 * * 1-5" "say what changed since yesterday and write it to news.md"
  keelson schedule list
  keelson schedule work
`;

const jsonOption = (): Option => new Option('--json', 'print one line of JSON instead of text');

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0 || text.trim() === '') throw new InvalidArgumentError('Expected a number above 0.');
  return value;
}

/** The commands for what is done again and again. */
export function addScheduleCommands(program: Command, surface: Surface, onEnd: (exitCode: ExitCode) => void): void {
  const schedule = program.command('schedule').description('have tasks done again and again, by the calendar').addHelpText('after', SCHEDULE_HELP).helpCommand(false);
  const load = () => import('./schedule.ts');
  schedule
    .command('add')
    .description('have a task done at these times')
    .argument('<cron>', 'minute, hour, day of the month, month, day of the week')
    .argument('<task...>', 'the task in plain words')
    .option('--workspace <folder>', 'work there instead of in this folder')
    .option('--time-zone <zone>', 'such as Europe/Berlin; that of this machine when left out')
    .option('--max-tokens <count>', 'of each run', positive)
    .option('--max-cost <dollars>', 'of each run', positive)
    .addOption(jsonOption())
    .action(async (cron: string, words: string[], options: ScheduleAddOptions) => onEnd(await (await load()).addSchedule(surface, cron, words, options)));
  schedule
    .command('list')
    .description('what is scheduled, and when it is due next')
    .addOption(jsonOption())
    .action(async (options: ScheduleOptions) => onEnd(await (await load()).listSchedules(surface, options)));
  schedule
    .command('show')
    .description('one schedule with what came of it last')
    .argument('<schedule>', 'its id or the end of it')
    .addOption(jsonOption())
    .action(async (name: string, options: ScheduleOptions) => onEnd(await (await load()).showSchedule(surface, name, options)));
  for (const [verb, state, description] of [['pause', 'paused', 'leave its times out until it is resumed'], ['resume', 'active', 'go on with it'], ['remove', 'removed', 'take it away for good']] as const) {
    schedule
      .command(verb)
      .description(description)
      .argument('<schedule>', 'its id or the end of it')
      .addOption(jsonOption())
      .action(async (name: string, options: ScheduleOptions) => onEnd(await (await load()).changeSchedule(surface, name, state, options)));
  }
  schedule
    .command('work')
    .description('do what falls due, until it is interrupted')
    .option('--once', 'do what is due now, and end')
    .addOption(jsonOption())
    .action(async (options: WorkOptions) => onEnd(await (await load()).workSchedules(surface, options)));
}
