import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { JsonValue, LogEntry, SideEffect, StepOutcome } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { isInterruption } from './interruption.ts';
import type { EffectContext, EffectDefinition } from './journal.ts';
import { goingOnFrom, type Past } from './recorded-past.ts';
import type { StepRecord } from './step-record.ts';

const HASH = 'a'.repeat(64);
const record = (request: JsonValue, outcome: StepOutcome | undefined): StepRecord =>
  ({ intent: { key: 'call', effect: 'tool.call', side_effect: 'destructive', request_hash: HASH, request: { value: request } }, standing: outcome === undefined ? { is: 'under_way' } : { is: 'completed', outcome } }) as unknown as StepRecord;
const pastOf = (one: StepRecord): Past => ({ steps: new Map([['call', one]]), entries: new Map([['call/b', [{ position: 7 }]], ['call/a', [{ position: 5 }]], ['caller', [{ position: 1 }]]]) as unknown as Past['entries'], minted: [], fromBefore: new Set() });
const effectOf = (sideEffect: SideEffect = 'destructive', name = 'tool.call'): EffectDefinition<JsonValue, JsonValue> => ({ name, sideEffect, request: z.json(), result: z.json(), perform: async () => 'done anew' });
const told: [string, readonly LogEntry[]][] = [];
const ports = { blobs: {} as never, asHere: (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('there', 'here')) as unknown, onAnswer: async (key: string, below: readonly LogEntry[]) => void told.push([key, below]) };
const perform = (past: Past, effect: EffectDefinition<JsonValue, JsonValue>, request: JsonValue): Promise<JsonValue> => goingOnFrom(past, ports)('call', effect).perform(request, {} as EffectContext);

describe('a step that another run had completed', () => {
  it('is answered with what that one recorded under the names of here, tells what lay below it, and is not destructive any more', verifies('KEL-FORK-01', 'ELN-G-17'), async () => {
    const past = pastOf(record({ at: 'there', hash: HASH }, { ok: true, result: { value: 'it was there' } }));
    expect(await perform(past, effectOf(), { at: 'here', hash: 'b'.repeat(64) })).toBe('it was here');
    expect(told).toEqual([['call', [{ position: 5 }, { position: 7 }]]]);
    expect((['destructive', 'idempotent_write', 'read_only'] as const).map((kind) => goingOnFrom(past, ports)('call', effectOf(kind)).sideEffect)).toEqual(['idempotent_write', 'idempotent_write', 'read_only']);
  });

  it('fails as it failed', verifies('KEL-FORK-01'), async () => {
    const body = { code: 'path.missing', message: 'It is not there.', next_step: 'Look elsewhere.', data: { path: 'there' } };
    await expect(perform(pastOf(record('x', { ok: false, error: { value: body } })), effectOf(), 'x')).rejects.toMatchObject({ code: 'path.missing', message: 'It is not here.', data: { path: 'here' } });
  });

  it('stops the run when it is asked something else, or for another effect', verifies('KEL-FORK-01'), async () => {
    const past = pastOf(record({ at: 'there' }, { ok: true, result: { value: 'it was there' } }));
    for (const [effect, request, met] of [[effectOf(), { at: 'elsewhere' }, 'tool.call'], [effectOf('read_only', 'model.call'), { at: 'here' }, 'model.call']] as const) {
      const error: unknown = await perform(past, effect, request).catch((thrown: unknown) => thrown);
      expect([error instanceof KeelsonError && error.data, isInterruption(error)]).toEqual([{ key: 'call', recorded: `tool.call ${HASH}`, met: `${met} with something else` }, true]);
    }
  });
});

describe('a step that was recorded under versions that a person let the run leave behind', () => {
  it('is the answer to other words too, and to no other effect', verifies('KEL-PINS-13'), async () => {
    const past: Past = { ...pastOf(record('old words', { ok: true, result: { value: 'it was there' } })), fromBefore: new Set(['call']) };
    expect(await perform(past, effectOf(), 'new words')).toBe('it was here');
    await expect(perform(past, effectOf('read_only', 'model.call'), 'new words')).rejects.toMatchObject({ code: 'journal.diverged' });
  });
});

describe('a step that it had not completed', () => {
  it('is done', verifies('KEL-FORK-01'), async () => {
    const effect = effectOf();
    expect([goingOnFrom(pastOf(record('x', undefined)), ports)('call', effect), goingOnFrom(pastOf(record('x', undefined)), ports)('other', effect)]).toEqual([effect, effect]);
  });
});
