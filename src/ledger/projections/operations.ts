import type { StoredRecord } from '../rows.ts';

/** Moves a projection that is being rebuilt on by one stretch of the log. */
export interface ProjectionAdvance {
  readonly kind: 'projection.advance';
  readonly name: string;
  readonly version: number;
  /** Where it must stand now; null starts a rebuild from nothing, which removes nothing by itself. */
  readonly from: number | null;
  readonly to: number;
  readonly records: readonly StoredRecord[];
}

export type ProjectionOperation = ProjectionAdvance;
