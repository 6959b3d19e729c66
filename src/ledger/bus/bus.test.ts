import { describe, expect, it } from 'vitest';
import { logOver, message } from '../../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { eventCatalogue, sessionMessageRecorded } from '../../contracts/index.ts';
import { createDecider } from '../decide/decide.ts';
import { createMemoryStore } from '../memory-store.ts';
import { BUILTIN_SETUP } from '../setup.ts';
import { createBus } from './bus.ts';

describe('a subscription', () => {
  it('says which message it cannot read, and what to do', verifies('KEL-BUS-02'), async () => {
    const store = createMemoryStore({ decider: createDecider(BUILTIN_SETUP), time: () => ({ epoch: 'boot', monotonicMs: 0, wallMs: 0 }) });
    const { log, writer } = logOver(store, BUILTIN_SETUP);
    await writer.append({ key: 'k1', events: [message('s1', 'x')] });
    const bus = createBus({ store, reader: log, catalogue: eventCatalogue([]) });
    const reading = bus.subscribe([sessionMessageRecorded], { after: 0, signal: new AbortController().signal })[Symbol.asyncIterator]().next();
    await expect(reading).rejects.toMatchObject({
      code: 'ledger.event_invalid',
      message: 'Entry 1 (session.message_recorded) cannot be read: session.message_recorded.',
      nextStep: 'Use the version of Keelson that wrote it, or a newer one.',
      data: { type: 'session.message_recorded', fault: 'unknown_type', detail: 'session.message_recorded' },
    });
  });
});
