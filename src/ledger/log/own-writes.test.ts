import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logOver, message, runId, terminated } from '../../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ledgerInMemory } from '../../../test/support/ledger-in-memory.ts';
import { eventCatalogue, EVENTS } from '../../contracts/index.ts';
import { OWN_ENTRIES_MAX, OWN_STREAMS_MAX } from '../limits.ts';
import { BUILTIN_SETUP } from '../setup.ts';
import { createOwnWrites, type OwnEntry } from './own-writes.ts';

const TYPES = ['run.started', 'run.cancel_requested', 'run.terminated', 'counter.reserved'] as const;
const writes = () => createOwnWrites(eventCatalogue(EVENTS));
const entry = (position: number, type: string | undefined, stream = 'run/a'): OwnEntry => ({ stream, position, sequence: position, type });

describe('what a process wrote itself', () => {
  it('is passed over up to what somebody looks for, and never further than is known', verifies('KEL-FAST-22'), () => {
    const own = writes();
    expect(own.passOver(undefined, 0, ['run.terminated'])).toBe(0);
    own.note([entry(4, 'run.started'), entry(5, 'run.terminated'), entry(6, 'run.started'), entry(7, undefined, 'counter/c')]);
    expect([3, 4, 5, 6, 7, 8].map((after) => own.passOver(undefined, after, ['run.terminated']))).toEqual([4, 4, 7, 7, 7, 8]);
    // Nobody can tell what stands before it.
    expect(own.passOver(undefined, 2, ['run.terminated'])).toBe(2);
    // What an operation wrote may be of any type of its aggregate; a type that nobody knows may be anywhere.
    expect([own.passOver(undefined, 3, ['counter.settled']), own.passOver(undefined, 3, ['no.such_type']), own.passOver('run/a', 5, ['run.terminated']), own.passOver('run/b', 5, ['run.terminated'])]).toEqual([6, 3, 6, 5]);
  });

  it('hides nothing that anybody else wrote in between, wherever one stands', verifies('KEL-FAST-22'), () => {
    const logs = fc.array(fc.record({ type: fc.constantFrom(...TYPES), isOwn: fc.boolean(), isKnown: fc.boolean() }), { maxLength: 40 });
    fc.assert(
      fc.property(logs, fc.nat(40), fc.subarray([...TYPES], { minLength: 1 }), (log, after, types) => {
        const own = writes();
        const entries = log.map(({ type, isKnown }, at) => entry(at + 1, isKnown ? type : undefined, `${type.split('.')[0]}/a`));
        for (const [at, { isOwn }] of log.entries()) if (isOwn) own.note([entries[at] as OwnEntry]);
        const passed = own.passOver(undefined, after, types);
        return passed >= after && log.slice(after, passed).every(({ type, isOwn }) => isOwn && !types.includes(type));
      }),
    );
  });

  it('takes no more room however much is written', verifies('KEL-FAST-22'), () => {
    const own = writes();
    for (let position = 1; position <= OWN_ENTRIES_MAX + 1; position += 1) own.note([entry(position, 'run.started')]);
    expect([own.passOver(undefined, OWN_ENTRIES_MAX - 1, ['run.terminated']), own.passOver(undefined, OWN_ENTRIES_MAX, ['run.terminated'])]).toEqual([OWN_ENTRIES_MAX - 1, OWN_ENTRIES_MAX + 1]);
    for (let stream = 1; stream <= OWN_STREAMS_MAX; stream += 1) own.note([{ stream: `run/${stream}`, position: OWN_ENTRIES_MAX + 1 + stream, sequence: 1, type: 'run.started' }]);
    expect([own.passOver('run/1', 0, ['run.terminated']), own.passOver('run/2', 0, ['run.terminated'])]).toEqual([0, 1]);
  });

  it('is known to the log that it was written through', verifies('KEL-FAST-22'), async () => {
    const { log, writer } = logOver((await ledgerInMemory()).store, BUILTIN_SETUP);
    await writer.append({ key: 'k1', events: [message('s', 'one'), terminated(runId(1)), message('s', 'two')] });
    const end = log.passOver?.({ after: 0 }, ['session.message_recorded']) ?? -1;
    expect([end, log.passOver?.({ after: 1 }, ['run.terminated']), log.passOver?.({ after: 2 }, ['run.terminated']), log.passOver?.({ stream: { aggregate: 'session', id: 's' }, after: 0 }, ['run.terminated'])]).toEqual([0, 1, 3, 2]);
    // A key that was used before says nothing new.
    await writer.append({ key: 'k1', events: [message('s', 'one'), terminated(runId(1)), message('s', 'two')] });
    expect(log.passOver?.({ after: 2 }, ['run.terminated'])).toBe(3);
  });
});
