import { KeelsonError } from '../../kernel/index.ts';
import type { Draft } from '../decide/draft.ts';
import type { OperationPlan } from '../decide/plan.ts';
import type { RecordKey } from '../rows.ts';
import type { ProjectionAdvance, ProjectionOperation, ProjectionStart } from './operations.ts';
import type { ProjectionState } from './projection.ts';
import { PROJECTION_REGISTRY, type ProjectionRegistry } from './registry.ts';

export function planProjection({ name }: ProjectionOperation): OperationPlan {
  return { records: [{ space: 'projection', key: name }, PROJECTION_REGISTRY] };
}

/** Answers the new state. Refused when somebody else moved the projection meanwhile: two that fold never mix. */
export function decideProjection(operation: ProjectionOperation, draft: Draft): ProjectionState {
  const state = draft.record({ space: 'projection', key: operation.name })?.body as ProjectionState | undefined;
  const next = operation.kind === 'projection.start' ? start(operation, state, draft) : advance(operation, state, draft);
  put(draft, { space: 'projection', key: operation.name }, next);
  return next;
}

function start({ name, version, types, again = false }: ProjectionStart, state: ProjectionState | undefined, draft: Draft): ProjectionState {
  const isDue = state === undefined || state.version < version || (again && state.version === version);
  if (!isDue) throw projectionMoved(name);
  const registry = draft.record(PROJECTION_REGISTRY)?.body as ProjectionRegistry | undefined;
  put(draft, PROJECTION_REGISTRY, { ...registry, [name]: { version, types } });
  return { version, rebuilt_to: 0, generation: (state?.generation ?? 0) + 1 };
}

function advance({ name, at, to, records }: ProjectionAdvance, state: ProjectionState | undefined, draft: Draft): ProjectionState {
  const stands = state?.version === at.version && state.rebuilt_to === at.rebuilt_to && state.generation === at.generation;
  if (!stands) throw projectionMoved(name);
  for (const record of records) draft.put(record);
  return { ...at, rebuilt_to: to === draft.facts.head.position ? null : to };
}

function put(draft: Draft, key: RecordKey, body: unknown): void {
  draft.put({ ...key, body, dueMs: null, position: null, source: null });
}

function projectionMoved(projection: string): KeelsonError {
  return new KeelsonError('ledger.projection_moved', {
    message: `Another process is folding "${projection}" again; nothing was changed.`,
    nextStep: 'Wait until it is done, then try again.',
    data: { projection },
  });
}
