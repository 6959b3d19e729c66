import { InvalidArgumentError, Option, type Command } from 'commander';
import type { ExitCode } from '../exit-codes.ts';
import type { Surface } from '../surface.ts';
import type { CheckpointOptions } from './checkpoint.ts';
import type { ForkOptions } from './fork.ts';

const CHECKPOINT_HELP = `
Keeps the last place of a run at which nothing was under way: its artifacts, its plan, the policies and capabilities that held,
and the files that it changed, whatever becomes of them later. The run itself is not touched.

Examples:
  keelson checkpoint last --label "the tests pass"
  keelson checkpoints last
`;

const FORK_HELP = `
Makes a new run that goes on from a place of another, in a folder of its own that stands as it did there. Up to the place the
answers that the other run recorded are read: no model is asked and no tool is called for them. From there on it works itself.
The run and its folder are not touched. What it did up to there and nobody can take back is listed first, and needs a yes.
Without --at or --checkpoint the place is where the last plan was about to be carried out, or, of a run that has not ended,
the last one at which nothing was under way.

Examples:
  keelson fork last --dry-run
  keelson fork last --steer "use the standard library only"
  keelson fork 4F2K9Q --checkpoint 8ZQ4 --folder ../second-try
  keelson fork last --at 57 --no-start --json
`;

const jsonOption = (): Option => new Option('--json', 'print one line of JSON instead of text');

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0 || text.trim() === '') throw new InvalidArgumentError('Expected a number above 0.');
  return value;
}

/** The commands with which places of runs are kept and returned to. */
export function addForkCommands(program: Command, surface: Surface, onEnd: (exitCode: ExitCode) => void): void {
  program
    .command('checkpoint')
    .description('keep a place of a run, so that it can be returned to')
    .argument('<run>', 'its id, the end of it, or last')
    .option('--label <words>', 'what it is to be known by')
    .addOption(jsonOption())
    .addHelpText('after', CHECKPOINT_HELP)
    .action(async (run: string, options: CheckpointOptions) => {
      const { checkpoint } = await import('./checkpoint.ts');
      onEnd(await checkpoint(surface, run, options));
    });
  program
    .command('checkpoints')
    .description('list the places of a run that can be returned to')
    .argument('<run>', 'its id, the end of it, or last')
    .addOption(jsonOption())
    .action(async (run: string, options: CheckpointOptions) => {
      const { checkpoints } = await import('./checkpoint.ts');
      onEnd(await checkpoints(surface, run, options));
    });
  program
    .command('fork')
    .description('go on from a place of a run otherwise, as a new run in a folder of its own')
    .argument('<run>', 'its id, the end of it, or last')
    .addOption(new Option('--at <event>', 'an event of the run: its number, its id or the end of that').conflicts('checkpoint'))
    .option('--checkpoint <checkpoint>', 'one that was kept: its id or the end of it')
    .option('--reason <words>', 'why, for the record')
    .option('--folder <folder>', 'where the new run works; it must not be there yet')
    .option('--steer <words>', 'said to the new run before anything that it does itself')
    .option('--max-tokens <count>', 'another limit than the run had', positive)
    .option('--max-cost <dollars>', 'another limit than the run had', positive)
    .option('--max-minutes <minutes>', 'another limit than the run had', positive)
    .option('--max-tool-calls <count>', 'another limit than the run had', positive)
    .option('--dry-run', 'say what it would come to, and do nothing')
    .option('--yes', 'rest on what cannot be taken back, without being asked')
    .option('--no-start', 'make the new run and its folder, and leave it to keelson resume')
    .option('--unattended', 'ask nobody: what needs a yes is denied')
    .option('--quiet', 'print the result alone')
    .addOption(new Option('--json', 'print the fork as one line of JSON, then each event, and the report last'))
    .addHelpText('after', FORK_HELP)
    .action(async (run: string, options: ForkOptions) => {
      const { fork } = await import('./fork.ts');
      onEnd(await fork(surface, run, options));
    });
}
