import { describe, expect, it } from 'vitest';
import { RouteDecision, type MeasuredReliability, type ModelLocation, type ModelSettings, type RouteRequest } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { decideRoute } from './decide-route.ts';
import { profileOf } from './profile-of.ts';
import type { RouteCandidate, RouteInput } from './route-input.ts';
import { STAND_INS, TIER_BY_WORK } from './tiers.ts';

interface Told extends Partial<ModelSettings> {
  readonly location?: ModelLocation;
  readonly latencyMs?: number;
  readonly inputTokens?: number;
  readonly reliability?: MeasuredReliability;
}

function model(model_id: string, { location = 'local', latencyMs, reliability, inputTokens = 1_000, ...rest }: Told = {}): RouteCandidate {
  const settings: ModelSettings = { model_id, provider: 'p', name: model_id, tiers: ['frontier'], capabilities: ['strict_json', 'coding'], context_tokens: 10_000, output_tokens_max: 4_000, ...rest };
  return { settings, profile: profileOf(settings, location, reliability === undefined ? {} : { coder: reliability }), latencyMs: latencyMs ?? null, inputTokens };
}
const cloud = (model_id: string, told: Told = {}): RouteCandidate => model(model_id, { ...told, location: 'cloud' });
const request: RouteRequest = { role_id: 'coder', required_capabilities: ['coding'], sensitivity: 'private', target_latency_ms: 1_000 };
const input = (candidates: readonly RouteCandidate[], rest: Partial<RouteInput> = {}): RouteInput => ({
  request,
  tier: 'frontier',
  candidates,
  policy: { cloud: 'allow', libraryForbidsCloud: false, restrictedMayLeave: false },
  openBreakers: new Set(),
  outputTokens: 500,
  decidedAt: sample.time,
  ...rest,
});
const ordered = (candidates: readonly RouteCandidate[], rest: Partial<RouteInput> = {}): string[] => {
  const { decision, fallbacks } = decideRoute(input(candidates, rest));
  return [decision.model.model_id, ...fallbacks.map(({ model_id }) => model_id)];
};
function refusal(routeInput: RouteInput): unknown {
  try {
    return decideRoute(routeInput).decision.model;
  } catch (error) {
    return hasCode(error, 'model.route_refused') ? [error.data.reason, error.data.detail] : error;
  }
}

describe('a route', () => {
  it('goes to a local model that can do the work, and records the decision whole', verifies('ROLES-22', 'KEL-ROUTING-01'), () => {
    const { decision, fallbacks } = decideRoute(input([cloud('c/large'), model('small')]));
    expect(RouteDecision.parse(decision)).toEqual({
      request,
      model: { model_id: 'small', location: 'local' },
      parallel: null,
      escalation: { when: 'repairs_exhausted', to: { model_id: 'c/large', location: 'cloud' } },
      rationale: 'small runs on this machine and can do the work.',
      decided_at: sample.time,
    });
    expect(fallbacks).toEqual([{ model_id: 'c/large', location: 'cloud' }]);
  });

  it('goes to the cloud only when no local model can do it, and says why', verifies('ROLES-22', 'KEL-ROUTING-01'), () => {
    const rationale = (...candidates: RouteCandidate[]): string => decideRoute(input(candidates)).decision.rationale;
    expect(rationale(model('blind', { capabilities: ['math'] }), cloud('c'), model('tiny', { context_tokens: 1_499 }))).toBe(
      'c is asked in the cloud, which is allowed for private content. No local model can do the work: blind lacks coding. tiny holds 1499 tokens where 1500 are needed.',
    );
    expect(rationale(cloud('c'))).toBe('c is asked in the cloud, which is allowed for private content. No local model is configured.');
  });

  it('prefers the tier asked for, then the default model, then stand-ins, then speed, price and the order of the settings', verifies('KEL-ROUTING-02'), () => {
    const flash = model('flash', { tiers: ['flash'] });
    const nano = model('nano', { tiers: ['nano'] });
    const coding = model('coding', { tiers: ['coding'] });
    const frontier = model('frontier');
    const all = [nano, flash, coding, frontier];
    expect(ordered(all)).toEqual(['frontier', 'coding', 'flash', 'nano']);
    expect(ordered(all, { tier: 'nano' })).toEqual(['nano', 'flash', 'frontier', 'coding']);
    expect(ordered(all, { tier: 'flash' })).toEqual(['flash', 'frontier', 'coding', 'nano']);
    expect(ordered(all, { tier: 'coding' })).toEqual(['coding', 'frontier', 'flash', 'nano']);
    expect(ordered(all, { tier: 'coding', defaultModel: 'nano' })).toEqual(['coding', 'nano', 'frontier', 'flash']);
    expect(ordered([model('slow', { latencyMs: 1_001 }), model('fast', { latencyMs: 1_000 }), model('untimed')])).toEqual(['fast', 'untimed', 'slow']);
    expect(ordered([cloud('dear'), cloud('cheap', { tiers: ['frontier', 'nano'] }), cloud('other')])).toEqual(['cheap', 'dear', 'other']);
    expect(ordered([cloud('c', { tiers: ['nano'] }), model('l')], { tier: 'nano' })).toEqual(['l', 'c']);
  });

  it('says when a model stands in, and when it is slower than was wished for', verifies('KEL-ROUTING-02'), () => {
    const rationale = (candidate: RouteCandidate, rest: Partial<RouteInput> = {}): string => decideRoute(input([candidate], { tier: 'nano', ...rest })).decision.rationale;
    expect(rationale(model('big', { latencyMs: 1_500.4 }))).toBe('big runs on this machine and can do the work. It stands in for tier nano from frontier. It usually takes 1500 ms where 1000 are wished for.');
    expect(rationale(model('big'), { defaultModel: 'big' })).toBe('big runs on this machine and can do the work. It stands in for tier nano as the default model.');
  });

  it('sends each kind of work to its tier', verifies('MAH-5-M1', 'MAH-5-M2', 'MAH-5-M3', 'MAH-5-M4', 'MAH-5-M5', 'KEL-ROUTING-02'), () => {
    expect(TIER_BY_WORK).toEqual({ intent: 'nano', summary: 'flash', repair: 'flash', main: 'frontier', coding: 'coding', voice: 'voice' });
    expect(STAND_INS.voice).toEqual([]);
    const speaking = model('speaking', { tiers: ['voice'] });
    expect(ordered([model('text'), speaking], { tier: 'voice', defaultModel: 'text' })).toEqual(['speaking']);
    expect(refusal(input([speaking]))).toEqual(['no_model_left', 'speaking is for voice and cannot stand in for frontier.']);
    expect(ordered([speaking], { defaultModel: 'speaking' })).toEqual(['speaking']);
  });
});

