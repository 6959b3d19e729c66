import type { Command } from 'commander';
import type { ExitCode } from '../exit-codes.ts';
import type { Surface } from '../surface.ts';

const MCP_HELP = `
Started by a host of tools, such as a desktop assistant: { "command": "keelson", "args": ["mcp"] }. It can start runs, watch,
steer and cancel them, and read what they came to. It cannot approve or answer anything: what a run asks, you answer here with
keelson attention. While keelson serve runs, the same is at /mcp. docs/mcp.md tells the rest.
`;

const ACP_HELP = `
Started by an editor that speaks the Agent Client Protocol: { "command": "keelson", "args": ["acp"] }. Each prompt is a run in
the folder that the editor names; its plan and its tool calls show there, and what needs a yes is asked there. docs/editors.md
tells how to set it up.
`;

/** The commands that other programs start. */
export function addProtocolCommands(program: Command, surface: Surface, onEnd: (exitCode: ExitCode) => void): void {
  program
    .command('mcp')
    .description('offer runs as tools to another program, over standard input and output (MCP)')
    .addHelpText('after', MCP_HELP)
    .action(async () => {
      const { speak } = await import('./speak.ts');
      onEnd(await speak(surface, 'mcp'));
    });
  program
    .command('acp')
    .description('work as the agent of an editor, over standard input and output (ACP)')
    .addHelpText('after', ACP_HELP)
    .action(async () => {
      const { speak } = await import('./speak.ts');
      onEnd(await speak(surface, 'acp'));
    });
}
