import { DEMOTED_DECAY, FORGOTTEN_AT_ONCE_MAX, memoryMegramDemoted, memoryMegramsForgotten, memoryMegramWritten, type ConsolidationOrigin, type Megram, type MegramId, type MemoryPotentials, type TaintClass } from '../contracts/index.ts';
import { invariant, timestamp, type Clock, type Ids } from '../kernel/index.ts';
import type { Appended, Ledger, LogWriter } from '../ledger/index.ts';
import { demandAuthor } from './authors.ts';
import { writtenEvent } from './experience.ts';
import { memoryStreamOf, type MemoryPlace } from './place.ts';
import { contentOf } from './tags.ts';

export interface ConsolidationPorts {
  /** The Dreamer's own. */
  readonly writer: LogWriter;
  readonly ledger: Pick<Ledger, 'erase' | 'log'>;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** What the Dreamer may do to memory; nobody else is given one. Each answers when it is durable, once for one key. */
export interface ConsolidationMemory {
  /** Writes a rule of level C that was distilled from others of the same place. */
  consolidate(rule: NewRule): Promise<MegramId>;
  /** Takes a rule's timelessness away: it falls to level K. */
  demote(rule: { readonly key: string; readonly place: MemoryPlace; readonly megramId: MegramId; readonly potentials: Pick<MemoryPotentials, 'attention' | 'decision'>; readonly reason: string }): Promise<void>;
  /** Erases the words of Megrams of one place, for good, and says that they were there. */
  forget(faded: Forgetting): Promise<Appended>;
}

export interface NewRule extends MemoryPlace {
  readonly key: string;
  readonly content: string;
  readonly f: number;
  /** Above 0 for a best practice, below for a constraint. */
  readonly sigma: number;
  readonly origin: Omit<ConsolidationOrigin, 'from'>;
  /** The least trusted class of what it was distilled from. */
  readonly taintClass: TaintClass;
}

export interface Forgetting {
  readonly key: string;
  readonly place: MemoryPlace;
  /** The Megrams with their places in the stream; at most `FORGOTTEN_AT_ONCE_MAX`. */
  readonly megrams: readonly { readonly megramId: MegramId; readonly sequence: number }[];
  readonly attention: number;
  readonly reason: string;
}

export function createConsolidationMemory({ writer, ledger, clock, ids }: ConsolidationPorts): ConsolidationMemory {
  demandAuthor(writer, 'consolidation');
  return {
    async consolidate({ key, space, entity, matter, content, f, sigma, origin, taintClass }) {
      const [before] = await ledger.log.appended(key);
      if (before !== undefined) return memoryMegramWritten.payload.parse(before.event.payload).megram.megram_id;
      const { matter: _own, ...governance } = writer.author.governance;
      const megram: Megram = { megram_id: ids.mint('meg'), level: 'C', created_at: timestamp(clock), last_recalled_at: null, space, entity, content: contentOf(content), state: 'consolidated', f, sigma, k: 0 };
      await writer.append({ key, events: [writtenEvent(megram, { from: 'consolidation', ...origin }, { ...governance, taint_class: taintClass, ...(matter !== null && { matter }) })] });
      return megram.megram_id;
    },
    async demote({ key, place, megramId, potentials: { attention, decision }, reason }) {
      await writer.append({ key, events: [{ type: memoryMegramDemoted.type, streamId: memoryStreamOf(place), payload: { megram_id: megramId, from: 'C', to: 'K', k: DEMOTED_DECAY, attention, decision, reason } }] });
    },
    forget: (faded) => forgetMegrams(faded, 'faded', writer, ledger),
  };
}

/** The erasure and the word that it happened are one transaction. */
export function forgetMegrams({ key, place, megrams, attention, reason }: Forgetting, because: 'faded' | 'asked', writer: LogWriter, ledger: Pick<Ledger, 'erase'>): Promise<Appended> {
  invariant(megrams.length > 0 && megrams.length <= FORGOTTEN_AT_ONCE_MAX, 'forgetting is done in parts');
  const id = memoryStreamOf(place);
  const payload = { megram_ids: megrams.map(({ megramId }) => megramId), because, by: writer.author.actor, reason, attention, forgotten: megrams.length };
  return ledger.erase(
    { key, entries: megrams.map(({ sequence }) => ({ stream: { aggregate: 'memory', id }, sequence })), reason, requestedBy: writer.author.actor, alsoTold: [{ type: memoryMegramsForgotten.type, streamId: id, payload }] },
    writer,
  );
}
