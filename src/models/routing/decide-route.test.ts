import { describe, expect, it } from 'vitest';
import { RouteDecision, type Capability, type MeasuredReliability, type ModelLocation, type ModelSettings, type RouteRequest } from '../../contracts/index.ts';
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

describe('what the work needs', () => {
  const wants = (...wanted_capabilities: Capability[]): Partial<RouteInput> => ({ request: { ...request, required_capabilities: [], wanted_capabilities } });

  it('decides between models of one tier, whatever the role is called, and keeps nobody from being asked', verifies('KEL-ROUTE-05', 'ACI-50'), () => {
    const [plain, codes, both] = [model('plain', { capabilities: ['tool_calling'] }), model('codes', { capabilities: ['coding'] }), model('both', { capabilities: ['coding', 'long_context'] })];
    expect(ordered([plain, codes, both], wants())).toEqual(['plain', 'codes', 'both']);
    expect(ordered([plain, codes, both], wants('coding'))).toEqual(['codes', 'both', 'plain']);
    expect(ordered([plain, codes, both], wants('long_context', 'coding'))).toEqual(['both', 'codes', 'plain']);
    expect(ordered([plain, codes, both], { request: { ...request, role_id: 'analyst', required_capabilities: [], wanted_capabilities: ['long_context', 'coding'] } })).toEqual(['both', 'codes', 'plain']);
    expect(ordered([model('small', { tiers: ['flash'], capabilities: ['coding'] }), plain], wants('coding'))).toEqual(['plain', 'small']);
    expect(ordered([cloud('far', { capabilities: ['coding'] }), plain], wants('coding'))).toEqual(['plain', 'far']);
  });

  it('is tried on a model of which nothing is known, after those that are known to have it', verifies('KEL-ROUTE-05', 'ACI-50'), () => {
    const [unknown, knows, lacks] = [model('unknown', { capabilities: [] }), model('knows'), model('lacks', { capabilities: ['math'] })];
    expect(ordered([unknown, lacks, knows])).toEqual(['knows', 'unknown']);
    expect(refusal(input([lacks]))).toEqual(['capability_missing', 'lacks lacks coding.']);
  });

  it('runs two models where JSON is only wanted, too', verifies('ROLES-23', 'KEL-ROUTE-05'), () => {
    const low = { score: 0.5, sample_size: 9 };
    const { parallel, rationale } = decideRoute(input([model('a', { reliability: low }), model('b')], wants('strict_json'))).decision;
    expect([parallel, rationale]).toEqual([{ models: [{ model_id: 'b', location: 'local' }], quorum: 'first_valid' }, 'a runs on this machine and can do the work. Its output was valid in 50 % of 9 for coder, so b runs beside it and the first valid answer counts.']);
  });
});

describe('a bar', () => {
  const under = (bar: string): Partial<RouteInput> => ({ request: { ...request, no_weaker_than: bar } });
  const [nano, flash, local, dear, cheap] = [model('nano', { tiers: ['nano'] }), model('flash', { tiers: ['nano', 'flash'] }), model('local'), cloud('dear', { prices: { input: 1, output: 9 } }), cloud('cheap', { prices: { input: 1, output: 2 } })];

  it('leaves only models that reason at least as well, also to fall back to', verifies('ART-INV-04', 'KEL-ROUTE-01'), () => {
    const all = [nano, flash, local, dear, cheap];
    expect(ordered(all, under('nano'))).toEqual(['local', 'flash', 'nano', 'dear', 'cheap']);
    expect(ordered(all, under('flash'))).toEqual(['local', 'flash', 'dear', 'cheap']);
    expect(ordered(all, under('local'))).toEqual(['local', 'dear', 'cheap']);
    expect(ordered(all, under('dear'))).toEqual(['dear', 'cheap']);
    expect(ordered([cloud('all', { tiers: ['nano', 'frontier'] }), dear], under('dear'))).toEqual(['dear']);
    expect(ordered([nano], under('nano'))).toEqual(['nano']);
  });

  it('refuses the route when only weaker ones are left, and says what to do', verifies('ART-INV-04', 'KEL-ROUTE-01'), () => {
    expect(refusal(input([nano, local], { ...under('local'), openBreakers: new Set(['local']) }))).toEqual(['weaker_than_required', 'nano reasons less well than local, whose work it would judge. local has failed too often just now and is being left alone.']);
    expect(refusal(input([nano, dear], { ...under('dear'), policy: { cloud: 'forbid', libraryForbidsCloud: false, restrictedMayLeave: false } }))).toMatchObject(['weaker_than_required', expect.any(String)]);
    expect(refusal(input([nano], under('gone')))).toEqual(['weaker_than_required', 'nano cannot be compared with gone, which is not there any more.']);
    expect(() => decideRoute(input([nano], under('gone')))).toThrow(expect.objectContaining({ nextStep: 'Try again when a model that reasons as well as the one it judges answers, or configure a second one of that tier.' }));
  });
});

