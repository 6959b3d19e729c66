import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { EscalationRule, ParallelQuorum, ParallelRoute, RouteDecision, RouteRequest } from './route.ts';

const request = { role_id: 'coder', required_capabilities: ['coding'], sensitivity: 'private', target_latency_ms: 2_000 };
const local = { model_id: 'qwen2.5:14b', location: 'local' };
const otherLocal = { model_id: 'qwen2.5:32b', location: 'local' };
const cloud = { model_id: 'vendor/large', location: 'cloud' };
const decision = {
  request,
  model: local,
  parallel: { models: [otherLocal], quorum: 'first_valid' },
  escalation: { when: 'repairs_exhausted', to: cloud },
  rationale: 'a local model can do it',
  decided_at: sample.time,
};

describe('a route request', () => {
  it('names role, capabilities, sensitivity and latency', verifies('ROLES-20'), () => {
    expect(faultsOf(RouteRequest, { ...request, role_id: '', required_capabilities: 'coding', sensitivity: 'secret', target_latency_ms: 0 }).map((fault) => fault.split(':')[0])).toEqual(['role_id', 'required_capabilities', 'sensitivity', 'target_latency_ms']);
    expect(['public', 'private', 'restricted'].map((sensitivity) => faultsOf(RouteRequest, { ...request, sensitivity }))).toEqual([[], [], []]);
    expect(RouteRequest.parse(request)).toEqual(request);
    expect(requiredFieldsOf(RouteRequest, request)).toEqual(Object.keys(request));
    expect(RouteRequest.safeParse({ ...request, required_capabilities: ['telepathy'] }).success).toBe(false);
  });
});

describe('a route decision', () => {
  it('records the model, those beside it, the escalation rule and why', verifies('ROLES-21'), () => {
    expect(RouteDecision.parse(decision)).toEqual(decision);
    expect(requiredFieldsOf(RouteDecision, decision)).toEqual(Object.keys(decision));
    expect(requiredFieldsOf(ParallelRoute, decision.parallel)).toEqual(['models', 'quorum']);
    expect(requiredFieldsOf(EscalationRule, decision.escalation)).toEqual(['when', 'to']);
    expect(faultsOf(RouteDecision, { ...decision, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    expect(faultsOf(ParallelRoute, { ...decision.parallel, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    expect(faultsOf(EscalationRule, { ...decision.escalation, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    expect(ParallelQuorum.options).toEqual(['first_valid', 'any', 'majority', 'all']);
  });

  it('keeps what else was asked of the model, and what became of the wish for a larger one', verifies('ROLES-20', 'ROLES-21'), () => {
    const asked = { ...request, wanted_capabilities: ['long_context'], no_weaker_than: 'vendor/large', escalate: true };
    for (const escalated of ['to_larger', 'none_available']) expect(RouteDecision.parse({ ...decision, request: asked, escalated })).toEqual({ ...decision, request: asked, escalated });
    expect(faultsOf(RouteDecision, { ...decision, escalated: 'perhaps' })).toEqual(['escalated: Invalid option: expected one of "to_larger"|"none_available"']);
  });

  it('escalates for one of four reasons', verifies('ROLES-21'), () => {
    expect(faultsOf(EscalationRule, { when: 'bored', to: cloud })).toEqual([
      'when: Invalid option: expected one of "repairs_exhausted"|"low_confidence"|"conflict"|"retrieval_gates_failed"',
    ]);
  });

  it('refuses to set a model beside itself', verifies('ROLES-21'), () => {
    expect(faultsOf(RouteDecision, { ...decision, parallel: { models: [otherLocal, local], quorum: 'any' } })).toEqual([
      'parallel: the chosen model is listed again beside itself',
    ]);
    expect(faultsOf(RouteDecision, { ...decision, parallel: { models: [], quorum: 'any' } })).toEqual([
      'parallel.models: Too small: expected array to have >=1 items',
    ]);
  });

  it('never sends confidential content to the cloud, now, beside or on escalation', verifies('ROLES-21', 'KEL-RUNS-14'), () => {
    const confidential = { ...decision, request: { ...request, sensitivity: 'confidential' }, parallel: null, escalation: null };
    const fault = [': confidential content may be routed to local models only'];
    expect(faultsOf(RouteDecision, confidential)).toEqual([]);
    expect(faultsOf(RouteDecision, { ...confidential, parallel: decision.parallel })).toEqual([]);
    expect(faultsOf(RouteDecision, { ...confidential, model: cloud })).toEqual(fault);
    expect(faultsOf(RouteDecision, { ...confidential, parallel: { models: [cloud], quorum: 'any' } })).toEqual(fault);
    expect(faultsOf(RouteDecision, { ...confidential, escalation: decision.escalation })).toEqual(fault);
  });
});
