import { InvalidArgumentError, Option, type Command } from 'commander';
import type { ExitCode } from '../exit-codes.ts';
import type { Surface } from '../surface.ts';
import type { LedgerAcceptLossOptions } from './ledger-accept-loss.ts';
import type { LedgerEventsOptions } from './ledger-events.ts';
import type { LedgerRestoreOptions } from './ledger-restore.ts';
import type { LedgerOptions } from './ledger-shown.ts';
import type { LedgerVerifyOptions } from './ledger-verify.ts';

const LEDGER_HELP = `
The ledger of a tenant is tenants/NAME/ledger.db in KEELSON_HOME, or in ~/.keelson. Only restore and accept-loss change
what is recorded; both show it first and ask. verify, stats and events also work where you may read and not write.
`;

const REBUILD_HELP = `
Documents are the current state that is folded from the events of the log. The log is verified first and never changed.
While a projection is being folded its documents are not handed out, and events that settle one are refused. Ctrl-C stops
it: what is folded is kept, and the next rebuild, or the next Keelson that works with the ledger, goes on from there.

Examples:
  keelson ledger rebuild
  keelson ledger rebuild counter
`;

const RESTORE_HELP = `
What was erased after the backup was made is erased again. A backup of another log than the present one is refused
unless --other-log says that it is meant.
`;

const EVENTS_HELP = `
One line for each event: position, time, stream#number, type, actor. With --json each line is the entry as JSON; a payload
that is left out was not asked for, one that is null was erased. The stream activity:stream is everything that runs did or
asked for which a person may want to see, each with what it means.

Examples:
  keelson ledger events --limit 20
  keelson ledger events --stream run/run_01JFGWZ0000000000000000001 --payload
  keelson ledger events --stream activity:stream --follow
  keelson ledger events --follow --json | jq .event.type
`;

/** What the contracts use when no tenant is named, written out so that help need not load them; a test compares them. */
export const TENANT_IF_NONE_NAMED = 'default';

/** Adds `ledger` and what stands below it. Each command is loaded when it is called. */
export function addLedgerCommands(program: Command, surface: Surface, end: (exitCode: ExitCode) => void): void {
  const ledger = program
    .command('ledger')
    .description('look after the record of everything: verify, count, list, fold again, back up, restore')
    .addHelpText('after', LEDGER_HELP)
    .helpCommand('help [command]', 'say what a command does');
  const about = (command: Command): Command =>
    command
      .addOption(new Option('--tenant <name>', 'whose ledger').default(TENANT_IF_NONE_NAMED))
      .addOption(new Option('--json', 'print JSON instead of text'));

  about(ledger.command('verify').description('check every entry, document and blob against each other; exit code 1 when something does not fit'))
    .option('--file <file>', 'check a backup instead; it is not touched')
    .action(async (options: LedgerVerifyOptions) => {
      const { verifyLedger } = await import('./ledger-verify.ts');
      end(await verifyLedger(surface, options));
    });

  about(ledger.command('stats').description('count what is there: events by type and stream kind, sizes, times, projections')).action(
    async (options: LedgerOptions) => {
      const { showLedgerStats } = await import('./ledger-stats.ts');
      end(await showLedgerStats(surface, options));
    },
  );

  about(ledger.command('events').description('list events in the order in which they were recorded'))
    .option('--stream <kind/id>', 'only those of one stream')
    .option('--type <type>', 'only those of one type, such as run.started')
    .option('--after <number>', 'begin after this position (with --stream: after this number in the stream)', wholeNumberFrom(0))
    .option('--limit <number>', 'stop after this many', wholeNumberFrom(1))
    .option('--follow', 'go on with what is recorded from now on, until Ctrl-C')
    .addOption(new Option('--payload', 'show what each event says, with secrets and personal data masked').conflicts('raw'))
    .option('--raw', 'show what each event says exactly as it is stored')
    .addHelpText('after', EVENTS_HELP)
    .action(async (options: LedgerEventsOptions) => {
      const { listLedgerEvents } = await import('./ledger-events.ts');
      end(await listLedgerEvents(surface, options));
    });

  about(ledger.command('rebuild').description('fold documents anew from the log, when verify says that they do not agree with it').argument('[name]', 'only those of this projection; stats lists them'))
    .addHelpText('after', REBUILD_HELP)
    .action(async (name: string | undefined, options: LedgerOptions) => {
      const { rebuildLedger } = await import('./ledger-rebuild.ts');
      end(await rebuildLedger(surface, name, options));
    });

  about(ledger.command('backup').description('write a whole copy to a file that does not exist yet, and verify it').argument('<file>', 'where to write it')).action(
    async (file: string, options: LedgerOptions) => {
      const { backUpLedger } = await import('./ledger-backup.ts');
      end(await backUpLedger(surface, file, options));
    },
  );

  about(ledger.command('restore').description('put a backup in the place of the ledger; what was there is kept aside').argument('<file>', 'a backup'))
    .option('--yes', 'do it without being asked')
    .option('--other-log', 'also when the backup is of another log than the one that is there')
    .addHelpText('after', RESTORE_HELP)
    .action(async (file: string, options: LedgerRestoreOptions) => {
      const { restoreLedger } = await import('./ledger-restore.ts');
      end(await restoreLedger(surface, file, options));
    });

  about(ledger.command('accept-loss').description('go on with a ledger that has lost its end, when there is no backup to restore; says what is lost'))
    .option('--yes', 'do it without being asked')
    .action(async (options: LedgerAcceptLossOptions) => {
      const { acceptLedgerLoss } = await import('./ledger-accept-loss.ts');
      end(await acceptLedgerLoss(surface, options));
    });
}

function wholeNumberFrom(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    const isFit = Number.isSafeInteger(value) && value >= least && text.trim() !== '';
    if (!isFit) throw new InvalidArgumentError(`Expected a whole number from ${least} to ${Number.MAX_SAFE_INTEGER}.`);
    return value;
  };
}
