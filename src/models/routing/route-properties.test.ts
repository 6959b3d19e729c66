import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Capability, ModelTier, RouteDecision, Sensitivity, type RoutedModel } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { decideRoute, type Route } from './decide-route.ts';
import { profileOf } from './profile-of.ts';
import type { RouteCandidate, RouteInput } from './route-input.ts';

const capabilities = fc.uniqueArray(fc.constantFrom(...Capability.options), { maxLength: 8 });
const anyReliability = fc.record({ score: fc.double({ min: 0, max: 1, noNaN: true }), sample_size: fc.integer({ min: 1, max: 60 }) });
const anyCandidate = fc
  .record({
    tiers: fc.uniqueArray(fc.constantFrom(...ModelTier.options), { minLength: 1 }),
    capabilities,
    context_tokens: fc.integer({ min: 1_000, max: 200_000 }),
    output_tokens_max: fc.integer({ min: 100, max: 8_000 }),
    location: fc.constantFrom('local' as const, 'cloud' as const),
    reliability: fc.option(anyReliability),
    latencyMs: fc.option(fc.nat(20_000)),
    inputTokens: fc.nat(100_000),
  })
  .map(({ location, reliability, latencyMs, inputTokens, ...rest }) => ({ location, reliability, latencyMs, inputTokens, rest }));

const anyInput: fc.Arbitrary<RouteInput> = fc
  .record({
    made: fc.array(anyCandidate, { minLength: 1, maxLength: 8 }),
    required: fc.uniqueArray(fc.constantFrom(...Capability.options), { maxLength: 2 }),
    sensitivity: fc.constantFrom(...Sensitivity.options),
    tier: fc.constantFrom(...ModelTier.options),
    policy: fc.record({ cloud: fc.constantFrom('allow' as const, 'forbid' as const), libraryForbidsCloud: fc.boolean(), restrictedMayLeave: fc.boolean() }),
    open: fc.uniqueArray(fc.nat(7), { maxLength: 2 }),
    outputTokens: fc.integer({ min: 1, max: 10_000 }),
    isDefaultSet: fc.boolean(),
  })
  .map(({ made, required, sensitivity, tier, policy, open, outputTokens, isDefaultSet }) => ({
    request: { role_id: 'coder', required_capabilities: required, sensitivity, target_latency_ms: 5_000 },
    tier,
    candidates: made.map(({ location, reliability, latencyMs, inputTokens, rest }, index): RouteCandidate => {
      const settings = { model_id: `m${index}`, provider: 'p', name: `m${index}`, ...rest };
      return { settings, profile: profileOf(settings, location, reliability === null ? {} : { coder: reliability }), latencyMs, inputTokens };
    }),
    ...(isDefaultSet && { defaultModel: 'm0' }),
    policy,
    openBreakers: new Set(open.map((index) => `m${index}`)),
    outputTokens,
    decidedAt: sample.time,
  }));

function routeOf(input: RouteInput): Route | undefined {
  try {
    return decideRoute(input);
  } catch (error) {
    if (hasCode(error, 'model.route_refused')) return undefined;
    throw error;
  }
}

/** Every model that a route may come to: chosen, beside, on escalation or after a failure. */
function reachable({ decision, fallbacks }: Route): readonly RoutedModel[] {
  return [decision.model, ...(decision.parallel?.models ?? []), ...(decision.escalation === null ? [] : [decision.escalation.to]), ...fallbacks];
}

function holds(input: RouteInput, { model_id }: RoutedModel, test: (candidate: RouteCandidate) => boolean): boolean {
  const candidate = input.candidates.find(({ profile }) => profile.model_id === model_id);
  return candidate !== undefined && test(candidate);
}

const RUNS = { seed: 11, numRuns: 1_000 };

describe('whatever models and policies there are', () => {
  it('nothing confidential and nothing forbidden is sent to the cloud, now or later', verifies('KEL-ROUTING-05'), () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const route = routeOf(input);
        if (route === undefined) return;
        RouteDecision.parse(route.decision);
        const { policy, request } = input;
        const mayLeave = policy.cloud === 'allow' && !policy.libraryForbidsCloud && (request.sensitivity === 'public' || request.sensitivity === 'private' || (request.sensitivity === 'restricted' && policy.restrictedMayLeave));
        if (!mayLeave) expect(reachable(route).filter(({ location }) => location === 'cloud')).toEqual([]);
      }),
      RUNS,
    );
  });

  it('no model is asked that lacks a capability, has no room, or is being left alone', verifies('KEL-ROUTING-06'), () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const route = routeOf(input);
        if (route === undefined) return;
        const { request, outputTokens, openBreakers } = input;
        const unfit = reachable(route).filter(
          (each) =>
            !holds(input, each, ({ profile, settings, inputTokens }) => {
              const isAble = profile.capabilities.length === 0 || request.required_capabilities.every((capability) => profile.capabilities.includes(capability));
              return isAble && inputTokens + Math.min(outputTokens, settings.output_tokens_max) <= profile.context_tokens && !openBreakers.has(profile.model_id);
            }),
        );
        expect(unfit).toEqual([]);
      }),
      RUNS,
    );
  });

  it('the cloud is asked first only when nobody local could be, and nobody is asked twice', verifies('ROLES-22', 'KEL-ROUTING-01'), () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const route = routeOf(input);
        if (route === undefined) return;
        const asked = [route.decision.model, ...(route.decision.parallel?.models ?? []), ...route.fallbacks];
        if (route.decision.model.location === 'cloud') expect(asked.filter(({ location }) => location === 'local')).toEqual([]);
        expect(new Set(asked.map(({ model_id }) => model_id)).size).toBe(asked.length);
      }),
      RUNS,
    );
  });
});
