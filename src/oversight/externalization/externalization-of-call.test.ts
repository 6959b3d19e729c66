import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { accepted, verdictOn } from '../../../test/support/validated-appends.ts';
import { ExternalizationRecord, type Governance, type ToolCallDecision, type ToolCallOutcome } from '../../contracts/index.ts';
import { canonicalHash, createIds, fixedClock, seededRandom } from '../../kernel/index.ts';
import { externalizationOfCall, judgeWayOut, kindOfCall, type CallReachingOut } from './externalization-of-call.ts';
import { policyFor } from './policies.ts';
import { workspaceIdOf } from './receipt.ts';

const NOW = '2026-03-01T12:00:00.000Z';
const INTERNAL: Governance = { tenant: 'default', data_class: 'internal', taint_class: 'external_untrusted', privileged: false };
const fetching = [{ kind: 'url' as const, method: 'get' }];

const DECISION: ToolCallDecision = {
  tool_id: 'http_fetch',
  role_id: 'research',
  arguments: { url: 'https://news.example/' },
  workspace: '/home/ann/lease',
  definition_hash: sample.sha256,
  action_hash: sample.sha256,
  intentions: [],
  approval_id: null,
};

function call(intentions: CallReachingOut['intentions']): CallReachingOut {
  return { runId: sample.runId, call: 'execute/1/fetch', intentions, place: { workspace: DECISION.workspace } };
}

function eventsOf(intentions: CallReachingOut['intentions'], status: ToolCallOutcome['status'] = 'completed', decision = DECISION) {
  const ids = createIds({ clock: fixedClock(1), random: seededRandom(1) });
  return externalizationOfCall(call(intentions), { status }, decision, { governance: INTERNAL, settings: [], ids, now: NOW });
}

describe('a tool call that reaches outside', () => {
  it('asks a source when it reads, calls an interface when it sends, and fetches through a connector', verifies('KEL-EXTERNAL-09'), () => {
    const kinds = [
      fetching,
      [{ kind: 'url' as const, method: 'HEAD' }],
      [...fetching, { kind: 'url' as const, method: 'POST' }],
      [{ kind: 'remote' }],
      [{ kind: 'path' }, { kind: 'program' }, { kind: 'person' }],
      [],
    ].map((intentions) => kindOfCall({ intentions }));
    expect(kinds).toEqual(['external_source_query', 'external_source_query', 'api_call', 'connector_fetch', undefined, undefined]);
  });

  it('leaves a receipt that the write boundary accepts', verifies('ELN-RULE-07', 'KEL-EXTERNAL-09'), () => {
    const events = eventsOf(fetching);
    expect(events).toEqual([
      {
        type: 'externalization.recorded',
        streamId: workspaceIdOf(DECISION.workspace),
        governance: INTERNAL,
        payload: {
          receipt: {
            receipt_id: expect.stringMatching(/^rcp_/),
            externalization_kind: 'external_source_query',
            workspace_id: workspaceIdOf(DECISION.workspace),
            source_record_refs: [],
            policy_ref: 'external.external_source_query',
            status: 'completed',
            irreversible_disclosure_possible: true,
            created_at: NOW,
            schema_version: '1.0',
          },
          policy: policyFor('external_source_query').policy,
          step: { run_id: sample.runId, key: 'execute/1/fetch/call', request_hash: canonicalHash(DECISION) },
        },
      },
    ]);
    for (const intentions of [fetching, [{ kind: 'url' as const, method: 'PUT' }], [{ kind: 'remote' }]]) expect(verdictOn(eventsOf(intentions))).toEqual(accepted());
    expect(eventsOf([{ kind: 'path' }])).toEqual([]);
  });

  it('says how it ended and which yes it had', verifies('ELN-RULE-07', 'KEL-EXTERNAL-09'), () => {
    const statuses = (['completed', 'truncated', 'failed', 'interrupted'] as const).flatMap((status) => eventsOf(fetching, status)).map(({ payload }) => ExternalizationRecord.parse(payload).receipt.status);
    expect(statuses).toEqual(['completed', 'completed', 'failed', 'cancelled']);
    const [confirmed] = eventsOf(fetching, 'completed', { ...DECISION, approval_id: sample.approvalId });
    expect(confirmed?.payload['receipt']).toMatchObject({ user_confirmation_ref: { kind: 'document', key: `approval:${sample.approvalId}` } });
  });

  it('is judged by the policy of its way out before it is made', verifies('KEL-EXTERNAL-10'), () => {
    const verdict = (governance: Partial<Governance>, settings: Parameters<typeof judgeWayOut>[1]['settings'] = []) => judgeWayOut({ intentions: fetching }, { governance: { ...INTERNAL, ...governance }, settings });
    expect([verdict({}), verdict({ data_class: 'privileged' }), verdict({}, [{ kind: 'external_source_query', confirm: true }]), judgeWayOut({ intentions: [] }, { governance: INTERNAL, settings: [] })]).toEqual([
      { decision: 'allow', rule: 'externalization.policy', explanation: 'external.external_source_query allows it.' },
      { decision: 'block', rule: 'externalization.data_class', explanation: 'external.external_source_query does not let privileged material leave by external_source_query.' },
      { decision: 'gate', rule: 'externalization.confirmation', explanation: 'external.external_source_query.configured asks a person before external_source_query.' },
      undefined,
    ]);
  });
});
