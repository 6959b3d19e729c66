import type { StorageRef } from '../../contracts/index.ts';

/** Something that a review found without asking a model. A blocking one closes the gate; advice is told and goes through. */
export interface ReviewFinding {
  readonly finding: string;
  readonly severity: 'blocking' | 'advice';
  readonly refs: readonly StorageRef[];
  readonly fix: string;
  /** How one sees that it was put right. */
  readonly test: string;
}

/** An artifact as it is handed in, before it is registered. */
export interface ReviewedArtifact {
  readonly type: string;
  readonly schemaRef: string;
  readonly content: unknown;
}

export function blocking(finding: string, fix: string, test: string, refs: readonly StorageRef[] = []): ReviewFinding {
  return { finding, severity: 'blocking', refs, fix, test };
}
