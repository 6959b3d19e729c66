import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryTerminal, runCli, type Terminal } from '../../src/cli/index.ts';
import { compose } from '../../src/main/compose.ts';
import { LAUNCHER, type Ended } from './keelson-home.ts';
import { TRACED } from './traced.ts';

export interface TypedAt {
  /** What the person types after the command. */
  readonly input?: string;
  readonly isInteractive?: boolean;
  readonly columns?: number;
  /** Somebody at a terminal of their own, in place of what was typed before. */
  readonly terminal?: Terminal;
  /** What stands in the environment besides. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A folder to work in and a data folder beside it, as a person has them, with the whole program in between. */
export interface ToolsCommandLine {
  readonly home: string;
  readonly workspace: string;
  write(path: string, text: string): void;
  configure(tools: object): void;
  /** In this process. */
  keelson(words: readonly string[], typed?: TypedAt): Promise<Ended>;
  /** As a process of its own. */
  start(words: readonly string[], as?: { readonly uid?: number; readonly gid?: number }): ChildProcess;
  remove(): void;
}

/** The sandbox that is none works everywhere and starts at once; what the others hold is tested with them. */
export const UNCONFINED = { sandbox: { backend: 'none' } };

export function toolsCommandLine(): ToolsCommandLine {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-tools-')));
  const [home, workspace] = [join(root, 'home'), join(root, 'workspace')];
  mkdirSync(workspace);
  const write = (path: string, text: string): void => writeFileSync(join(workspace, path), text);
  return {
    home,
    workspace,
    write,
    configure: (tools) => write('keelson.config.json', JSON.stringify({ tools })),
    async keelson(words, { input = '', terminal: own, environment = {}, ...seen } = {}) {
      const { client, close } = compose({ version: '0', nodeVersion: '24.0.0', platform: `${process.platform} ${process.arch}`, environment: { ...environment, KEELSON_HOME: home }, requirementsFolder: '.', currentFolder: workspace });
      const { terminal, out, error } = memoryTerminal(input, { columns: 100, ...seen });
      const status = await runCli(words, '0', { terminal: own ?? terminal, client, signal: new AbortController().signal }).finally(close);
      return { status, stdout: out(), stderr: error() };
    },
    start: (words, as = {}) => spawn(process.execPath, [LAUNCHER, ...words], { ...as, cwd: workspace, env: { ...process.env, ...TRACED, KEELSON_HOME: home }, stdio: ['pipe', 'pipe', 'pipe'] }),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** What a process said until it ended. */
export function ended(child: ChildProcess, input = ''): Promise<Ended> {
  const said = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => void (said.stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => void (said.stderr += text));
  child.stdin?.end(input);
  return new Promise((resolve) => void child.once('close', (status) => resolve({ status, ...said })));
}

/** The hash by which a refusal names the action that needs a yes. */
export function actionIn({ stderr }: Ended): string {
  const hash = /--approve ([0-9a-f]{64})/.exec(stderr)?.[1];
  if (hash === undefined) throw new Error(`no action is named in: ${stderr}`);
  return hash;
}

/** The run that is named after a call. */
export function runIn({ stderr }: Ended): string {
  const run = /run_[0-9A-Z]{26}/.exec(stderr)?.[0];
  if (run === undefined) throw new Error(`no run is named in: ${stderr}`);
  return run;
}
