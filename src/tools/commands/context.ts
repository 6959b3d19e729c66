import type { PolicyVerdict } from '../../contracts/index.ts';

/** What a judge of commands knows about the place where a command would run. */
export interface CommandContext {
  /** The folder in which a run may work, absolute. */
  readonly workspace: string;
  /** Where the command would start, absolute; inside the workspace as a rule. */
  readonly currentFolder: string;
  /** The person's home folder, absolute. */
  readonly home: string;
  /** Values of variables that the command would see; an empty text for a name whose value is not told. */
  readonly environment: Readonly<Record<string, string>>;
  /** Keelson's own files and folders, absolute: nothing may write there. */
  readonly ownState: readonly string[];
  readonly platform: 'linux' | 'darwin' | 'win32';
  /** Where a path leads once links are followed; left out, paths are judged as written. */
  readonly realpath?: (path: string) => string;
}

/** One command as the shell would run it, for showing to people. */
export interface UnderstoodCommand {
  readonly argv: readonly string[];
  readonly assignments: readonly string[];
  readonly redirections: readonly string[];
}

export interface CommandJudgement extends PolicyVerdict {
  readonly commands: readonly UnderstoodCommand[];
}

export interface Finding {
  readonly decision: 'ask' | 'block';
  /** Without the leading `command.`. */
  readonly rule: string;
  readonly explanation: string;
}
