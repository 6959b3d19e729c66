import { FORGOTTEN_AT_ONCE_MAX, memoryMegramWritten, type LogEntry, type MegramId, type MemoryPlaceState } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import type { LogReader } from '../../ledger/index.ts';
import type { ConsolidationMemory, Forgetting } from '../consolidation.ts';
import { memoryStreamOf } from '../place.ts';

export interface ForgettingPorts {
  readonly memory: Pick<ConsolidationMemory, 'forget'>;
  readonly log: Pick<LogReader, 'read'>;
  /** A key that was never used. */
  nextKey(): string;
}

/** Forgets faded places, as many in one transaction as go together; a place that is written to meanwhile has not faded. */
export interface FadedPlaces {
  add(place: MemoryPlaceState, attention: number): Promise<void>;
  /** Forgets what is still waiting; answers what was forgotten in all. */
  done(): Promise<{ readonly places: number; readonly megrams: number }>;
}

type Faded = Omit<Forgetting, 'key'>;

export function forgetFaded({ memory, log, nextKey }: ForgettingPorts): FadedPlaces {
  let waiting: Faded[] = [];
  const forgotten = { places: 0, megrams: 0 };

  const forgetTogether = async (parts: readonly Faded[]): Promise<boolean> => {
    const [first, ...more] = parts.map((part) => ({ ...part, key: nextKey() }));
    if (first === undefined) return true;
    try {
      await memory.forget(first, ...more);
    } catch (error) {
      if (!hasCode(error, 'ledger.sequence_conflict')) throw error;
      for (const part of more.length === 0 ? [] : parts) forgotten.places += (await forgetTogether([part])) ? 1 : 0;
      return false;
    }
    forgotten.megrams += parts.reduce((total, { megrams }) => total + megrams.length, 0);
    return true;
  };
  const flush = async (): Promise<void> => {
    const parts = waiting;
    waiting = [];
    if (await forgetTogether(parts)) forgotten.places += parts.length;
  };
  /** Each part tells of itself in the stream, which is one longer for the next. */
  const forgetInParts = async (whole: Faded, atSequence: number): Promise<void> => {
    for (let at = 0, told = 0; at < whole.megrams.length; at += FORGOTTEN_AT_ONCE_MAX, told += 1) {
      if (!(await forgetTogether([{ ...whole, megrams: whole.megrams.slice(at, at + FORGOTTEN_AT_ONCE_MAX), atSequence: atSequence + told }]))) return;
    }
    forgotten.places += 1;
  };
  return {
    async add(place, attention) {
      const { megrams, atSequence } = await megramsOf(place, log);
      // What the log holds and the document does not was learnt a moment ago.
      if (megrams.length === 0 || megrams.length !== place.written - place.sops.length) return;
      const faded: Faded = { place, megrams, attention, reason: 'It has faded.', atSequence };
      if (megrams.length > FORGOTTEN_AT_ONCE_MAX) return forgetInParts(faded, atSequence);
      if (waiting.reduce((total, one) => total + one.megrams.length, megrams.length) > FORGOTTEN_AT_ONCE_MAX) await flush();
      waiting.push(faded);
    },
    async done() {
      await flush();
      return forgotten;
    },
  };
}

/** Those of levels M and K that were not erased, and how far the stream goes. */
async function megramsOf(place: MemoryPlaceState, log: Pick<LogReader, 'read'>): Promise<{ readonly megrams: { readonly megramId: MegramId; readonly sequence: number }[]; readonly atSequence: number }> {
  const rules = new Set(place.sops.map(({ megram }) => megram.megram_id));
  const stream = { aggregate: 'memory', id: memoryStreamOf(place) } as const;
  const megrams: { megramId: MegramId; sequence: number }[] = [];
  for (let after = 0; ; ) {
    const page: readonly LogEntry[] = await log.read(stream, { after, limit: FORGOTTEN_AT_ONCE_MAX });
    for (const { event } of page) {
      if (event.type !== memoryMegramWritten.type || event.payload === null) continue;
      const { megram } = memoryMegramWritten.payload.parse(event.payload);
      if (!rules.has(megram.megram_id)) megrams.push({ megramId: megram.megram_id, sequence: event.sequence });
    }
    after = page.at(-1)?.event.sequence ?? after;
    if (page.length < FORGOTTEN_AT_ONCE_MAX) return { megrams, atSequence: after };
  }
}
