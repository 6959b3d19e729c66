import { InvalidArgumentError, Option, type Command } from 'commander';
import type { ExitCode } from '../exit-codes.ts';
import type { Surface } from '../surface.ts';
import type { CalibrateChangeOptions, CalibrateOptions } from './calibrate.ts';
import type { StatsOptions } from './stats.ts';

const STATS_HELP = `
A line for each figure, a block for each day or week, the latest at the right; --json has the same for a page or a program.
Days are those of UTC. The share of successes stands with the range in which it lies in 95 of 100 cases.

Examples:
  keelson stats                      the last thirty days
  keelson stats --by week --since 2026-01-01
`;

const CALIBRATE_HELP = `
Takes the decisions of recorded runs again under other weights and thresholds of the solver, and proposes a set when it does
better on runs that it was not fitted on. It changes nothing: a person applies a set, with a reason, and takes it back the
same way. Runs keep the set that they began with.

Examples:
  keelson calibrate                  look for a better set
  keelson calibrate show             the set in force, and those that were proposed
  keelson calibrate apply 1.1.0 --reason "fewer rounds on tasks that cannot be done"
  keelson calibrate withdraw --reason "it gives up too soon"
`;

const jsonOption = (): Option => new Option('--json', 'print one line of JSON instead of text');
const reasonOption = (): Option => new Option('--reason <why>', 'kept with the change').makeOptionMandatory();

const DAY_CHARS = 'YYYY-MM-DD'.length;

function day(text: string): string {
  if (text.length !== DAY_CHARS || Number.isNaN(Date.parse(`${text}T00:00:00.000Z`))) throw new InvalidArgumentError('Expected a day such as 2026-01-31.');
  return text;
}

/** The commands for what runs came to, and for what follows from it. */
export function addFiguresCommands(program: Command, surface: Surface, onEnd: (exitCode: ExitCode) => void): void {
  program
    .command('stats')
    .description('what runs came to over time: reasons, corrections, replans, cost, tools, memory')
    .option('--since <day>', 'runs that were begun on this day or later', day)
    .addOption(new Option('--by <period>', 'a block for each').choices(['day', 'week']))
    .addOption(jsonOption())
    .addHelpText('after', STATS_HELP)
    .action(async (options: StatsOptions) => onEnd(await (await import('./stats.ts')).showStats(surface, options)));
  const load = () => import('./calibrate.ts');
  const calibrate = program
    .command('calibrate')
    .description("fit the solver's weights to recorded runs; a person applies them")
    .addOption(jsonOption())
    .addHelpText('after', CALIBRATE_HELP)
    .helpCommand(false)
    .action(async (options: CalibrateOptions) => onEnd(await (await load()).proposeCalibration(surface, options)));
  const json = (): boolean => (calibrate.opts() as CalibrateOptions).json === true;
  calibrate
    .command('show')
    .description('the set in force, and those that were proposed')
    .addOption(jsonOption())
    .action(async (options: CalibrateOptions) => onEnd(await (await load()).showCalibration(surface, { json: options.json === true || json() })));
  calibrate
    .command('apply')
    .description('have new runs begin with this set')
    .argument('<version>', 'as it was proposed, such as 1.1.0')
    .addOption(reasonOption())
    .addOption(jsonOption())
    .action(async (version: string, options: CalibrateChangeOptions) => onEnd(await (await load()).applyCalibration(surface, version, { ...options, json: options.json === true || json() })));
  calibrate
    .command('withdraw')
    .description('take the set in force back; the one of before is in force again')
    .addOption(reasonOption())
    .addOption(jsonOption())
    .action(async (options: CalibrateChangeOptions) => onEnd(await (await load()).withdrawCalibration(surface, { ...options, json: options.json === true || json() })));
}
