import { InvalidArgumentError, Option, type Command } from 'commander';
import type { KeyScope } from '../../contracts/index.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Surface } from '../surface.ts';
import type { KeyCreateOptions, KeyRevokeOptions, KeysOptions } from './keys.ts';

const KEY_HELP = `
A key lets somebody else ask a server that \`keelson serve\` started. Scopes: read (runs, artifacts, events), run (start, steer,
cancel work, in any folder of this machine), approve (answer what work waits for), models (ask configured models directly).
No key makes keys, reads the audit or changes settings: that takes the token of this installation.

Examples:
  keelson key create dashboard --scope read
  keelson key create ci --scope read --scope run --days 30
  keelson key revoke key_01JFGWZ0000000000000000001 --reason "the machine is gone"
`;

const jsonOption = (): Option => new Option('--json', 'print one line of JSON instead of text');
const tenantOption = (): Option => new Option('--tenant <name>', 'whose keys, when there are several');

const SCOPES = ['read', 'run', 'approve', 'models'] as const satisfies readonly KeyScope[];

function days(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('Expected a number of days.');
  return count;
}

/** The commands for those who ask beside the owner. */
export function addKeyCommands(program: Command, surface: Surface, onEnd: (exitCode: ExitCode) => void): void {
  const load = () => import('./keys.ts');
  program
    .command('keys')
    .description('list the keys that others ask this installation with, and what each allows')
    .addOption(tenantOption())
    .addOption(jsonOption())
    .action(async (options: KeysOptions) => onEnd(await (await load()).listKeys(surface, options)));
  const key = program.command('key').description('give somebody a key to ask this installation with, or take it back').addHelpText('after', KEY_HELP).helpCommand(false);
  key
    .command('create')
    .description('make a key; what its holder sends is shown once')
    .argument('<name>', 'who or what it is for')
    .addOption(new Option('--scope <scope...>', 'what it allows').choices(SCOPES).makeOptionMandatory())
    .option('--days <days>', 'how long it holds', days)
    .option('--no-days', 'it holds until it is revoked')
    .addOption(tenantOption())
    .addOption(jsonOption())
    .action(async (name: string, { days: given, ...options }: Omit<KeyCreateOptions, 'days'> & { readonly days?: number | boolean }) => onEnd(await (await load()).createKey(surface, name, { ...options, ...(given !== undefined && given !== true && { days: given }) })));
  key
    .command('revoke')
    .description('end a key at once')
    .argument('<key>', 'its id, as `keelson keys` shows it')
    .addOption(new Option('--reason <why>', 'kept with the change').makeOptionMandatory())
    .addOption(tenantOption())
    .addOption(jsonOption())
    .action(async (id: string, options: KeyRevokeOptions) => onEnd(await (await load()).revokeKey(surface, id, options)));
}
