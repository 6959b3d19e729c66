/** One program about to run, as its rule sees it. */
import type { CommandContext, Finding } from '../context.ts';
import type { ShellState } from './shell-state.ts';

/**
 * `relay`: connects streams to the network; `decoder`: decodes text; `code`: runs text; `fetched`: unpacks or clones what came
 * from elsewhere; `foreign_code`: runs what came over the network; `staged_secret`: puts a secret under version control;
 * `new_remote`: names another place to push to.
 */
export type LineTrait = 'relay' | 'decoder' | 'code' | 'fetched' | 'foreign_code' | 'staged_secret' | 'new_remote';

/** A variable that is set for one command. */
export interface Setting {
  readonly name: string;
  readonly value: string;
}

export interface Call {
  /** The program's own name: `rm` for `/bin/rm`. */
  readonly name: string;
  readonly argv: readonly string[];
  readonly args: readonly string[];
  /** What it reads; undefined for a terminal or nothing. */
  readonly stdin: string | undefined;
  readonly shell: ShellState;
  readonly context: CommandContext;
  report(finding: Finding): void;
  ask(rule: string, explanation: string): void;
  block(rule: string, explanation: string): void;
  /** Judges another program that this one would start, and gives its output. */
  run(argv: readonly string[], options?: { stdin?: string; folder?: string; settings?: readonly Setting[]; asProgram?: boolean }): string;
  /** Judges a shell text that this program would run, and gives its output. */
  script(text: string, options?: { zero?: string; file?: string; positional?: readonly string[]; own?: boolean }): string;
  /** Every absolute path that an argument may stand for. */
  paths(argument: string): readonly string[];
  /** These report what speaks against touching the path so. */
  read(argument: string): void;
  write(argument: string): void;
  remove(argument: string, how: { recursive: boolean }): void;
  /** What a file is known to hold because this very line wrote it. */
  fileContent(argument: string): string | undefined;
  /** Reports what speaks against setting a variable so. */
  set(name: string, value: string): void;
  /** Says what this line does that is harmless alone and bad together with something else. */
  note(what: LineTrait): void;
  has(what: LineTrait): boolean;
  /** Whether what it reads comes through a pipe. */
  readonly piped: boolean;
  /** The command as a person reads it, shortened. */
  readonly shown: string;
}

/** Judges a call and answers with its output, or with nothing when that is not known. */
export type ProgramRule = (call: Call) => string | void;

export type ProgramTable = Readonly<Record<string, ProgramRule>>;
