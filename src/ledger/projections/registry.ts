import type { EventType } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { recordName, type RecordKey } from '../rows.ts';
import type { Projection } from './projection.ts';

/**
 * Which projections this ledger has, whoever brought them in. A process that does not know one of them, or knows an
 * older version, must not append what it folds: its documents would miss those events and nobody would notice.
 */
export const PROJECTION_REGISTRY: RecordKey = { space: 'setup', key: 'projections' };

export const REGISTRY_NAME = recordName(PROJECTION_REGISTRY);

export type ProjectionRegistry = Readonly<Record<string, { readonly version: number; readonly types: readonly EventType[] }>>;

/** Refuses an event that a projection folds which is not the one known here. */
export type FoldGuard = (registry: ProjectionRegistry | undefined, type: EventType) => void;

export function createFoldGuard(projections: ReadonlyMap<string, Projection>): FoldGuard {
  // The same registry is met with every append, and the answer to it does not change.
  const answers = new WeakMap<ProjectionRegistry, ReadonlyMap<EventType, string>>();
  return (registry, type) => {
    if (registry === undefined) return;
    const unknown = answers.get(registry) ?? unknownFolds(registry, projections);
    answers.set(registry, unknown);
    const name = unknown.get(type);
    if (name !== undefined) throw projectionNewer(name, registry[name]?.version ?? 0, projections.get(name)?.version ?? 0);
  };
}

function unknownFolds(registry: ProjectionRegistry, projections: ReadonlyMap<string, Projection>): ReadonlyMap<EventType, string> {
  const newer = Object.entries(registry).filter(([name, { version }]) => version > (projections.get(name)?.version ?? 0));
  return new Map(newer.flatMap(([name, { types }]) => types.map((type) => [type, name])));
}

export function projectionNewer(projection: string, stored: number, ours: number): KeelsonError {
  return new KeelsonError('ledger.projection_newer', {
    message: `The documents of "${projection}" were written by a newer Keelson (${stored}; this one knows ${ours === 0 ? 'none' : ours}).`,
    nextStep: 'Use the newer version of Keelson for this data, and end processes that still run the older one; nothing was changed.',
    data: { projection, stored, known: ours },
  });
}
