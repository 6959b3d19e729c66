import { z } from 'zod';
import { RoutedModel, RouteDecision, RouteRequest, Sha256, type ModelId, type Timestamp } from '../../contracts/index.ts';
import type { EffectDefinition } from '../../ledger/index.ts';
import type { ModelsInUse } from '../gateway/models-in-use.ts';
import { requestHash } from '../cassettes/request-hash.ts';
import { decideRoute } from '../routing/decide-route.ts';
import { profileOf } from '../routing/profile-of.ts';
import type { ModelMeasures } from '../routing/read-measures.ts';
import { TIER_BY_WORK } from '../routing/tiers.ts';
import { estimateRequest } from '../tokens/estimate.ts';
import type { Question } from './question.ts';

const RoutingRequest = z.strictObject({ request: RouteRequest, asked: Sha256 });
type RoutingRequest = z.infer<typeof RoutingRequest>;

const RoutingResult = z.strictObject({ decision: RouteDecision, fallbacks: z.array(RoutedModel) });
export type RoutingResult = z.infer<typeof RoutingResult>;

export interface RoutingPorts {
  readonly models: ModelsInUse;
  readonly defaultModel: ModelId | undefined;
  readonly cloud: 'allow' | 'forbid';
  /** Models that are left alone for now. */
  unwell(): ReadonlySet<ModelId>;
  measuresOf(modelId: ModelId): Promise<ModelMeasures>;
  now(): Timestamp;
}

export function routingRequest({ roleId, requiredCapabilities, wantedCapabilities = [], noWeakerThan, escalate, sensitivity, targetLatencyMs, request }: Question): RoutingRequest {
  return {
    request: {
      role_id: roleId,
      required_capabilities: [...requiredCapabilities],
      ...(wantedCapabilities.length > 0 && { wanted_capabilities: [...wantedCapabilities] }),
      ...(noWeakerThan !== undefined && { no_weaker_than: noWeakerThan }),
      ...(escalate === true && { escalate }),
      sensitivity,
      target_latency_ms: targetLatencyMs,
    },
    asked: requestHash(request, 'any'),
  };
}

/** A decision rests on what was measured and which endpoints are well, so it is recorded like everything from outside. */
export function routeEffect({ work, request, policy }: Question, { models, defaultModel, cloud, unwell, measuresOf, now }: RoutingPorts): EffectDefinition<RoutingRequest, RoutingResult> {
  return {
    name: 'model.route',
    sideEffect: 'read_only',
    request: RoutingRequest,
    result: RoutingResult,
    async perform({ request: routeRequest }) {
      const candidates = await Promise.all(
        [...models.values()].map(async ({ settings, provider }) => {
          const { calibration, reliability } = await measuresOf(settings.model_id);
          return { settings, profile: profileOf(settings, provider.location, reliability), latencyMs: null, inputTokens: estimateRequest(request, settings.model_id, { calibration }).calibrated };
        }),
      );
      const { decision, fallbacks } = decideRoute({
        request: routeRequest,
        tier: TIER_BY_WORK[work],
        candidates,
        defaultModel,
        policy: { ...policy, cloud },
        openBreakers: unwell(),
        outputTokens: request.max_output_tokens,
        decidedAt: now(),
      });
      return { decision, fallbacks: [...fallbacks] };
    },
  };
}