describe('a second model', () => {
  const strict: Partial<RouteInput> = { request: { ...request, required_capabilities: ['strict_json'] } };
  const low = { score: 0.899, sample_size: 5 };
  const parallelOf = (candidates: RouteCandidate[], rest: Partial<RouteInput> = strict) => decideRoute(input(candidates, rest)).decision.parallel;

  it('runs beside one whose JSON often fails, and the first valid answer counts', verifies('ROLES-23', 'KEL-ROUTING-03'), () => {
    const { decision, fallbacks } = decideRoute(input([model('a', { reliability: low }), model('b'), model('c')], strict));
    expect(decision.parallel).toEqual({ models: [{ model_id: 'b', location: 'local' }], quorum: 'first_valid' });
    expect(decision.rationale).toBe('a runs on this machine and can do the work. Its output was valid in 90 % of 5 for coder, so b runs beside it and the first valid answer counts.');
    expect(fallbacks.map(({ model_id }) => model_id)).toEqual(['c']);
  });

  it('is one that is not known to fail as well, where there is one', verifies('ROLES-23', 'KEL-ROUTING-03'), () => {
    expect(parallelOf([model('a', { reliability: low }), model('b', { reliability: low }), model('c')])?.models).toEqual([{ model_id: 'c', location: 'local' }]);
    expect(parallelOf([model('a', { reliability: low }), model('b', { reliability: low })])?.models).toEqual([{ model_id: 'b', location: 'local' }]);
    const alone = decideRoute(input([model('a', { reliability: low })], strict)).decision;
    expect([alone.parallel, alone.rationale]).toEqual([null, 'a runs on this machine and can do the work. Its output was valid in 90 % of 5 for coder, and no other model can run beside it.']);
  });

  it('is not asked without need', verifies('ROLES-23', 'KEL-ROUTING-03'), () => {
    expect(parallelOf([model('a', { reliability: { score: 0.9, sample_size: 50 } }), model('b')])).toBeNull();
    expect(parallelOf([model('a', { reliability: { score: 0, sample_size: 4 } }), model('b')])).toBeNull();
    expect(parallelOf([model('a'), model('b')])).toBeNull();
    expect(parallelOf([model('a', { reliability: low }), model('b')], {})).toBeNull();
    expect(decideRoute(input([model('a', { reliability: low })])).decision.rationale).toBe('a runs on this machine and can do the work.');
    expect(parallelOf([model('a', { reliability: low }), model('b')], { request: { ...request, role_id: 'critic', required_capabilities: ['strict_json'] } })).toBeNull();
  });
});