describe('a wish for a larger model', () => {
  const larger = (candidates: RouteCandidate[], rest: Partial<RouteInput> = {}) => {
    const { decision, fallbacks } = decideRoute(input(candidates, { tier: 'nano', ...rest, request: { ...request, ...rest.request, escalate: true } }));
    return { to: decision.model.model_id, escalated: decision.escalated, after: fallbacks.map(({ model_id }) => model_id), rationale: decision.rationale };
  };
  const [nano, flash, big] = [model('nano', { tiers: ['nano'] }), model('flash', { tiers: ['flash'] }), cloud('big')];

  it('goes to the next stronger one that may be asked; the usual one stands in for it', verifies('KEL-ROUTE-02'), () => {
    expect(larger([big, flash, nano])).toEqual({ to: 'flash', escalated: 'to_larger', after: ['big', 'nano'], rationale: 'Escalation: a larger model than nano was asked for, and flash is one. flash runs on this machine and can do the work. It stands in for tier nano from flash.' });
    expect(larger([nano, big])).toEqual({ to: 'big', escalated: 'to_larger', after: ['nano'], rationale: 'Escalation: a larger model than nano was asked for, and big is one. It is asked in the cloud, which is allowed for private content. It stands in for tier nano from frontier.' });
    expect(larger([cloud('small', { tiers: ['nano'] }), big]).rationale).toBe('Escalation: a larger model than small was asked for, and big is one. big is asked in the cloud, which is allowed for private content. No local model is configured. It stands in for tier nano from frontier.');
    const priced = (model_id: string, output: number) => model(model_id, { prices: { input: 1, output } });
    expect(larger([model('free'), priced('cheap', 2), priced('dear', 9)], { tier: 'frontier' })).toMatchObject({ to: 'cheap', after: ['dear', 'free'] });
  });

  it('is answered by the usual one where there is none, and the decision says so', verifies('KEL-ROUTE-02'), () => {
    const none = 'Escalation: none available, so the usual model is asked. nano runs on this machine and can do the work.';
    expect(larger([nano])).toEqual({ to: 'nano', escalated: 'none_available', after: [], rationale: none });
    expect(larger([nano, big], { request: { ...request, sensitivity: 'confidential' } })).toEqual({ to: 'nano', escalated: 'none_available', after: [], rationale: none });
    expect(larger([nano, flash], { openBreakers: new Set(['flash']) })).toEqual({ to: 'nano', escalated: 'none_available', after: [], rationale: none });
    expect(() => larger([])).toThrow('none is configured');
    expect(Object.keys(decideRoute(input([nano])).decision)).not.toContain('escalated');
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
    expect(one(model('a', { capabilities: ['math'] }))).toEqual(['capability_missing', 'a lacks coding.']);
    expect(one(model('a', { capabilities: ['coding'] }), { request: { ...request, required_capabilities: ['vision', 'coding', 'math'] } })).toEqual(['capability_missing', 'a lacks vision, math.']);
    expect(one(model('a', { inputTokens: 9_501 }))).toEqual(['context_too_small', 'a holds 10000 tokens where 10001 are needed.']);
    expect(one(model('a', { inputTokens: 6_000 }), { outputTokens: 90_000 })).toEqual({ model_id: 'a', location: 'local' });
    expect(one(model('a'), { openBreakers: new Set(['a']) })).toEqual(['no_model_left', 'a has failed too often just now and is being left alone.']);
    const forbidden: Partial<RouteInput> = { policy: { cloud: 'forbid', libraryForbidsCloud: false, restrictedMayLeave: false } };
    expect(refusal(input([model('a', { capabilities: ['math'] }), model('b', { context_tokens: 9 }), cloud('c')], forbidden))).toMatchObject(['cloud_forbidden', expect.any(String)]);
    expect(refusal(input([cloud('c', { capabilities: ['math'] })], forbidden))).toEqual(['no_model_left', 'c is in the cloud, which the settings forbid and lacks coding.']);
    expect(refusal(input([]))).toEqual(['no_model_left', '']);
  });

  it('says what to do next, and lists no more models than anybody reads', verifies('KEL-ROUTING-06'), () => {
    const many = Array.from({ length: 21 }, (_, index) => model(`m${index}`, { capabilities: ['math'] }));
    const thrown = (candidates: RouteCandidate[]): unknown => {
      try {
        return decideRoute(input(candidates));
      } catch (error) {
        return error;
      }
    };
    expect(thrown(many)).toMatchObject({ nextStep: 'Configure a model that has what is missing, or correct the capabilities in the settings of one that has it.' });
    expect(thrown(many)).toMatchObject({ message: 'No model can be asked for coder: m0 lacks coding; m1 lacks coding; m2 lacks coding; 18 more cannot be asked either.', data: { detail: expect.stringMatching(/^m0 lacks coding\. .* m19 lacks coding\. 1 more cannot be asked either\.$/) } });
    expect(thrown([])).toMatchObject({ message: 'No model can be asked for coder: none is configured.' });
  });
});
