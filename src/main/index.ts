import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EXIT, OUTPUT_ENDED, runCli } from '../cli/index.ts';
import type { Program } from './compose.ts';
import { processTerminal } from './terminal.ts';

const PACKAGE_ROOT = new URL('../../', import.meta.url);

/** Starts the program for the arguments it was given and sets the exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  const { version } = JSON.parse(readFileSync(new URL('package.json', PACKAGE_ROOT), 'utf8')) as { version: string };
  const interruption = new AbortController();
  const outputEnd = new AbortController();
  onInterrupt(() => interruption.abort());
  const program = onFirstCall(async () => {
    const { compose } = await import('./compose.ts');
    return compose({
      version,
      nodeVersion: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
      environment: process.env,
      requirementsFolder: fileURLToPath(new URL('test/requirements/data', PACKAGE_ROOT)),
      currentFolder: process.cwd(),
      streams: () => ({ input: process.stdin, output: process.stdout }),
    });
  });
  let outputFault: Error | undefined;
  const terminal = processTerminal({
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    edit: (text, signal) => import('./person-editor.ts').then(({ editText }) => editText(text, process.env['VISUAL'] || process.env['EDITOR'], signal)),
    openPage: async (url) => {
      const { openerOf, openPage } = await import('./open-page.ts');
      const opener = openerOf(process.platform, process.env);
      return opener !== undefined && openPage(url, opener);
    },
    columnsWished: process.env['COLUMNS'],
    noColour: (process.env['NO_COLOR'] ?? '') !== '' || process.env['TERM'] === 'dumb',
    onOutputEnd: (fault) => {
      outputFault ??= fault;
      outputEnd.abort(OUTPUT_ENDED);
    },
  });
  const signal = AbortSignal.any([interruption.signal, outputEnd.signal]);
  // Waiting for another process holds nothing open by itself, and Node ends when nothing is open.
  const awake = setInterval(() => {}, AWAKE_INTERVAL_MS);
  const exitCode = await runCli(argv, version, { terminal, client: program.client, signal })
    .finally(program.close)
    .finally(() => clearInterval(awake));
  for (const { message, nextStep, code } of await program.troubles()) await terminal.writeError(`keelson: ${message}\n         ${nextStep}\n         [${code}]\n`);
  if (interruption.signal.aborted) {
    if (exitCode !== EXIT.interrupted) await terminal.writeError('Interrupted.\n');
    process.exitCode = EXIT.interrupted;
  } else if (outputFault !== undefined) {
    await terminal.writeError(`keelson: The answer could not be written: ${outputFault.message}.\n         Make room or choose another place, and run it again.\n`);
    process.exitCode = EXIT.unwritable;
  } else process.exitCode = outputEnd.signal.aborted ? EXIT.ok : exitCode;
}

/** The longest a timer can be; it is never meant to fire. */
const AWAKE_INTERVAL_MS = 2 ** 31 - 1;

/** One Ctrl-C can arrive twice, from the terminal and through the launcher. */
const SAME_KEYSTROKE_MS = 250;

/** The first Ctrl-C asks everything to stop; a second one ends the process at once. */
function onInterrupt(stop: () => void): void {
  let firstAt: number | undefined;
  process.on('SIGINT', () => {
    firstAt ??= performance.now();
    stop();
    if (performance.now() - firstAt > SAME_KEYSTROKE_MS) process.exit(EXIT.interrupted);
  });
}

/** Puts off building the program until something is asked of it. */
function onFirstCall(build: () => Promise<Program>): Pick<Program, 'client' | 'close'> & { troubles(): Promise<ReturnType<Program['troubles']>> } {
  let built: Promise<Program> | undefined;
  return {
    client: {
      call: async (operation, request, options) => {
        built ??= build();
        return (await built).client.call(operation, request, options);
      },
    },
    close: async () => (await built)?.close(),
    troubles: async () => (await built)?.troubles() ?? [],
  };
}
