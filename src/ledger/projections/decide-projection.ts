import { KeelsonError } from '../../kernel/index.ts';
import type { Draft } from '../decide/draft.ts';
import type { OperationPlan } from '../decide/plan.ts';
import type { ProjectionAdvance } from './operations.ts';
import type { ProjectionState } from './projection.ts';

export function planProjection({ name }: ProjectionAdvance): OperationPlan {
  return { records: [{ space: 'projection', key: name }] };
}

/** Answers the new state. Refused when somebody else moved the projection meanwhile: two rebuilders never mix. */
export function decideProjection({ name, version, from, to, records }: ProjectionAdvance, draft: Draft): ProjectionState {
  const state = draft.record({ space: 'projection', key: name })?.body as ProjectionState | undefined;
  const isStart = from === null;
  const stands = isStart ? state === undefined || state.version < version || state.rebuilt_to === null : state?.version === version && state.rebuilt_to === from;
  if (!stands) throw projectionMoved(name);
  for (const record of records) draft.put(record);
  const isCurrent = !isStart && to === draft.facts.head.position;
  const next: ProjectionState = { version, rebuilt_to: isCurrent ? null : to };
  draft.put({ space: 'projection', key: name, body: next, dueMs: null, position: null, source: null });
  return next;
}

function projectionMoved(projection: string): KeelsonError {
  return new KeelsonError('ledger.projection_moved', {
    message: `Another process is rebuilding "${projection}"; nothing was changed.`,
    nextStep: 'Wait until it is done, then try again.',
    data: { projection },
  });
}
