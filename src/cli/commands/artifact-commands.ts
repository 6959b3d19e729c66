import { InvalidArgumentError, Option, type Command } from 'commander';
import type { ArtifactChange } from '../../contracts/index.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Surface } from '../surface.ts';
import type { ArtifactChangeOptions, ArtifactsOptions, CollectOptions, ReportsOptions } from './artifact-life.ts';
import type { ArtifactOptions } from './artifact.ts';

/** The names of the contracts, written out so that help need not load them; a test compares them. */
export const ARTIFACT_STATUSES = ['active', 'archived', 'scheduled_deletion', 'deleted', 'protected'];
export const PROTECTIONS = ['approved', 'golden_task', 'compliance'];

const ARTIFACT_HELP = `
What a run made is kept for 180 days when it succeeded (compressed after 90), 30 when it failed, 60 when it was blocked and 7
when it was cancelled; artifacts in the configuration says otherwise. What is starred or protected stays for ever. What was so
once and is not any more is announced under keelson attention seven days before it goes.

Examples:
  keelson artifact 4F2K9Q                          opens it
  keelson artifact star 4F2K9Q
  keelson artifact note 4F2K9Q "the one for the board"
  keelson artifact protect 4F2K9Q --as compliance --why "kept for the audit of 2026"
  keelson artifact delete 4F2K9Q                   it goes with the next collection
`;

const jsonOption = (): Option => new Option('--json', 'print one line of JSON instead of text');

function wholePositive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value <= 0 || text.trim() === '') throw new InvalidArgumentError('Expected a whole number above 0.');
  return value;
}

type OnEnd = (exitCode: ExitCode) => void;

/** The commands for what runs kept, and for how long. */
export function addArtifactCommands(program: Command, surface: Surface, onEnd: OnEnd): void {
  program
    .command('artifacts')
    .description('list what runs kept: where each stands, when it goes, and what protects it')
    .option('--run <run>', 'only those of one run: its id, the end of it, or last')
    .addOption(new Option('--status <status>', 'only those that stand so').choices(ARTIFACT_STATUSES))
    .option('--limit <count>', 'at most so many', wholePositive)
    .addOption(jsonOption())
    .action(async (options: ArtifactsOptions) => {
      const { listArtifacts } = await import('./artifact-life.ts');
      onEnd(await listArtifacts(surface, options));
    });
  const artifact = program
    .command('artifact')
    .description('open what a run kept, such as its patch or its report; star, protect, archive or delete it')
    .argument('<artifact>', 'its id or the end of it, as keelson show names it')
    .addOption(jsonOption())
    .addHelpText('after', ARTIFACT_HELP)
    .helpCommand(false)
    .action(async (name: string, options: ArtifactOptions) => {
      const { showArtifact } = await import('./artifact.ts');
      onEnd(await showArtifact(surface, name, options));
    });
  addChanges(artifact, surface, onEnd);
  const gc = program
    .command('gc')
    .description('let artifacts that are past their time go, and archive those that are old')
    .option('--dry-run', 'say what would be done, and do nothing')
    .addOption(jsonOption())
    .helpCommand(false)
    .action(async (options: CollectOptions) => {
      const { collect } = await import('./artifact-life.ts');
      onEnd(await collect(surface, options));
    });
  gc.command('reports')
    .description('what the last collections came to')
    .option('--limit <count>', 'at most so many', wholePositive)
    .addOption(jsonOption())
    .action(async (_own: ReportsOptions, command: Command) => {
      const { showCollections } = await import('./artifact-life.ts');
      onEnd(await showCollections(surface, command.optsWithGlobals()));
    });
}

interface ChangeOptions extends ArtifactChangeOptions {
  readonly as?: 'approved' | 'golden_task' | 'compliance';
  readonly lift?: boolean;
}

function addChanges(artifact: Command, surface: Surface, onEnd: OnEnd): void {
  const add = (name: string, description: string, changeOf: (options: ChangeOptions, words: readonly string[]) => ArtifactChange): Command =>
    artifact
      .command(name)
      .description(description)
      .argument('<artifact>', 'its id or the end of it')
      .option('--why <words>', 'why, for the record')
      .addOption(jsonOption())
      .action(async (...given: unknown[]) => {
        const command = given.at(-1) as Command;
        const [id = '', ...words] = command.args;
        const options: ChangeOptions = command.optsWithGlobals();
        const { changeArtifact } = await import('./artifact-life.ts');
        onEnd(await changeArtifact(surface, id, changeOf(options, words), options));
      });
  add('star', 'keep it for ever', () => ({ kind: 'star' }));
  add('unstar', 'keep it only as long as the rule says', () => ({ kind: 'unstar' }));
  add('note', 'write something down with it; without words the note is taken away', (_options, words) => ({ kind: 'note', text: words.join(' ') })).argument('[words...]', 'what to write down');
  add('protect', 'keep it for ever for a reason, or take that reason away', ({ as = 'approved', lift }) => ({ kind: lift === true ? 'lift' : 'protect', reason: as }))
    .addOption(new Option('--as <reason>', 'what for').choices(PROTECTIONS).default('approved'))
    .option('--lift', 'take this reason away');
  add('delete', 'let it go with the next collection', () => ({ kind: 'delete' }));
  add('archive', 'compress it now', () => ({ kind: 'archive' }));
  add('restore', 'bring it back from the archive', () => ({ kind: 'restore' }));
}
