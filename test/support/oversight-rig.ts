import { eventCatalogue, EVENTS, type RunId } from '../../src/contracts/index.ts';
import { createIds, seededRandom, type Ids } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, createBus, createDocuments, type Bus, type Documents, type LedgerStore, type Log, type LogWriter } from '../../src/ledger/index.ts';
import { logOver, terminated } from '../contract-suites/ledger-samples.ts';
import { JOURNAL_RUN, journalFixture, type JournalFixture } from './journal-fixture.ts';

/** What a person's words go through: their own writer and reader of one ledger. */
export interface PersonAt {
  readonly log: LogWriter;
  readonly reader: Log;
  readonly documents: Documents;
  readonly bus: Bus;
  readonly ids: Ids;
}

let people = 100;

/** A person at a process of their own over the store. */
export function personAt(store: LedgerStore, clock: JournalFixture['clock']): PersonAt {
  people += 1;
  const { log: reader } = logOver(store, BUILTIN_SETUP);
  const log = reader.writerFor({ actor: 'owner', governance: { tenant: 'default', data_class: 'internal', taint_class: 'owner_typed', privileged: false } });
  return { log, reader, documents: createDocuments(store, BUILTIN_SETUP.projections), bus: createBus({ store, reader, catalogue: eventCatalogue(EVENTS) }), ids: createIds({ clock, random: seededRandom(people) }) };
}

export interface OversightRig extends JournalFixture {
  readonly runId: RunId;
  readonly person: PersonAt;
  /** Ends the run. */
  end(details?: string): Promise<void>;
}

/** A run at work in memory and a person beside it. */
export async function oversightRig(): Promise<OversightRig> {
  const fixture = await journalFixture();
  return {
    ...fixture,
    runId: JOURNAL_RUN,
    person: personAt(fixture.store, fixture.clock),
    end: async (details = 'all done') => void (await fixture.writer.append({ key: 'the-end', events: [terminated(JOURNAL_RUN, details)] })),
  };
}
