import { Option, type Command } from 'commander';
import type { ExitCode } from '../exit-codes.ts';
import type { Surface } from '../surface.ts';
import { MODES } from './approval-names.ts';
import type { AcceptOptions } from './tools-accept.ts';
import type { ToolsOutputOptions } from './tools-output.ts';
import type { ToolsRouteOptions } from './tools-route.ts';
import type { ToolsRunOptions } from './tools-run.ts';
import type { UndoOptions } from './undo.ts';

const TOOLS_HELP = `
Each tool is shown with what it may touch, whether it can be used here, and how it has fared. Programs run in a sandbox,
which is found once when Keelson starts; this list says which one and what it holds.

Examples:
  keelson tools                          every tool
  keelson tools show run_tests           its whole contract
  keelson tools run git_status           runs one in this folder
  keelson tools run read_file path=README.md
  keelson tools route --run show the last 3 commits
  keelson tools run shell --args '{"command":"npm test"}'
`;

const RUN_HELP = `
Arguments are name=value, or all of them as one JSON object after --args. What the policy asks about is shown as it would
be done, and done only after a yes; without a terminal, give the action's hash after --approve (the refusal names it),
or let it --wait for \`keelson approve\` in another terminal: the question outlives this command.
Files that a tool changes are kept first: \`keelson undo RUN\` puts them back.
`;

const UNDO_HELP = `
Puts every file that the run changed back as it was, after it has shown you which and you said yes. A file that somebody
changed since is left alone and named; --force puts it back too. When the run started programs, whatever changed in the
folder while they ran counts as theirs, also your own work: look at the list.

Examples:
  keelson undo last --dry-run
  keelson undo 4F2K9Q
`;

export function addToolCommands(program: Command, surface: Surface, onEnd: (exitCode: ExitCode) => void): void {
  const tools = program
    .command('tools')
    .description('list the tools with what they may touch, show one, or run one')
    .helpCommand(false)
    .addHelpText('after', TOOLS_HELP)
    .option('--json', 'print one line of JSON instead of text')
    .action(async (options: { json?: boolean }) => {
      const { listTools } = await import('./tools-list.ts');
      onEnd(await listTools(surface, options));
    });
  tools
    .command('show')
    .description('show the whole contract of one tool')
    .argument('<tool>', 'the name of the tool')
    .option('--json', 'print one line of JSON instead of text')
    .action(async (toolId: string, options: { json?: boolean }) => {
      const { showTool } = await import('./tools-list.ts');
      onEnd(await showTool(surface, toolId, { ...tools.opts(), ...options }));
    });
  tools
    .command('run')
    .description('run one tool in this folder')
    .argument('<tool>', 'the name of the tool')
    .argument('[arguments...]', 'its arguments as name=value')
    .option('--args <json>', 'all arguments as one JSON object')
    .option('--role <role>', 'act as this role; the first that may use the tool unless named')
    .option('--workspace <folder>', 'work there instead of in this folder')
    .option('--approve <hash>', 'say yes to exactly this action')
    .option('--wait', 'leave what needs a yes open until it is answered, here or in another terminal')
    .addOption(new Option('--mode <mode>', 'like --wait, and what is let through without asking').choices(MODES))
    .option('--key <key>', 'go on with what was asked for under this key')
    .option('--json', 'print one line of JSON instead of text')
    .addHelpText('after', RUN_HELP)
    .action(async (toolId: string, words: string[], options: ToolsRunOptions) => {
      const { runTool } = await import('./tools-run.ts');
      onEnd(await runTool(surface, toolId, words, { ...tools.opts(), ...options }));
    });
  tools
    .command('route')
    .description('say which tool alone answers a request in plain words, without any model')
    .argument('<request...>', 'the request, such as: show the git status')
    .option('--run', 'run it when there is one')
    .option('--role <role>', 'only tools that this role may use')
    .option('--workspace <folder>', 'with --run: work there instead of in this folder')
    .option('--approve <hash>', 'with --run: say yes to exactly this action')
    .option('--json', 'print one line of JSON instead of text')
    .action(async (words: string[], options: ToolsRouteOptions) => {
      const { routeWords } = await import('./tools-route.ts');
      onEnd(await routeWords(surface, words, { ...tools.opts(), ...options }));
    });
  tools
    .command('output')
    .description('print the whole of an output that was shown shortened')
    .argument('<hash>', 'the hash that the note in it names')
    .option('--json', 'print one line of JSON instead of text')
    .action(async (hash: string, options: ToolsOutputOptions) => {
      const { printToolOutput } = await import('./tools-output.ts');
      onEnd(await printToolOutput(surface, hash, { ...tools.opts(), ...options }));
    });
  tools
    .command('accept')
    .description('let a tool of another server be used, as it describes itself now')
    .argument('<tool>', 'the name of the tool, such as mcp__github__create_issue')
    .option('--hash <hash>', 'accept exactly this definition, without being asked')
    .option('--json', 'print one line of JSON instead of text')
    .action(async (toolId: string, options: AcceptOptions) => {
      const { acceptTool } = await import('./tools-accept.ts');
      onEnd(await acceptTool(surface, toolId, { ...tools.opts(), ...options }));
    });
  program
    .command('undo')
    .description('take back what the tools of a run changed in its folder')
    .argument('<run>', 'its id, the end of it, or last; keelson runs lists them')
    .option('--force', 'put back also what somebody changed since, without asking')
    .option('--yes', 'do it without asking')
    .option('--workspace <folder>', 'the folder of the run, when it was moved')
    .option('--dry-run', 'only say what would be put back')
    .option('--json', 'print one line of JSON instead of text')
    .addHelpText('after', UNDO_HELP)
    .action(async (runId: string, options: UndoOptions) => {
      const { undo } = await import('./undo.ts');
      onEnd(await undo(surface, runId, options));
    });
}
