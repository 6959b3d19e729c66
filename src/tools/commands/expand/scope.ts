/** What expansion asks of whoever evaluates: values of names, and the output of commands. */
import type { Script } from '../syntax/tree.ts';

export interface Lookup {
  /** Every value that the name may have here, likeliest first. */
  readonly values: readonly string[];
  readonly mayBeUnset: boolean;
}

export interface Scope {
  lookup(name: string): Lookup;
  /** All elements of an array, or undefined when the name is none. */
  elements(name: string): readonly string[] | undefined;
  readonly positional: readonly string[];
  assign(name: string, value: string): void;
  /** The output of a command substitution. */
  output(script: Script): string;
  /** The path under which a process substitution is reached. */
  process(script: Script, direction: '<' | '>'): string;
  readonly home: string;
  readonly folder: string | undefined;
  /** Counts what is built, and says whether there is room for it. */
  spend(characters: number): boolean;
}
