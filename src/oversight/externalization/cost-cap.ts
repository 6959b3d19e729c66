import type { CostVector, StorageRef, WorkspaceExternalizationKind } from '../../contracts/index.ts';
import { canonicalHash } from '../../kernel/index.ts';

/** The limit on what one action of a kind may cost, as a cost. */
export function costCapOf(kind: WorkspaceExternalizationKind, usdMax: number): CostVector {
  return {
    cost_vector_id: capKey(kind, usdMax),
    components: { usd: { expected: 0, hard_cap: usdMax, unit: 'usd' } },
    basis: 'heuristic',
    estimator_confidence: 'uncalibrated',
    assumptions: ['A limit set by policy, not an expectation.'],
    schema_version: '1.0',
  };
}

/** The key says all that the limit consists of, so it can be made again from it and compared by its hash; nothing is stored. */
export function costCapRef(kind: WorkspaceExternalizationKind, usdMax: number): StorageRef {
  return { kind: 'document', key: capKey(kind, usdMax), sha256: canonicalHash(costCapOf(kind, usdMax)) };
}

function capKey(kind: WorkspaceExternalizationKind, usdMax: number): string {
  return `external_cost_cap:${kind}:${usdMax}`;
}

/** The most that an estimate admits: its own limit, or else the highest figure that it names. */
export function usdAtMost({ components }: CostVector): number {
  return [components.usd, components.external_api_usd].reduce((total, cost) => total + (cost?.hard_cap ?? cost?.p99 ?? cost?.p90 ?? cost?.p50 ?? cost?.expected ?? 0), 0);
}
