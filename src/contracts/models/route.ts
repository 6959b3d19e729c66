import { z } from 'zod';
import { NonEmptyText, PositiveCount, Sensitivity, Timestamp } from '../core/index.ts';
import { RoleId } from '../roles/role-id.ts';
import { Capability, ModelId, ModelLocation } from './model-profile.ts';

/** What a role needs of a model for one piece of work. */
export const RouteRequest = z.strictObject({
  role_id: RoleId,
  required_capabilities: z.array(Capability),
  /** What helps with the work; of models that could do it, those are asked first that have it. */
  wanted_capabilities: z.array(Capability).optional(),
  /** Nobody is asked who can be trusted with less than this model. */
  no_weaker_than: ModelId.optional(),
  /** True when a larger model than usual is to be asked, where there is one. */
  escalate: z.boolean().optional(),
  sensitivity: Sensitivity,
  target_latency_ms: PositiveCount,
});
export type RouteRequest = z.infer<typeof RouteRequest>;

export const RoutedModel = z.strictObject({ model_id: ModelId, location: ModelLocation });
export type RoutedModel = z.infer<typeof RoutedModel>;

/** Which of several answers counts when models run side by side. */
export const ParallelQuorum = z.enum(['first_valid', 'any', 'majority', 'all']);
export type ParallelQuorum = z.infer<typeof ParallelQuorum>;

/** Other models asked the same thing at the same time, and how their answers are settled. */
export const ParallelRoute = z.strictObject({ models: z.array(RoutedModel).min(1), quorum: ParallelQuorum });
export type ParallelRoute = z.infer<typeof ParallelRoute>;

/** When the route gives way to a larger model. */
export const EscalationRule = z.strictObject({
  when: z.enum(['repairs_exhausted', 'low_confidence', 'conflict', 'retrieval_gates_failed']),
  to: RoutedModel,
});
export type EscalationRule = z.infer<typeof EscalationRule>;

/** Whether the larger model that was wished for is asked, or the usual one because there is none. */
export const RouteEscalation = z.enum(['to_larger', 'none_available']);
export type RouteEscalation = z.infer<typeof RouteEscalation>;

/** Which models were chosen for a request and why; recorded, so that a cloud call can be seen and questioned. */
export const RouteDecision = z
  .strictObject({
    request: RouteRequest,
    model: RoutedModel,
    parallel: ParallelRoute.nullable(),
    escalation: EscalationRule.nullable(),
    /** What became of the wish for a larger model; absent where nobody had it. */
    escalated: RouteEscalation.optional(),
    rationale: NonEmptyText,
    decided_at: Timestamp,
  })
  .refine((decision) => decision.parallel?.models.every((other) => other.model_id !== decision.model.model_id) ?? true, {
    path: ['parallel'],
    message: 'the chosen model is listed again beside itself',
  })
  .refine((decision) => decision.request.sensitivity !== 'confidential' || staysLocal(decision), {
    message: 'confidential content may be routed to local models only',
  });
export type RouteDecision = z.infer<typeof RouteDecision>;

interface ChosenModels {
  model: RoutedModel;
  parallel: ParallelRoute | null;
  escalation: EscalationRule | null;
}

/** True when no model of the route, now or on escalation, is outside the machine. */
function staysLocal(decision: ChosenModels): boolean {
  const models = [decision.model, ...(decision.parallel?.models ?? [])];
  if (decision.escalation !== null) models.push(decision.escalation.to);
  return models.every((model) => model.location === 'local');
}
