import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { SideEffect, StepIntent } from '../../contracts/index.ts';
import { decideStep, mayHaveHappened, type Asked } from './decide-step.ts';
import type { Standing, StepRecord } from './step-record.ts';

const HASH = 'a'.repeat(64);

function intent(sideEffect: SideEffect): StepIntent {
  const fields = { key: 'k', effect: 'file.write', request_hash: HASH, request: { value: 1 }, idempotency_key: 'i', execution: '0'.repeat(32) };
  return { ...fields, side_effect: sideEffect, started_at: '2026-11-15T09:00:00.000Z' };
}

function recorded(sideEffect: SideEffect, standing: Standing, intents = 1): StepRecord {
  return { intent: intent(sideEffect), intents, cancellations: 0, resolutions: 0, divergences: [], standing };
}

function asked(sideEffect: SideEffect, isReserving = false): Asked {
  return { effect: 'file.write', requestHash: HASH, sideEffect, isReserving, mayAskOtherwise: false };
}

const UNDER_WAY: Standing = { is: 'under_way' };
const STOPPED: Standing = { is: 'stopped', mayHaveHappened: true };
const NEVER_BEGUN: Standing = { is: 'stopped', mayHaveHappened: false };
const said = { key: 'k', request_hash: HASH, intent_number: 1, execution: '0'.repeat(32), decided_by: 'ada', reason: 'I looked.' };
const DID_NOT: Standing = { is: 'resolved', resolution: { ...said, decision: 'did_not_happen' } };
const DID: Standing = { is: 'resolved', resolution: { ...said, decision: 'did_happen', result: { value: 7 } } };
const DONE: Standing = { is: 'completed', outcome: { ok: true, result: { value: 7 } } };

const open = (writesIntent: boolean, settlesBefore = false) => ({ is: 'open', writesIntent, settlesBefore });
const unresolved = (sideEffect: SideEffect) => ({ is: 'unresolved', intent: intent(sideEffect), attempt: 1 });

describe('a step of which nothing is recorded', () => {
  it.each([
    ['read_only', false, open(false)],
    ['read_only', true, open(true)],
    ['idempotent_write', false, open(true)],
    ['destructive', false, open(true)],
    ['destructive', true, open(true)],
  ] as const)('that is %s (reserving: %s) writes an intent wherever a second time would matter', verifies('KEL-JOURNAL-02', 'KEL-JOURNAL-04'), (sideEffect, isReserving, verdict) => {
    expect(decideStep(undefined, asked(sideEffect, isReserving))).toEqual(verdict);
  });
});

