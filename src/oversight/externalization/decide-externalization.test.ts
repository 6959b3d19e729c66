import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { DataClass, TaintClass, WorkspaceExternalizationKind, type ExternalizationSetting, type Governance } from '../../contracts/index.ts';
import { costCapOf } from './cost-cap.ts';
import { decideExternalization, type ExternalizationCase } from './decide-externalization.ts';
import { policyFor } from './policies.ts';

const INTERNAL: Governance = { tenant: 'default', data_class: 'internal', taint_class: 'owner_typed', privileged: false };
const cost = (usd: number) => ({ ...costCapOf('api_call', usd), cost_vector_id: 'estimate' });

function decided(kind: WorkspaceExternalizationKind, given: Partial<Omit<ExternalizationCase, 'governance'>> & { governance?: Partial<Governance> } = {}, settings: readonly ExternalizationSetting[] = []) {
  const { decision, rule, explanation } = decideExternalization({ policy: policyFor(kind, settings), hasPreview: true, isConfirmed: false, ...given, governance: { ...INTERNAL, ...given.governance } });
  return [decision, rule, explanation];
}

describe('whether something may leave', () => {
  it('follows the policy of its way out', verifies('ELN-RULE-06', 'KEL-EXTERNAL-04'), () => {
    expect([
      decided('external_source_query'),
      decided('external_source_query', { governance: { data_class: 'privileged' } }),
      decided('api_call', { governance: { privileged: true } }),
      decided('export_bundle', { governance: { taint_class: 'unclassified' } }),
      decided('external_source_query', { governance: { taint_class: 'external_untrusted' } }),
      decided('save_as'),
      decided('save_as', { isConfirmed: true }),
      decided('export_bundle', { hasPreview: false }),
      decided('export_bundle', { governance: { data_class: 'privileged' } }),
      decided('save_as', { governance: { privileged: true } }, [{ kind: 'save_as', confirm: false }]),
      decided('save_as', {}, [{ kind: 'save_as', confirm: false }]),
      decided('export_bundle', { governance: { data_class: 'local_only' }, isConfirmed: true }, [{ kind: 'export_bundle', data_classes: ['local_only'] }]),
    ]).toEqual([
      ['allowed', 'externalization.policy', 'external.external_source_query allows it.'],
      ['blocked', 'externalization.data_class', 'external.external_source_query does not let privileged material leave by external_source_query.'],
      ['blocked', 'externalization.data_class', 'external.api_call does not let privileged material leave by api_call.'],
      ['blocked', 'externalization.taint_class', 'external.export_bundle does not let unclassified content leave by export_bundle.'],
      ['allowed', 'externalization.policy', 'external.external_source_query allows it.'],
      ['confirm', 'externalization.confirmation', 'external.save_as asks a person before save_as.'],
      ['allowed', 'externalization.policy', 'external.save_as allows it.'],
      ['blocked', 'externalization.preview_missing', 'external.export_bundle asks for a preview without what is sensitive, and there is none.'],
      ['confirm', 'externalization.confirmation', 'A person confirms each time that privileged material leaves by export_bundle.'],
      ['confirm', 'externalization.confirmation', 'A person confirms each time that internal material leaves by save_as.'],
      ['allowed', 'externalization.policy', 'external.save_as.configured allows it.'],
      ['blocked', 'externalization.local_only', 'What is local only never leaves this machine, also not by export_bundle.'],
    ]);
  });

  it('depends on what it may cost', verifies('KEL-EXTERNAL-03', 'KEL-EXTERNAL-04'), () => {
    expect([
      decided('api_call', { cost: cost(1) }),
      decided('api_call', { cost: cost(1.01) }),
      decided('api_call', { cost: cost(1.01) }, [{ kind: 'api_call', max_cost_usd: 2 }]),
      decided('save_as', { cost: cost(0), isConfirmed: true }),
    ]).toEqual([
      ['allowed', 'externalization.policy', 'external.api_call allows it.'],
      ['blocked', 'externalization.cost_above_cap', 'It may cost 1.01 USD, and external.api_call allows 1.'],
      ['allowed', 'externalization.policy', 'external.api_call.configured allows it.'],
      ['blocked', 'externalization.cost_cap_missing', 'external.save_as sets no limit on what save_as may cost.'],
    ]);
  });
});

const anyKind = fc.constantFrom(...WorkspaceExternalizationKind.options);
const anySetting = (kind: WorkspaceExternalizationKind) =>
  fc.record({ kind: fc.constant(kind), confirm: fc.boolean(), preview: fc.boolean(), data_classes: fc.subarray([...DataClass.options]), taint_classes: fc.subarray([...TaintClass.options]), max_cost_usd: fc.integer({ min: 0, max: 3 }) }, { requiredKeys: ['kind'] });
const anyCase = anyKind.chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    settings: fc.array(anySetting(kind), { maxLength: 2 }),
    governance: fc.record({ data_class: fc.constantFrom(...DataClass.options), taint_class: fc.constantFrom(...TaintClass.options), privileged: fc.boolean() }),
    hasPreview: fc.boolean(),
    isConfirmed: fc.boolean(),
  }),
);
const LEAVES: readonly string[] = WorkspaceExternalizationKind.exclude(['open_native_app', 'show_in_finder', 'save_as']).options;

describe('whatever a person sets', () => {
  it('nothing local leaves the machine, and nothing privileged leaves without a confirmation', verifies('KEL-EXTERNAL-05', 'KEL-EXTERNAL-04'), () => {
    fc.assert(
      fc.property(anyCase, ({ kind, settings, governance, hasPreview, isConfirmed }) => {
        const [decision] = decided(kind, { governance, hasPreview, isConfirmed }, settings as ExternalizationSetting[]);
        if (governance.data_class === 'local_only' && LEAVES.includes(kind)) expect(decision).toBe('blocked');
        if (governance.data_class !== 'public' && governance.data_class !== 'internal' && !isConfirmed) expect(decision).not.toBe('allowed');
        if (governance.privileged && !isConfirmed) expect(decision).not.toBe('allowed');
      }),
    );
  });
});
