/**
 * What a shell script says, without where it stood or how it was quoted. Two scripts that mean the same to the parser
 * have the same tree, so that a tree which is written out and read again can be compared with itself.
 */

export interface Word {
  readonly parts: readonly WordPart[];
}

export type WordPart =
  /** Unquoted text: braces, tildes and globs in it are alive. */
  | { readonly kind: 'text'; readonly text: string }
  /** Text from '…', $'…' or a backslash. */
  | { readonly kind: 'quoted'; readonly text: string }
  | { readonly kind: 'double'; readonly parts: readonly WordPart[] }
  | ParameterPart
  | { readonly kind: 'command'; readonly script: Script }
  | { readonly kind: 'arithmetic'; readonly expression: Word }
  | { readonly kind: 'process'; readonly direction: '<' | '>'; readonly script: Script };

/** `$name`, `${name}` and all that may stand between the braces. */
export interface ParameterPart {
  readonly kind: 'parameter';
  readonly name: string;
  /** `${!name}`, `${!name*}` and `${#name}`. */
  readonly prefix?: '!' | '#';
  readonly subscript?: Word;
  readonly operator?: string;
  /** What follows the operator: default, pattern, offset. */
  readonly argument?: Word;
  /** The replacement of `/`, or the length of a substring. */
  readonly second?: Word;
}

export interface Script {
  readonly items: readonly ScriptItem[];
}

export interface ScriptItem {
  readonly andOr: AndOr;
  readonly background: boolean;
}

export interface AndOr {
  readonly first: Pipeline;
  readonly rest: readonly { readonly operator: '&&' | '||'; readonly pipeline: Pipeline }[];
}

export interface Pipeline {
  readonly negated: boolean;
  readonly timed: boolean;
  readonly commands: readonly Command[];
  /** For each pipe, whether it carries the error stream as well (`|&`). */
  readonly withErrors: readonly boolean[];
}

export interface Redirection {
  /** The descriptor as written: a number, or a name in braces. */
  readonly descriptor?: string;
  readonly operator: '<' | '>' | '>>' | '>|' | '<>' | '<&' | '>&' | '&>' | '&>>' | '<<' | '<<-' | '<<<';
  /** The file, or the text of a here-document. */
  readonly target: Word;
}

export interface Assignment {
  readonly name: string;
  readonly subscript?: Word;
  readonly append: boolean;
  readonly value: Word;
  /** `name=( … )`; the value is then empty. */
  readonly elements?: readonly { readonly subscript?: Word; readonly value: Word }[];
}

export interface CaseClause {
  readonly patterns: readonly Word[];
  readonly body: Script;
  readonly end: ';;' | ';&' | ';;&';
}

interface Redirected {
  readonly redirections: readonly Redirection[];
}

export interface SimpleCommand extends Redirected {
  readonly kind: 'simple';
  readonly assignments: readonly Assignment[];
  readonly words: readonly (Word | Assignment)[];
}

export type Command =
  | SimpleCommand
  | (Redirected & { readonly kind: 'group' | 'subshell'; readonly body: Script })
  | (Redirected & {
      readonly kind: 'if';
      readonly branches: readonly { readonly condition: Script; readonly body: Script }[];
      readonly otherwise?: Script;
    })
  | (Redirected & { readonly kind: 'while' | 'until'; readonly condition: Script; readonly body: Script })
  /** Without words it goes through the positional parameters. */
  | (Redirected & { readonly kind: 'for' | 'select'; readonly name: string; readonly words?: readonly Word[]; readonly body: Script })
  | (Redirected & { readonly kind: 'counting'; readonly header: Word; readonly body: Script })
  | (Redirected & { readonly kind: 'case'; readonly subject: Word; readonly clauses: readonly CaseClause[] })
  | (Redirected & { readonly kind: 'function'; readonly name: string; readonly body: Command })
  | (Redirected & { readonly kind: 'conditional'; readonly terms: readonly (Word | string)[] })
  | (Redirected & { readonly kind: 'arithmetic'; readonly expression: Word })
  | (Redirected & { readonly kind: 'coproc'; readonly name?: string; readonly body: Command });

export function isAssignment(item: Word | Assignment): item is Assignment {
  return 'name' in item;
}
