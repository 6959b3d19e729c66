import { Command, CommanderError, Option } from 'commander';
import { addLedgerCommands } from './commands/ledger.ts';
import type { RequirementsOptions } from './commands/requirements.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import type { Surface } from './surface.ts';

/** The names of `RequirementSource`, written out so that help need not load the contracts; a test compares them. */
export const SOURCES = ['MH4', 'ACI', 'ELN', 'MAH', 'ART', 'ROLES', 'KEELSON'];

const EXAMPLES = `
Examples:
  keelson doctor                     what this machine offers, and what is missing
  keelson doctor --json | jq .       the same for a program
  keelson requirements --source ELN    what Keelson promises, and which promises are kept
  echo '{"id":"1","input":"mail ada@example.com"}' | keelson check text
  keelson ledger verify              whether the record of everything is whole

Exit codes: 0 done · 1 the answer is no · 2 not understood · 70 a defect · 74 cannot write · 130 interrupted
`;

const CHECK_TEXT_HELP = `
Each line in is {"id","input"}, blank ones are passed over; each line out is {"id","spans":[{"start","end","type"}],"redacted"}, in the same
order. Offsets count UTF-16 units. A line that cannot be read is answered with {"line","error"} and exit code 1.

Example:
  echo '{"id":"1","input":"mail ada@example.com"}' | keelson check text
  {"id":"1","spans":[{"start":5,"end":20,"type":"EMAIL"}],"redacted":"mail [EMAIL_1]"}
`;

/**
 * Runs one command line to its exit code. Throws only on defects. Each command is loaded when it
 * is called, so that `--help` and mistyped commands answer at once.
 */
export async function runCli(argv: readonly string[], version: string, surface: Surface): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  // Writes are collected and awaited, so that nothing is lost when the process ends.
  const pending: Promise<void>[] = [];
  const json = new Option('--json', 'print one line of JSON instead of text');
  const program = new Command('keelson')
    .description('An agent harness you can hold to account.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'say what can be done and how')
    .helpCommand('help [command]', 'say what a command does')
    .addHelpText('after', EXAMPLES)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void pending.push(surface.terminal.writeOut(text)),
      writeErr: (text) => void pending.push(surface.terminal.writeError(text)),
      getOutHelpWidth: () => surface.terminal.columns,
    });

  program
    .command('doctor')
    .description('look at this machine: what Keelson can use, what is missing, and how to get it')
    .addOption(json)
    .action(async (options: { json?: boolean }) => {
      const { doctor } = await import('./commands/doctor.ts');
      exitCode = await doctor(surface, options);
    });

  program
    .command('requirements')
    .description('list what Keelson promises and which promises are kept')
    .addOption(new Option('--source <name>', 'only those of one source').choices(SOURCES))
    .addOption(new Option('--status <status>', 'only those done or planned').choices(['done', 'planned']))
    .option('--list', 'print every requirement, not only the counts')
    .addOption(json)
    .action(async (options: RequirementsOptions) => {
      const { requirements } = await import('./commands/requirements.ts');
      exitCode = await requirements(surface, options);
    });

  const check = program.command('check').description('try a policy on your own examples before you trust it').helpCommand(false);
  check
    .command('text')
    .description('find secrets and personal data in lines of text on standard input, and print them masked')
    .addHelpText('after', CHECK_TEXT_HELP)
    .option('--json', 'accepted for the sake of scripts: the answers are JSON already')
    .action(async () => {
      const { checkTextLines } = await import('./commands/check-text.ts');
      exitCode = await checkTextLines(surface);
    });

  addLedgerCommands(program, surface, (ended) => void (exitCode = ended));

  try {
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
  await Promise.all(pending);
  return exitCode;
}