describe('a step with a record', () => {
  it.each([
    ['read_only', 'read_only', UNDER_WAY, open(false)],
    ['idempotent_write', 'idempotent_write', UNDER_WAY, open(false)],
    ['destructive', 'destructive', UNDER_WAY, unresolved('destructive')],
    ['idempotent_write', 'idempotent_write', STOPPED, open(false)],
    ['destructive', 'destructive', STOPPED, unresolved('destructive')],
    ['destructive', 'destructive', NEVER_BEGUN, open(true)],
    ['idempotent_write', 'idempotent_write', NEVER_BEGUN, open(false)],
    ['destructive', 'destructive', DID_NOT, open(true)],
    ['idempotent_write', 'idempotent_write', DID_NOT, open(false)],
    ['destructive', 'destructive', DID, { is: 'vouched', result: { value: 7 }, attempt: 1 }],
    ['destructive', 'destructive', DONE, { is: 'recorded', outcome: { ok: true, result: { value: 7 } } }],
    // The class may have changed between versions; the stricter one counts.
    ['destructive', 'read_only', UNDER_WAY, unresolved('destructive')],
    ['idempotent_write', 'destructive', UNDER_WAY, unresolved('idempotent_write')],
    ['read_only', 'destructive', UNDER_WAY, open(true)],
  ] as const)('begun as %s and asked for as %s, standing %j', verifies('KEL-JOURNAL-02'), (before, now, standing, verdict) => {
    expect(decideStep(recorded(before, standing), asked(now))).toEqual(verdict);
  });

  it('that reserves writes an intent for each attempt, and settles what the one before left open', verifies('KEL-JOURNAL-02', 'KEL-JOURNAL-17'), () => {
    expect(decideStep(recorded('read_only', UNDER_WAY), asked('read_only', true))).toEqual(open(true, true));
    expect(decideStep(recorded('idempotent_write', UNDER_WAY), asked('idempotent_write', true))).toEqual(open(true, true));
    expect(decideStep(recorded('idempotent_write', STOPPED), asked('idempotent_write', true))).toEqual(open(true, true));
    expect(decideStep(recorded('destructive', DID_NOT), asked('destructive', true))).toEqual(open(true, true));
    // Whatever was stopped before it could change anything was settled when it was stopped.
    expect(decideStep(recorded('read_only', NEVER_BEGUN), asked('read_only', true))).toEqual(open(true));
    expect(decideStep(recorded('read_only', NEVER_BEGUN, 0), asked('read_only', true))).toEqual(open(true));
    expect(decideStep(recorded('read_only', UNDER_WAY, 0), asked('read_only', true))).toEqual(open(true));
    expect(decideStep(recorded('read_only', NEVER_BEGUN, 0), asked('read_only'))).toEqual(open(false));
    expect(decideStep(recorded('read_only', NEVER_BEGUN, 0), asked('idempotent_write'))).toEqual(open(true));
  });

  it.each([
    ['another effect', { ...asked('read_only'), effect: 'file.read' }],
    ['another request', { ...asked('read_only'), requestHash: 'b'.repeat(64) }],
  ])('diverges when it is asked for as %s, even if it is completed', verifies('KEL-JOURNAL-02', 'KEL-JOURNAL-06'), (_name, met) => {
    const record = recorded('read_only', DONE);
    expect(decideStep(record, met)).toEqual({ is: 'diverged', record });
  });
});

describe('a step that was recorded under versions that a person let the run leave behind', () => {
  const otherwise = (sideEffect: SideEffect): Asked => ({ ...asked(sideEffect), requestHash: 'b'.repeat(64), mayAskOtherwise: true });
  it.each([
    ['read_only', DONE, { is: 'recorded', outcome: { ok: true, result: { value: 7 } } }],
    ['destructive', DONE, { is: 'recorded', outcome: { ok: true, result: { value: 7 } } }],
    ['destructive', DID, { is: 'vouched', result: { value: 7 }, attempt: 1 }],
    ['read_only', UNDER_WAY, open(true)],
    ['idempotent_write', UNDER_WAY, unresolved('idempotent_write')],
    ['idempotent_write', NEVER_BEGUN, open(true)],
    ['destructive', STOPPED, unresolved('destructive')],
    ['destructive', DID_NOT, open(true)],
  ] as const)('and asks otherwise now: %s, standing %j', verifies('KEL-PINS-13'), (sideEffect, standing, verdict) => {
    expect(decideStep(recorded(sideEffect, standing), otherwise(sideEffect))).toEqual(verdict);
  });

  it('diverges all the same when it is another effect', verifies('KEL-PINS-13'), () => {
    const record = recorded('read_only', DONE);
    expect(decideStep(record, { ...otherwise('read_only'), effect: 'file.read' })).toEqual({ is: 'diverged', record });
  });
});

describe('what may have happened', () => {
  it('is whatever was begun, changes something and was not settled', verifies('KEL-JOURNAL-02'), () => {
    const standings = [UNDER_WAY, STOPPED, NEVER_BEGUN, DID_NOT, DID, DONE];
    const by = (sideEffect: SideEffect) => standings.map((standing) => mayHaveHappened(recorded(sideEffect, standing)));
    expect({ read: by('read_only'), write: by('idempotent_write'), destroy: by('destructive') }).toEqual({
      read: [false, false, false, false, false, false],
      write: [true, true, false, false, false, false],
      destroy: [true, true, false, false, false, false],
    });
  });
});
