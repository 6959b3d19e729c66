/** What is carried along while a script is walked. */
import type { CommandContext, Finding, UnderstoodCommand } from '../context.ts';
import type { Redirection, Script } from '../syntax/tree.ts';
import type { LineTrait, Setting } from './call.ts';
import type { ShellState } from './shell-state.ts';

export interface Walk {
  readonly context: CommandContext;
  readonly findings: Finding[];
  readonly understood: UnderstoodCommand[];
  readonly spent: { steps: number; characters: number; processes: number; inner: number; paths: number; looks: number };
  /** What was seen anywhere in the line; some things are bad only together. */
  readonly seen: { socket?: string; shellOnStream: boolean; unknownProgram: boolean; readonly traits: Map<LineTrait, string> };
  /** Scripts of `>( … )` that wait for what is written to them. */
  readonly sinks: { path: string; script: Script }[];
  /** Functions being run, outermost first. */
  readonly calls: readonly string[];
  readonly unfoldings: number;
  /** Whether this runs beside other commands: in the background or in a pipe. */
  readonly beside: boolean;
  /** Judges one program; given from outside so that programs may lead back to scripts. */
  readonly program: (invocation: Invocation) => string;
  /** Judges a variable that is set; given from outside for the same reason. */
  readonly setting: (name: string, value: string, shell: ShellState, walk: Walk) => void;
  /** Set while only that is looked for which is never allowed; such looks lead to no further ones. */
  readonly isSecondLook?: boolean;
}

export interface Invocation {
  readonly argv: readonly string[];
  readonly assignments: readonly Setting[];
  readonly stdin: string | undefined;
  /** Whether the input comes through a pipe and not from a redirection. */
  readonly piped?: boolean;
  /** `command` and `builtin` pass functions and aliases by. */
  readonly asProgram?: boolean;
  readonly shell: ShellState;
  readonly walk: Walk;
}

export interface ExpandedRedirection {
  readonly redirection: Redirection;
  readonly readings: readonly string[];
}

export function report(walk: Walk, decision: 'ask' | 'block', rule: string, explanation: string): void {
  walk.findings.push({ decision, rule, explanation });
}
