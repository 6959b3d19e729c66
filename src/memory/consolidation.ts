import { DEMOTED_DECAY, FORGOTTEN_AT_ONCE_MAX, memoryMegramDemoted, memoryMegramsForgotten, memoryMegramWritten, type ConsolidationOrigin, type Governance, type Megram, type MegramId, type MemoryPotentials, type TaintClass } from '../contracts/index.ts';
import { invariant, timestamp, type Clock, type Ids } from '../kernel/index.ts';
import type { Appended, Author, Erasure, Fence, Ledger, LogWriter, NewEvent } from '../ledger/index.ts';
import { demandAuthor } from './authors.ts';
import { writtenEvent } from './experience.ts';
import { memoryStreamOf, type MemoryPlace } from './place.ts';
import { contentOf } from './tags.ts';

export interface ConsolidationPorts {
  /** The Dreamer's own. */
  readonly writer: LogWriter;
  readonly ledger: Pick<Ledger, 'log' | 'prepareErasure'>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Held for as long as it dreams: nothing is written once it is lost. */
  readonly fences?: readonly Fence[];
}

/** What the Dreamer may do to memory; nobody else is given one. Each answers when it is durable, once for one key. */
export interface ConsolidationMemory {
  /** Writes a rule of level C that was distilled from others of the same place. */
  consolidate(rule: NewRule): Promise<MegramId>;
  /** Takes a rule's timelessness away: it falls to level K. */
  demote(rule: { readonly key: string; readonly place: MemoryPlace; readonly megramId: MegramId; readonly potentials: Pick<MemoryPotentials, 'attention' | 'decision'>; readonly reason: string }): Promise<void>;
  /** Erases what has faded of one place or several in one transaction, for good, and says that it was there. */
  forget(...faded: readonly [Forgetting, ...Forgetting[]]): Promise<Appended>;
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
  /** All of the place go, perhaps in several parts, but for its rules when they have faded. Otherwise the whole log is folded again for what stays. */
  readonly isWhole?: boolean;
  /** How far the stream of the place went when this was decided: what was learnt since is not forgotten with it. */
  readonly atSequence?: number;
}

export function createConsolidationMemory({ writer, ledger, clock, ids, fences = [] }: ConsolidationPorts): ConsolidationMemory {
  demandAuthor(writer, 'consolidation');
  return {
    async consolidate({ key, space, entity, matter, content, f, sigma, origin, taintClass }) {
      const [before] = await ledger.log.appended(key);
      if (before !== undefined) return memoryMegramWritten.payload.parse(before.event.payload).megram.megram_id;
      const megram: Megram = { megram_id: ids.mint('meg'), level: 'C', created_at: timestamp(clock), last_recalled_at: null, space, entity, content: contentOf(content), state: 'consolidated', f, sigma, k: 0 };
      await writer.append({ key, fences, events: [writtenEvent(megram, { from: 'consolidation', ...origin }, { ...governanceIn({ matter }, writer.author), taint_class: taintClass })] });
      return megram.megram_id;
    },
    async demote({ key, place, megramId, potentials: { attention, decision }, reason }) {
      await writer.append({ key, fences, events: [{ type: memoryMegramDemoted.type, streamId: memoryStreamOf(place), payload: { megram_id: megramId, from: 'C', to: 'K', k: DEMOTED_DECAY, attention, decision, reason }, governance: governanceIn(place, writer.author) }] });
    },
    async forget(...faded) {
      const [{ key, reason }] = faded;
      const erasure = { ...erasureOf(faded.map((one) => ({ ...one, isWhole: true })), 'faded', writer), reason };
      const expected = faded.flatMap(({ place, atSequence: sequence }) => (sequence === undefined ? [] : [{ stream: { aggregate: 'memory' as const, id: memoryStreamOf(place) }, sequence }]));
      return writer.append({ key, fences, expected, events: erasure.alsoTold, operations: [await ledger.prepareErasure(erasure, writer)] });
    },
  };
}

/** The erasure and the word that it happened are one transaction. */
export function forgetMegrams(forgetting: Forgetting, because: 'faded' | 'asked', writer: LogWriter, ledger: Pick<Ledger, 'erase'>): Promise<Appended> {
  return ledger.erase({ key: forgetting.key, ...erasureOf([forgetting], because, writer), reason: forgetting.reason }, writer);
}

function erasureOf(parts: readonly Forgetting[], because: 'faded' | 'asked', { author }: LogWriter): Pick<Erasure, 'entries' | 'requestedBy'> & { readonly alsoTold: NewEvent[] } {
  const places = parts.map((part) => ({ ...part, id: memoryStreamOf(part.place) }));
  return {
    entries: places.flatMap(({ id, megrams }) => megrams.map(({ sequence }) => ({ stream: { aggregate: 'memory' as const, id }, sequence }))),
    requestedBy: author.actor,
    alsoTold: places.map(({ id, place, megrams, attention, reason, isWhole = false }) => {
      invariant(megrams.length > 0 && megrams.length <= FORGOTTEN_AT_ONCE_MAX, 'forgetting is done in parts');
      const payload = { megram_ids: megrams.map(({ megramId }) => megramId), because, by: author.actor, reason, attention, forgotten: megrams.length, ...(!isWhole && { is_partial: true as const }) };
      return { type: memoryMegramsForgotten.type, streamId: id, payload, governance: governanceIn(place, author) };
    }),
  };
}

/** What is written in a place belongs to its matter, whoever writes. */
function governanceIn({ matter }: Pick<MemoryPlace, 'matter'>, { governance }: Author): Governance {
  const { matter: _own, ...rest } = governance;
  return { ...rest, ...(matter !== null && { matter }) };
}
