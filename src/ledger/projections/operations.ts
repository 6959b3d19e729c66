import type { EventType } from '../../contracts/index.ts';
import type { StoredRecord } from '../rows.ts';
import type { ProjectionState } from './projection.ts';

/** Starts folding a projection from nothing: one that is new here, or has a new version, or whose documents are in doubt. */
export interface ProjectionStart {
  readonly kind: 'projection.start';
  readonly name: string;
  readonly version: number;
  readonly types: readonly EventType[];
  /** Also when it stands at the head under this very version. */
  readonly again?: boolean;
}

/** Moves a projection that is being folded again on by one stretch of the log. */
export interface ProjectionAdvance {
  readonly kind: 'projection.advance';
  readonly name: string;
  /** Where it must stand now. */
  readonly at: ProjectionState & { readonly rebuilt_to: number };
  readonly to: number;
  readonly records: readonly StoredRecord[];
}

export type ProjectionOperation = ProjectionStart | ProjectionAdvance;
