import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { AccessDecision, AccessLog } from './access-log.ts';

const log = {
  log_id: sample.accessLogId,
  timestamp: sample.time,
  run_id: sample.runId,
  user_id: 'ada',
  agent_role: 'research',
  library_id: 'financials',
  document_ids: [sample.documentId],
  chunk_ids: [sample.chunkId],
  query: 'salaries in 2024',
  model_id: 'qwen2.5:14b',
  retrieval_count: 1,
  redactions_applied: 2,
  access_granted: true,
  policy_violations: [],
};

const refused = {
  ...log,
  chunk_ids: [],
  retrieval_count: 0,
  redactions_applied: 0,
  access_granted: false,
  policy_violations: ['agent denied'],
};

describe('an access log', () => {
  it('says who, what, how and with what outcome; why is asked only of some libraries', verifies('MH4-7-26'), () => {
    const justified = { ...log, justification: 'annual review' };
    expect(AccessLog.parse(justified)).toEqual(justified);
    expect(requiredFieldsOf(AccessLog, justified)).toEqual(Object.keys(log));
    expect(faultsOf(AccessLog, { ...log, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
  });

  it('cannot grant what violates a policy', verifies('MH4-7-26', 'KEL-RUNS-17'), () => {
    expect(faultsOf(AccessLog, { ...log, policy_violations: ['agent denied'] })).toEqual([
      'access_granted: access that violates a policy is not granted',
    ]);
    expect(faultsOf(AccessLog, refused)).toEqual([]);
    expect(faultsOf(AccessLog, { ...refused, policy_violations: [] })).toEqual([]);
  });

  it('yields no chunks when access was refused', verifies('MH4-7-26', 'KEL-RUNS-17'), () => {
    expect(faultsOf(AccessLog, { ...refused, chunk_ids: [sample.chunkId], retrieval_count: 1 })).toEqual([
      'chunk_ids: a refused request yields no chunks',
    ]);
    expect(faultsOf(AccessLog, { ...refused, redactions_applied: 1 })).toEqual([
      'redactions_applied: a refused request leaves nothing to redact',
    ]);
  });

  it('counts exactly the chunks it lists', verifies('MH4-7-26', 'KEL-RUNS-17'), () => {
    const fault = ['retrieval_count: the count is that of the chunks listed'];
    expect(faultsOf(AccessLog, { ...refused, retrieval_count: 7 })).toEqual(fault);
    expect(faultsOf(AccessLog, { ...log, retrieval_count: 2 })).toEqual(fault);
    expect(faultsOf(AccessLog, { ...log, chunk_ids: [], retrieval_count: 0 })).toEqual([]);
  });
});

describe('an access decision', () => {
  it('names the policy that allowed it or the reason that did not', () => {
    const allowed = { allowed: true, policy_applied: 'financials' };
    const refused = { allowed: false, reason: 'no_justification', details: 'Say why you need it.' };
    expect(AccessDecision.parse(allowed)).toEqual(allowed);
    expect(AccessDecision.parse(refused)).toEqual(refused);
    expect(faultsOf(AccessDecision, { ...refused, reason: 'mood' })).toEqual([
      'reason: Invalid option: expected one of "policy_violation"|"rate_limit_exceeded"|"no_justification"',
    ]);
  });
});
