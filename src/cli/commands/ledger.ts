import { InvalidArgumentError, Option, type Command } from 'commander';
import type { ExitCode } from '../exit-codes.ts';
import type { Surface } from '../surface.ts';
import type { LedgerEventsOptions } from './ledger-events.ts';
import type { LedgerRestoreOptions } from './ledger-restore.ts';
import type { LedgerOptions } from './ledger-shown.ts';

const LEDGER_HELP = `
The ledger of a tenant is tenants/NAME/ledger.db in KEELSON_HOME, or in ~/.keelson. Only backup and restore write anything.
`;

const EVENTS_HELP = `
One line for each event: position, time, stream#number, type, actor. With --json each line is the entry as JSON; a payload
that is left out was not asked for, one that is null was erased.

Examples:
  keelson ledger events --limit 20
  keelson ledger events --stream run/run_01JFGWZ0000000000000000001 --payload
  keelson ledger events --follow --json | jq .event.type
`;

/** What the contracts use when no tenant is named, written out so that help need not load them; a test compares them. */
export const TENANT_IF_NONE_NAMED = 'default';

/** Adds `ledger` and what stands below it. Each command is loaded when it is called. */
export function addLedgerCommands(program: Command, surface: Surface, end: (exitCode: ExitCode) => void): void {
  const ledger = program
    .command('ledger')
    .description('look after the record of everything: verify, count, list, back up, restore')
    .addHelpText('after', LEDGER_HELP)
    .helpCommand(false);
  const about = (command: Command): Command =>
    command
      .addOption(new Option('--tenant <name>', 'whose ledger').default(TENANT_IF_NONE_NAMED))
      .addOption(new Option('--json', 'print JSON instead of text'));

  about(ledger.command('verify').description('check every entry, document and blob against each other; exit code 1 when something does not fit')).action(
    async (options: LedgerOptions) => {
      const { verifyLedger } = await import('./ledger-verify.ts');
      end(await verifyLedger(surface, options));
    },
  );

  about(ledger.command('stats').description('count what is there: events by type and stream kind, sizes, times, projections')).action(
    async (options: LedgerOptions) => {
      const { showLedgerStats } = await import('./ledger-stats.ts');
      end(await showLedgerStats(surface, options));
    },
  );

  about(ledger.command('events').description('list events in the order in which they were recorded'))
    .option('--stream <kind/id>', 'only those of one stream')
    .option('--type <type>', 'only those of one type, such as run.started')
    .option('--after <number>', 'begin after this position (with --stream: after this number in the stream)', wholeNumber)
    .option('--limit <number>', 'stop after this many', wholeNumber)
    .option('--follow', 'go on with what is recorded from now on, until Ctrl-C')
    .option('--payload', 'show what each event says, with secrets and personal data masked')
    .option('--raw', 'show what each event says exactly as it is stored')
    .addHelpText('after', EVENTS_HELP)
    .action(async (options: LedgerEventsOptions) => {
      const { listLedgerEvents } = await import('./ledger-events.ts');
      end(await listLedgerEvents(surface, options));
    });

  about(ledger.command('backup').description('write a whole copy to a file that does not exist yet').argument('<file>', 'where to write it')).action(
    async (file: string, options: LedgerOptions) => {
      const { backUpLedger } = await import('./ledger-backup.ts');
      end(await backUpLedger(surface, file, options));
    },
  );

  about(ledger.command('restore').description('put a backup in the place of the ledger; what was there is kept aside').argument('<file>', 'a backup'))
    .option('--yes', 'do it without being asked')
    .action(async (file: string, options: LedgerRestoreOptions) => {
      const { restoreLedger } = await import('./ledger-restore.ts');
      end(await restoreLedger(surface, file, options));
    });
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0 || text.trim() === '') throw new InvalidArgumentError('Expected a whole number.');
  return value;
}
