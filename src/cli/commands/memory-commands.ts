import { Option, type Command } from 'commander';
import type { ExitCode } from '../exit-codes.ts';
import type { Surface } from '../surface.ts';
import type { MemoryOptions } from './memory.ts';

const MEMORY_HELP = `
What runs leave behind when they end, by what it is about. A space is a tool or a kind of task (tool:shell, intent:sort_the_names), an
entity what in it is meant (path:report.txt, env:local). Attention says how much is remembered and fades with the days; decision says
which way it points. A plan prefers, avoids or asks about a place by the two, and says so. What you name yourself is never avoided.
Set "memory": {"enabled": false} in the settings to have runs neither learn nor remember.

Examples:
  keelson memory
  keelson memory show tool:shell path:old/names.txt
  keelson memory correct tool:shell path:old/names.txt --for --reason "the file is there again"
  keelson memory forget tool:shell path:old/names.txt --reason "it holds names of persons"
  keelson memory note "prefer pnpm workspaces"
  keelson memory dream --dry-run
  keelson memory edit
  keelson memory graph react --hops 2
  keelson memory fact 7QK2MF --is "node 24" --reason "we moved last week"
`;

const jsonOption = (): Option => new Option('--json', 'print one line of JSON instead of text');

/** The commands about what runs have learnt. */
export function addMemoryCommands(program: Command, surface: Surface, onEnd: (exitCode: ExitCode) => void): void {
  const memory = program
    .command('memory')
    .description('what runs have learnt, and what plans make of it')
    .addOption(jsonOption())
    .addHelpText('after', MEMORY_HELP)
    .action(async (options: MemoryOptions) => {
      const { listMemory } = await import('./memory.ts');
      onEnd(await listMemory(surface, options));
    });
  memory
    .command('show')
    .description('the history of one tag: what was learnt, when and in which run')
    .argument('<space>', 'such as tool:shell or intent:sort_the_names')
    .argument('[entity]', 'such as path:report.txt or env:local')
    .addOption(jsonOption())
    .action(async (space: string, entity: string | undefined, _options: MemoryOptions, command: Command) => {
      const { showMemory } = await import('./memory.ts');
      onEnd(await showMemory(surface, space, entity, command.optsWithGlobals()));
    });
  memory
    .command('correct')
    .description('say what you know better; nothing that is there is changed')
    .argument('<space>', 'such as tool:shell')
    .argument('<entity>', 'such as path:report.txt')
    .addOption(new Option('--for', 'it works, or may be used').conflicts('against'))
    .option('--against', 'it does not work, or must not be used')
    .requiredOption('--reason <words>', 'why; plans are told it')
    .option('--about <megram>', 'the rule that is meant')
    .addOption(jsonOption())
    .action(async (space: string, entity: string, _options: MemoryOptions, command: Command) => {
      const { correctMemory } = await import('./memory.ts');
      onEnd(await correctMemory(surface, space, entity, command.optsWithGlobals()));
    });
  memory
    .command('note')
    .description('say what is to be kept to in this folder; it stands in .claude/memory.md, where you can change it')
    .argument('<words...>', 'what you want, in a sentence')
    .option('--workspace <folder>', 'the folder it is for; the current one unless told')
    .addOption(jsonOption())
    .action(async (words: string[], _options: MemoryOptions, command: Command) => {
      const { noteMemory } = await import('./memory.ts');
      onEnd(await noteMemory(surface, words.join(' '), command.optsWithGlobals()));
    });
  memory
    .command('edit')
    .description('open .claude/memory.md in $VISUAL or $EDITOR, with what you may want added to it')
    .option('--stdin', 'take the whole new content from standard input')
    .option('--workspace <folder>', 'the folder it is for; the current one unless told')
    .addOption(jsonOption())
    .action(async (_options: MemoryOptions, command: Command) => {
      const { editMemory } = await import('./memory-edit.ts');
      onEnd(await editMemory(surface, command.optsWithGlobals()));
    });
  memory
    .command('graph')
    .description('facts about a thing and what it stands to: what runs read in files, since when, and where it stands')
    .argument('[entity]', 'a project, package, service, file or folder; this folder unless told')
    .option('--hops <steps>', 'how many steps to go from it, 1 to 4; 2 unless told')
    .option('--at <time>', 'as things were then, such as 2026-11-16')
    .addOption(jsonOption())
    .action(async (entity: string | undefined, _options: MemoryOptions, command: Command) => {
      const { showGraph } = await import('./memory-graph.ts');
      onEnd(await showGraph(surface, entity, command.optsWithGlobals()));
    });
  memory
    .command('fact')
    .description('say what you know better of one fact, or have its words erased')
    .argument('<fact>', 'the id, or the end of it, as `keelson memory graph` shows it')
    .option('--ends', 'it holds no more')
    .option('--is <words>', 'what holds in its place, such as "node 24"')
    .option('--forget', 'erase its words for good')
    .requiredOption('--reason <words>', 'why, for the record')
    .option('--of <entity>', 'a thing that it is near to; this folder unless told')
    .addOption(jsonOption())
    .action(async (fact: string, _options: MemoryOptions, command: Command) => {
      const { changeFact } = await import('./memory-fact.ts');
      onEnd(await changeFact(surface, fact, command.optsWithGlobals()));
    });
  memory
    .command('forget')
    .description('erase the words of one place for good; that they were there stays')
    .argument('<space>', 'such as tool:shell')
    .argument('<entity>', 'such as path:report.txt')
    .requiredOption('--reason <words>', 'why, for the record')
    .addOption(jsonOption())
    .action(async (space: string, entity: string, _options: MemoryOptions, command: Command) => {
      const { forgetMemory } = await import('./memory.ts');
      onEnd(await forgetMemory(surface, space, entity, command.optsWithGlobals()));
    });
  memory
    .command('dream')
    .description('go over all of it now: forget what has faded, make rules of what is certain, take back rules that proved wrong')
    .option('--dry-run', 'say what would be done, and do nothing')
    .addOption(jsonOption())
    .action(async (_options: MemoryOptions, command: Command) => {
      const { dreamNow } = await import('./memory-dream.ts');
      onEnd(await dreamNow(surface, command.optsWithGlobals()));
    });
}
