import type { PathOperation } from '../paths/path-request.ts';

/** Where a call happens. */
export interface ToolPlace {
  /** Absolute and free of links; everything a tool changes lies here. */
  readonly workspace: string;
  readonly home: string;
  readonly platform: string;
  /** Keelson's own data folder and configuration: no tool touches them. */
  readonly ownState: readonly string[];
}

/** A program with its exact words, place and environment: what is judged is what runs. */
export interface ProgramIntention {
  readonly argv: readonly [program: string, ...rest: string[]];
  readonly currentFolder: string;
  /** Beside the fixed ones of the sandbox. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Something a call is about to do. All of it is judged before the call begins; what was not told cannot be done. */
export type ToolIntention =
  | { readonly kind: 'path'; readonly op: PathOperation; readonly path: string; readonly to?: string }
  /** Words for a shell; `argv` is how the shell is started with them. */
  | ({ readonly kind: 'script'; readonly script: string } & ProgramIntention)
  | ({ readonly kind: 'program' } & ProgramIntention)
  | { readonly kind: 'url'; readonly url: string; readonly method: string }
  | { readonly kind: 'person'; readonly question: string }
  | { readonly kind: 'remote'; readonly server: string; readonly name: string; /** By whoever started the run, who calls it too. */ readonly isBrought?: true };
