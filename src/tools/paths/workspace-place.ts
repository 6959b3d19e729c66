import type { PathOperation } from './path-request.ts';

/** Where files may be touched, and what lies there that is not anybody's. */
export interface WorkspacePlace {
  /** An absolute path; it may itself lead through links. */
  readonly workspace: string;
  /** The person's home folder; absolute. */
  readonly home: string;
  /** Keelson's own data folder and configuration: absolute paths that are denied even inside the workspace. */
  readonly ownState: readonly string[];
  /**
   * More names that must be asked about for every operation, in addition to the usual ones: `secrets/*.json`,
   * `payroll`. A pattern matches at any depth; `*` stands for any part of one name.
   */
  readonly sensitive?: readonly string[];
}

/** A place in which somebody acts: what a person has said yes to is known. */
export interface GrantedPlace extends WorkspacePlace {
  /** Whether a person allowed this operation on this sensitive file. `realPath` is absolute, with every link resolved. */
  readonly granted?: (op: PathOperation, realPath: string) => boolean;
}