describe('an escalation', () => {
  const escalationOf = (candidates: RouteCandidate[], rest: Partial<RouteInput> = {}) => decideRoute(input(candidates, rest)).decision.escalation;

  it('goes to the first stronger model that may be asked, for the reason that was named', verifies('KEL-ROUTING-04'), () => {
    const [nano, flash, big] = [model('nano', { tiers: ['nano'] }), model('flash', { tiers: ['flash'] }), cloud('big')];
    expect(escalationOf([big, flash, nano], { tier: 'nano' })).toEqual({ when: 'repairs_exhausted', to: { model_id: 'flash', location: 'local' } });
    expect(escalationOf([big, nano], { tier: 'nano', escalateWhen: 'conflict' })).toEqual({ when: 'conflict', to: { model_id: 'big', location: 'cloud' } });
    expect(escalationOf([model('a'), model('b')])).toBeNull();
    expect(escalationOf([model('a'), nano])).toBeNull();
    expect(escalationOf([cloud('cheap', { tiers: ['frontier', 'nano'] }), cloud('dear')])).toEqual({ when: 'repairs_exhausted', to: { model_id: 'dear', location: 'cloud' } });
    expect(escalationOf([nano, big], { tier: 'nano', request: { ...request, sensitivity: 'confidential' } })).toBeNull();
  });
});

describe('a refusal', () => {
  const one = (candidate: RouteCandidate, rest: Partial<RouteInput> = {}): unknown => refusal(input([candidate], rest));

  it('keeps confidential content here, and restricted content unless a policy lets it go', verifies('KEL-ROUTING-05'), () => {
    const ofSensitivity = (sensitivity: RouteRequest['sensitivity'], restrictedMayLeave: boolean) =>
      one(cloud('c'), { request: { ...request, sensitivity }, policy: { cloud: 'allow', libraryForbidsCloud: false, restrictedMayLeave } });
    const asked = { model_id: 'c', location: 'cloud' };
    expect(ofSensitivity('confidential', true)).toEqual(['cloud_forbidden', 'c is in the cloud, and confidential content never leaves the machine.']);
    expect(ofSensitivity('restricted', false)).toEqual(['cloud_forbidden', 'c is in the cloud, and no policy allows restricted content to leave the machine.']);
    expect([ofSensitivity('restricted', true), ofSensitivity('private', false), ofSensitivity('public', false)]).toEqual([asked, asked, asked]);
  });

  it('obeys settings and libraries that forbid the cloud', verifies('KEL-ROUTING-05'), () => {
    const under = (cloudSetting: 'allow' | 'forbid', libraryForbidsCloud: boolean) => one(cloud('c'), { policy: { cloud: cloudSetting, libraryForbidsCloud, restrictedMayLeave: true } });
    expect(under('forbid', false)).toEqual(['cloud_forbidden', 'c is in the cloud, which the settings forbid.']);
    expect(under('allow', true)).toEqual(['cloud_forbidden', 'c is in the cloud, which the policy of the library forbids.']);
    expect(ordered([model('l')], { policy: { cloud: 'forbid', libraryForbidsCloud: true, restrictedMayLeave: false } })).toEqual(['l']);
  });

  it('tells for each model why it cannot be asked, and the reason that is easiest to change', verifies('KEL-ROUTING-06'), () => {
    expect(one(model('a', { capabilities: [] }))).toEqual(['capability_missing', 'a lacks coding.']);
    expect(one(model('a', { capabilities: ['coding'] }), { request: { ...request, required_capabilities: ['vision', 'coding', 'math'] } })).toEqual(['capability_missing', 'a lacks vision, math.']);
    expect(one(model('a', { inputTokens: 9_501 }))).toEqual(['context_too_small', 'a holds 10000 tokens where 10001 are needed.']);
    expect(one(model('a', { inputTokens: 6_000 }), { outputTokens: 90_000 })).toEqual({ model_id: 'a', location: 'local' });
    expect(one(model('a'), { openBreakers: new Set(['a']) })).toEqual(['no_model_left', 'a has failed too often just now and is being left alone.']);
    const forbidden: Partial<RouteInput> = { policy: { cloud: 'forbid', libraryForbidsCloud: false, restrictedMayLeave: false } };
    expect(refusal(input([model('a', { capabilities: [] }), model('b', { context_tokens: 9 }), cloud('c')], forbidden))).toMatchObject(['cloud_forbidden', expect.any(String)]);
    expect(refusal(input([cloud('c', { capabilities: [] })], forbidden))).toEqual(['no_model_left', 'c is in the cloud, which the settings forbid and lacks coding.']);
    expect(refusal(input([]))).toEqual(['no_model_left', '']);
  });

  it('says what to do next, and lists no more models than anybody reads', verifies('KEL-ROUTING-06'), () => {
    const many = Array.from({ length: 21 }, (_, index) => model(`m${index}`, { capabilities: [] }));
    const thrown = (candidates: RouteCandidate[]): unknown => {
      try {
        return decideRoute(input(candidates));
      } catch (error) {
        return error;
      }
    };
    expect(thrown(many)).toMatchObject({ nextStep: 'Configure a model that has what is missing, or correct the capabilities in the settings of one that has it.' });
    expect(thrown(many)).toMatchObject({ message: expect.stringMatching(/^No model can be asked for coder \(tier frontier, private content\)\. m0 lacks coding\. .* m19 lacks coding\. 1 more cannot be asked either\.$/) });
    expect(thrown([])).toMatchObject({ message: 'No model can be asked for coder (tier frontier, private content). None is configured.' });
  });
});
