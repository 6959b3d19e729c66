import { describe, expect, it } from 'vitest';
import { logOver, message } from '../../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ledgerInMemory } from '../../../test/support/ledger-in-memory.ts';
import { BUILTIN_SETUP } from '../setup.ts';
import { entryOf } from './create-log.ts';
import { envelopeOf } from './header.ts';

describe('an entry', () => {
  it('reads as its envelope does, copied or not, with a payload that is parsed once and only when it is asked for', verifies('KEL-FAST-02'), async () => {
    const { store, writer } = await ledgerInMemory();
    await writer.append({ key: 'k1', events: [message('s1', 'Hello')] });
    const [row] = await store.entries({ after: 0, limit: 1 });
    const [entry] = await logOver(store, BUILTIN_SETUP).log.readAll();
    expect(row === undefined ? undefined : [entry?.event, { ...entry?.event }]).toEqual(Array.from({ length: 2 }, () => envelopeOf(row as NonNullable<typeof row>)));
    expect(entry?.event.payload).toBe(entry?.event.payload);
    const broken = entryOf({ ...(row as NonNullable<typeof row>), payload: 'no JSON' });
    expect(broken.event.type).toBe('session.message_recorded');
    expect(() => broken.event.payload).toThrow(SyntaxError);
    expect(entryOf({ ...(row as NonNullable<typeof row>), payload: null }).event.payload).toBeNull();
  });
});
