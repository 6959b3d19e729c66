import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EXIT, runCli } from '../cli/index.ts';
import type { Client } from '../client/index.ts';
import { processTerminal } from './terminal.ts';

const PACKAGE_ROOT = new URL('../../', import.meta.url);

/** Starts the program for the arguments it was given and sets the exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  const { version } = JSON.parse(readFileSync(new URL('package.json', PACKAGE_ROOT), 'utf8')) as { version: string };
  const interruption = new AbortController();
  // The first Ctrl-C asks everything to stop; a second one ends the process at once.
  process.once('SIGINT', () => interruption.abort());
  const client = onFirstCall(async () => {
    const { compose } = await import('./compose.ts');
    return compose({
      version,
      nodeVersion: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
      environment: process.env,
      requirementsFolder: fileURLToPath(new URL('test/requirements/data', PACKAGE_ROOT)),
    });
  });
  const noColour = (process.env['NO_COLOR'] ?? '') !== '';
  const terminal = processTerminal(process.stdin, process.stdout, process.stderr, noColour);
  const exitCode = await runCli(argv, version, { terminal, client, signal: interruption.signal });
  if (interruption.signal.aborted && exitCode !== EXIT.interrupted) await terminal.writeError('Interrupted.\n');
  process.exitCode = interruption.signal.aborted ? EXIT.interrupted : exitCode;
}

/** Puts off building the program until something is asked of it. */
function onFirstCall(build: () => Promise<Client>): Client {
  let built: Promise<Client> | undefined;
  return {
    call: async (operation, request, options) => {
      built ??= build();
      return (await built).call(operation, request, options);
    },
  };
}
