import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { BUILTIN_SETUP } from '../setup.ts';
import { eventCatalogue, type StepIntent, type StepResult } from '../../contracts/index.ts';
import { canonicalValue, createIds, fixedClock, systemRandom, timestamp } from '../../kernel/index.ts';
import { checkedAuthor, prepareAppend } from '../log/prepare.ts';
import { eventOf, type StepFact } from './step-facts.ts';

const clock = fixedClock(1_800_000_000_000);
const ids = createIds({ clock, random: systemRandom });
const runId = ids.mint('run');
const author = checkedAuthor({ actor: 'mother', governance: { tenant: 'default', data_class: 'internal', taint_class: 'owner_typed', privileged: false } });
const ports = { catalogue: eventCatalogue(BUILTIN_SETUP.events), ids, author, recordedAt: timestamp(clock) };

const hash = 'a'.repeat(64);
const intent: StepIntent = { key: 'execute/1/model', effect: 'model.call', side_effect: 'read_only', request_hash: hash, request: canonicalValue('{"b":1}') as StepIntent['request'], idempotency_key: hash, execution: '0'.repeat(32), started_at: timestamp(clock) };
const result: StepResult = { key: intent.key, effect: intent.effect, request_hash: hash, outcome: { ok: true, result: canonicalValue('[1]') as never } };

/** As it is written when nothing is known of the fact, and when the journal made it. */
const written = (fact: StepFact): string[] =>
  [eventOf(runId, fact), { ...eventOf(runId, fact), payload: { ...eventOf(runId, fact).payload } }].map((event) => prepareAppend({ key: 'k', events: [event] }, ports).events[0]?.payload ?? '');

describe('a record of a step', () => {
  it('is written as its schema would have it, whether it is taken apart or not', verifies('KEL-FAST-63'), () => {
    const facts: StepFact[] = [
      { kind: 'intended', intent },
      { kind: 'completed', result },
      { kind: 'completed', result: { ...result, intent } },
      { kind: 'completed', result: { ...result, outcome: { ok: false, error: canonicalValue('{"code":"x"}') as never } } },
    ];
    for (const fact of facts) {
      const [asMade, parsed] = written(fact);
      expect(asMade).toBe(parsed);
    }
  });

  it('is refused where an effect says of itself what no effect may', verifies('KEL-FAST-63'), () => {
    const wrong: StepFact[] = [
      { kind: 'intended', intent: { ...intent, effect: 'no noun and verb' } },
      { kind: 'intended', intent: { ...intent, side_effect: 'harmless' as never } },
      { kind: 'intended', intent: { ...intent, started_at: 'now' } },
      { kind: 'completed', result: { ...result, effect: 'Model.Call' } },
      { kind: 'completed', result: { ...result, intent: { ...intent, effect: 'nothing' } } },
      { kind: 'completed', result: { ...result, settlement_refused: { code: 1 } as never } },
      { kind: 'cancelled', cancellation: { key: intent.key, request_hash: hash, may_have_happened: false, reason: '' } },
    ];
    for (const fact of wrong) expect(() => written(fact)).toThrow(expect.objectContaining({ code: 'ledger.event_invalid' }));
  });
});
