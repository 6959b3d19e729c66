import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { StepIntent } from '../../contracts/index.ts';
import { canonicalHash } from '../../kernel/index.ts';
import type { StepFact } from './step-facts.ts';
import { foldStep, type StepRecord } from './step-record.ts';

const HASH = 'a'.repeat(64);
const intent: StepIntent = {
  key: 'k',
  effect: 'file.write',
  side_effect: 'destructive',
  request_hash: HASH,
  request: { value: 1 },
  idempotency_key: 'i',
  execution: '0'.repeat(32),
  started_at: '2026-11-15T09:00:00.000Z',
};
const second: StepIntent = { ...intent, started_at: '2026-11-15T10:00:00.000Z' };
const stored = { key: 'k', request_hash: HASH };
const outcome = { ok: true, result: { value: 7 } } as const;
const met = { effect: 'file.read', request_hash: HASH };
const resolution = { ...stored, intent_number: 1, execution: intent.execution, decision: 'did_not_happen', decided_by: 'ada', reason: 'I looked.' } as const;

const intended: StepFact = { kind: 'intended', intent };
const completed: StepFact = { kind: 'completed', result: { ...stored, effect: 'file.write', outcome } };
const stopped: StepFact = { kind: 'cancelled', cancellation: { ...stored, may_have_happened: true, reason: 'enough' } };
const resolved: StepFact = { kind: 'resolved', resolution };
const diverged: StepFact = { kind: 'diverged', divergence: { key: 'k', recorded: { effect: 'file.write', request_hash: HASH }, met } };

function folded(...facts: StepFact[]): StepRecord | undefined {
  return facts.reduce<StepRecord | undefined>(foldStep, undefined);
}

const BLANK = { intent, intents: 0, cancellations: 0, resolutions: 0, divergences: [] };

describe('the record of a step', () => {
  it.each([
    [[intended], { ...BLANK, intents: 1, standing: { is: 'under_way' } }],
    [[intended, stopped], { ...BLANK, intents: 1, cancellations: 1, standing: { is: 'stopped', mayHaveHappened: true } }],
    [[intended, stopped, resolved], { ...BLANK, intents: 1, cancellations: 1, resolutions: 1, standing: { is: 'resolved', resolution } }],
    [[intended, resolved, { kind: 'intended', intent: second }], { ...BLANK, intent: second, intents: 2, resolutions: 1, standing: { is: 'under_way' } }],
    [[intended, completed], { ...BLANK, intents: 1, standing: { is: 'completed', outcome } }],
    [[intended, completed, stopped], { ...BLANK, intents: 1, cancellations: 1, standing: { is: 'completed', outcome } }],
    [[intended, diverged], { ...BLANK, intents: 1, divergences: [canonicalHash(met)], standing: { is: 'under_way' } }],
    [[{ kind: 'completed', result: { ...stored, intent, outcome } }], { ...BLANK, standing: { is: 'completed', outcome } }],
    [[{ kind: 'cancelled', cancellation: { ...stored, intent, may_have_happened: false, reason: 'enough' } }], { ...BLANK, cancellations: 1, standing: { is: 'stopped', mayHaveHappened: false } }],
  ] as [StepFact[], StepRecord][])('folds %j', verifies('KEL-JOURNAL-01'), (facts, record) => {
    expect(folded(...facts)).toEqual(record);
  });

  it.each([
    ['an earlier intent', { ...resolution, intent_number: 1 }],
    ['an intent of another execution', { ...resolution, intent_number: 2, execution: '1'.repeat(32) }],
  ])('takes no answer that is about %s', verifies('KEL-JOURNAL-13'), (_name, other) => {
    expect(folded(intended, stopped, { kind: 'intended', intent: second }, { kind: 'resolved', resolution: other })).toEqual({ ...BLANK, intent: second, intents: 2, cancellations: 1, standing: { is: 'under_way' } });
  });

  it.each([completed, stopped, resolved, diverged])('cannot begin with $kind and no intent', verifies('KEL-JOURNAL-01'), (fact) => {
    expect(() => folded(fact)).toThrow(expect.objectContaining({ code: 'invariant.broken', data: { detail: 'the first record of a step holds its intent' } }));
  });
});
