import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { Delivery } from './delivery.ts';
import { Suspension } from './suspension.ts';

describe('a suspension', () => {
  it('waits for an approval, for answers or for a higher limit, and names them', verifies('MH4-1-11', 'KEL-RAISE-05'), () => {
    const approval = { waiting_for: 'approval', since: sample.time, approval_id: sample.approvalId };
    const input = { waiting_for: 'input', since: sample.time, questions: ['Which year?'] };
    const budget = { waiting_for: 'budget', since: sample.time, resource: 'tokens', limit: 500, needed: 20.5, questions: ['Raise it?'] };
    expect(Suspension.parse(approval)).toEqual(approval);
    expect(faultsOf(Suspension, { ...budget, resource: 'patience', limit: -1, needed: -1, questions: [] })).toHaveLength(4);
    expect(Suspension.parse(input)).toEqual(input);
    for (const waiting of [approval, input, budget]) {
      expect(requiredFieldsOf(Suspension, waiting)).toEqual(Object.keys(waiting));
      expect(faultsOf(Suspension, { ...waiting, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    }
    expect(faultsOf(Suspension, { ...input, questions: [] })).toEqual(['questions: Too small: expected array to have >=1 items']);
    expect(faultsOf(Suspension, { waiting_for: 'godot', since: sample.time })).toEqual([
      "waiting_for: Invalid discriminator value. Expected 'approval' | 'input' | 'budget'",
    ]);
  });
});

describe('a delivery', () => {
  it('is claimed only with a channel and a time', verifies('MH4-1-11'), () => {
    const delivered = { state: 'delivered', channel: 'terminal', at: sample.time };
    expect(Delivery.parse(delivered)).toEqual(delivered);
    for (const delivery of [{ state: 'not_attempted' }, delivered, { ...delivered, state: 'failed', reason: 'mailbox full' }]) {
      expect(requiredFieldsOf(Delivery, delivery)).toEqual(Object.keys(delivery));
      expect(faultsOf(Delivery, { ...delivery, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    }
    expect(faultsOf(Delivery, { state: 'delivered' })).toEqual([
      'channel: Invalid input: expected string, received undefined',
      'at: Invalid input: expected string, received undefined',
    ]);
  });

  it('says why it failed', verifies('MH4-1-11'), () => {
    expect(faultsOf(Delivery, { state: 'failed', channel: 'email', at: sample.time })).toEqual([
      'reason: Invalid input: expected string, received undefined',
    ]);
    expect(faultsOf(Delivery, { state: 'not_attempted', channel: 'email' })).toEqual([': Unrecognized key: "channel"']);
  });
});
