import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { WorkspaceExternalizationKind, WorkspaceExternalizationPolicy } from '../../contracts/index.ts';
import { canonicalHash } from '../../kernel/index.ts';
import { costCapOf, costCapRef, usdAtMost } from './cost-cap.ts';
import { policyFor } from './policies.ts';

const EXTERNALIZATION_POLICIES = WorkspaceExternalizationKind.options.map((kind) => policyFor(kind).policy);
const ALL_DATA = ['public', 'internal', 'privileged', 'local_only'];
const ASKABLE = ['public', 'internal'];
const CLASSIFIED = ['owner_typed', 'internal_corpus_trusted', 'user_trusted_bounded', 'external_authority_trusted', 'external_untrusted'];
const ANY = [...CLASSIFIED, 'unclassified'];

describe('the policies of the ways out', () => {
  it('cover each of the ten with the data and the trust that it allows', verifies('ELN-RULE-06', 'KEL-EXTERNAL-01'), () => {
    const rows = EXTERNALIZATION_POLICIES.map((policy) => WorkspaceExternalizationPolicy.parse(policy)).map((one) => [
      one.policy_id, one.requires_user_confirmation, one.requires_redaction_preview, one.allowed_data_classes, one.allowed_taint_classes, policyFor(one.externalization_kind).usdMax, one.provider_logging_warning_required, one.replay_policy,
    ]);
    expect(rows).toEqual([
      ['external.open_in_browser', true, false, ASKABLE, CLASSIFIED, null, true, 'skip_and_record_divergence'],
      ['external.open_native_app', true, false, ALL_DATA, CLASSIFIED, null, false, 'skip_and_record_divergence'],
      ['external.show_in_finder', true, false, ALL_DATA, CLASSIFIED, null, false, 'skip_and_record_divergence'],
      ['external.save_as', true, false, ALL_DATA, CLASSIFIED, null, false, 'skip_and_record_divergence'],
      ['external.export_bundle', true, true, ['public', 'internal', 'privileged'], CLASSIFIED, null, false, 'skip_and_record_divergence'],
      ['external.external_source_query', false, false, ASKABLE, ANY, 0.1, true, 'reuse_recorded_output'],
      ['external.connector_fetch', false, false, ASKABLE, ANY, 0.1, true, 'reuse_recorded_output'],
      ['external.api_call', false, false, ASKABLE, ANY, 1, true, 'reuse_recorded_output'],
      ['external.email_source_fetch', true, false, ASKABLE, ANY, null, true, 'reuse_recorded_output'],
      ['external.browser_session_read', true, false, ASKABLE, ANY, null, true, 'reuse_recorded_output'],
    ]);
    const logged = 'Whoever answers keeps a record of what was asked, from where and when.';
    expect(EXTERNALIZATION_POLICIES.map((one) => one.warning_text)).toEqual(['The site learns that and from where it was opened.', '', '', '', '', logged, logged, logged, logged, logged]);
  });

  it('are changed one term at a time by a person, the later change counting more', verifies('KEL-EXTERNAL-02'), () => {
    const before = policyFor('api_call');
    expect(policyFor('api_call', [{ kind: 'save_as', confirm: false }])).toEqual(before);
    const changed = policyFor('api_call', [
      { kind: 'api_call', confirm: true, max_cost_usd: 5, data_classes: ['public'] },
      { kind: 'api_call', preview: true, max_cost_usd: 0.5, taint_classes: ['owner_typed'] },
    ]);
    expect(changed).toEqual({
      policy: { ...before.policy, policy_id: 'external.api_call.configured', requires_user_confirmation: true, requires_redaction_preview: true, allowed_data_classes: ['public'], allowed_taint_classes: ['owner_typed'], max_cost_vector_ref: costCapRef('api_call', 0.5) },
      usdMax: 0.5,
    });
  });
});

describe('a limit on cost', () => {
  it('is referred to by a key from which it can be made again', verifies('KEL-EXTERNAL-03'), () => {
    expect(costCapRef('api_call', 1)).toEqual({ kind: 'document', key: 'external_cost_cap:api_call:1', sha256: canonicalHash(costCapOf('api_call', 1)) });
    expect(usdAtMost(costCapOf('api_call', 1))).toBe(1);
  });

  it('is compared with the most that an estimate admits', verifies('KEL-EXTERNAL-03'), () => {
    const at = (components: Parameters<typeof usdAtMost>[0]['components']) => usdAtMost({ ...costCapOf('api_call', 0), components });
    expect([
      at({}),
      at({ usd: { expected: 1, unit: 'usd' } }),
      at({ usd: { expected: 1, p50: 2, unit: 'usd' } }),
      at({ usd: { expected: 1, p50: 2, p90: 3, unit: 'usd' } }),
      at({ usd: { expected: 1, p50: 2, p90: 3, p99: 4, unit: 'usd' } }),
      at({ usd: { expected: 1, p99: 4, hard_cap: 5, unit: 'usd' }, external_api_usd: { expected: 10, unit: 'external_api_usd' }, wall_clock_ms: { expected: 900, unit: 'wall_clock_ms' } }),
    ]).toEqual([0, 1, 2, 3, 4, 15]);
  });
});
