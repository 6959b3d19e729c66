import { InvalidArgumentError, Option, type Command } from 'commander';
import type { ExitCode } from '../exit-codes.ts';
import type { Surface } from '../surface.ts';
import type { AuditBeginAgainOptions, AuditReportsOptions, AuditVerifyOptions } from './audit.ts';
import { TENANT_IF_NONE_NAMED } from './ledger.ts';
import type { LedgerOptions } from './ledger-shown.ts';

const AUDIT_HELP = `
The auditor watches the record of everything and answers to you alone: no role and no model can read it, change it or keep
it quiet. It keeps one line for each event in audit/NAME in KEELSON_HOME, or in ~/.keelson, with a chain of hashes of its own.
A report tells of everything since the one before, and is kept. Ends with 1 when there is anything that you should see to.

Examples:
  keelson audit                      what was seen since the last report
  keelson audit --json | jq .report.anomalies
  keelson audit verify               whether log, audit and reports still agree
  keelson audit verify --expect 1204:3fa9…   the same, held to a mark that you noted down elsewhere
`;

const BEGIN_AGAIN_HELP = `
After a restore, or a loss that you accepted, the log is no longer what was audited, and the auditor stops rather than go on
as if nothing were. The audit of before is kept aside, whole; the new one follows on from its last hash.
`;

/** Adds `audit` and what stands below it. Each command is loaded when it is called. */
export function addAuditCommands(program: Command, surface: Surface, end: (exitCode: ExitCode) => void): void {
  const tenant = (): Option => new Option('--tenant <name>', 'whose audit').default(TENANT_IF_NONE_NAMED);
  const json = (): Option => new Option('--json', 'print JSON instead of text');
  const audit = program
    .command('audit')
    .description('hear what the auditor has seen since its last report: corrections, drift, broken rules')
    .addOption(tenant())
    .addOption(json())
    .addHelpText('after', AUDIT_HELP)
    .helpCommand('help [command]', 'say what a command does')
    .action(async (options: LedgerOptions) => {
      const { showAudit } = await import('./audit.ts');
      end(await showAudit(surface, options));
    });
  // What is typed behind the name of a command is also an option of the one above it: there it is taken from both.
  const below = <Options extends object>(run: (options: LedgerOptions & Options, argument: string | undefined) => Promise<ExitCode>) =>
    async (...given: unknown[]): Promise<void> => {
      const command = given.at(-1) as Command;
      const argument = given.length > 2 ? (given[0] as string | undefined) : undefined;
      end(await run(command.optsWithGlobals<LedgerOptions & Options>(), argument));
    };

  audit
    .command('reports')
    .description('list the reports that were made, the latest first, or show one')
    .argument('[number]', 'the report to show', wholeNumber)
    .option('--limit <number>', 'list so many', wholeNumber)
    .action(below<AuditReportsOptions>(async (options, number) => (await import('./audit.ts')).listReports(surface, { ...options, ...(number !== undefined && { number: Number(number) }) })));

  audit
    .command('verify')
    .description('compare log, audit and reports with each other; exit code 1 when something does not fit')
    .option('--expect <mark>', 'also hold the audit to a mark that it printed before')
    .action(below<AuditVerifyOptions>(async (options) => (await import('./audit.ts')).verifyAudit(surface, options)));

  audit
    .command('begin-again')
    .description('keep an audit aside that no longer fits the log, and begin a new one')
    .requiredOption('--reason <text>', 'why; it is kept')
    .option('--yes', 'do it without being asked')
    .addHelpText('after', BEGIN_AGAIN_HELP)
    .action(below<AuditBeginAgainOptions>(async (options) => (await import('./audit.ts')).beginAuditAgain(surface, options)));
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1 || text.trim() === '') throw new InvalidArgumentError('Expected a whole number from 1 on.');
  return value;
}
