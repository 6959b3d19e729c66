import { AUDIT_FACTS_VERSION, ledgerPayloadErased, type AuditLine, type EventEnvelope } from '../contracts/index.ts';
import { canonicalJson, hasCode, sha256Hex } from '../kernel/index.ts';
import { chainHash, GENESIS, PAGE_ENTRIES, type EntryRow } from '../ledger/index.ts';
import type { Faults } from './faults.ts';
import { factsOfEntry } from './line.ts';
import type { AuditedLog } from './ports.ts';

export interface WalkedLog {
  /** Holds a line against the event at its position. Lines come in order. */
  compare(line: AuditLine): Promise<void>;
  /** Walks what the audit has no line for, and says how much there was. */
  finish(auditedTo: number): Promise<{ readonly events: number; readonly erased: number; readonly notAudited: number }>;
}

/** Walks the log beside the audit: its own chain, the hash of each payload, and that each erasure is told of. */
export function walkLog(log: AuditedLog, faults: Faults): WalkedLog {
  let hash = GENESIS.chainHash;
  let isLinked = true;
  let position = 0;
  let events = 0;
  let erased = 0;
  const unexplained = new Map<string, number>();
  const page = pages(log, faults);

  const take = (entry: EntryRow): void => {
    if (entry.position !== position + 1) faults.add('audit.log_entry_missing', position + 1, 'ledger', `after entry ${position} comes entry ${entry.position}`);
    else if (isLinked && chainHash(hash, entry) !== entry.chainHash) faults.add('audit.log_chain_broken', entry.position, 'ledger', 'its link does not fit what stands before it and in it');
    [position, hash, isLinked] = [entry.position, entry.chainHash, true];
    events += 1;
    checkPayload(entry);
  };
  const checkPayload = ({ payload, header, stream, sequence, position: at }: EntryRow): void => {
    const { type, payload_hash } = headerOf(header);
    if (payload === null) {
      erased += 1;
      unexplained.set(`${stream}#${sequence}`, at);
      return;
    }
    if (sha256Hex(payload) !== payload_hash) faults.add('audit.log_payload_changed', at, 'ledger', `${String(type)}: what it says does not have the hash it was written with`);
    if (type === ledgerPayloadErased.type) for (const place of erasuresIn(payload)) unexplained.delete(place);
  };
  const next = async (): Promise<EntryRow | undefined> => {
    const entry = await page.next(position);
    if (entry === 'unreadable') {
      position += 1;
      isLinked = false;
      return undefined;
    }
    if (entry !== undefined) take(entry);
    return entry;
  };
  return {
    async compare(line) {
      // What the audit has no line for, because it was taken out of it, is passed over: the audit's own chain tells of it.
      while (position < line.position - 1 && !page.isAtEnd()) await next();
      if (position >= line.position) return;
      const entry = await next();
      if (entry === undefined) {
        if (page.isAtEnd()) faults.add('audit.log_tail_cut', line.position, 'ledger', 'the audit has seen an event there, and the log ends before it');
        return;
      }
      compareEntry(line, entry, faults);
    },
    async finish(auditedTo) {
      while (!page.isAtEnd() && !faults.isFull()) await next();
      for (const at of unexplained.values()) faults.add('audit.log_payload_missing', at, 'ledger', 'what it said is gone, and no erasure names it');
      return { events, erased, notAudited: Math.max(0, position - auditedTo) };
    },
  };
}

function compareEntry(line: AuditLine, entry: EntryRow, faults: Faults): void {
  const at = line.position;
  if (entry.position !== at) return;
  if (entry.chainHash !== line.chain_hash) {
    faults.add('audit.log_rewritten', at, 'ledger', 'its chain is not the one that the audit saw when it was written');
    return;
  }
  const header = headerOf(entry.header);
  const differs = (['event_id', 'type', 'version', 'actor', 'aggregate', 'recorded_at', 'payload_hash'] as const).filter((field) => header[field] !== line[field]);
  const place = header.aggregate_id !== line.stream_id || entry.sequence !== line.stream_sequence;
  if (differs.length > 0 || place) faults.add('audit.log_entry_differs', at, 'ledger', `log and audit disagree about ${[...differs, ...(place ? ['its stream'] : [])].join(', ')}`);
  else if (line.facts !== null && entry.payload !== null && line.facts_version === AUDIT_FACTS_VERSION) {
    const drawn = factsOfEntry(line.type, entry.payload);
    if (drawn !== null && canonicalJson(drawn) !== canonicalJson(line.facts)) faults.add('audit.log_entry_differs', at, 'ledger', 'the facts that the audit noted are not those of the event');
  }
}

function headerOf(header: string): Partial<EventEnvelope> {
  try {
    return JSON.parse(header) as Partial<EventEnvelope>;
  } catch {
    return {};
  }
}

function erasuresIn(payload: string): string[] {
  try {
    const { erased } = ledgerPayloadErased.payload.parse(JSON.parse(payload)) as { readonly erased: readonly { readonly aggregate: string; readonly stream_id: string; readonly sequence: number }[] };
    return erased.map(({ aggregate, stream_id, sequence }) => `${aggregate}/${stream_id}#${sequence}`);
  } catch {
    return [];
  }
}

/** One entry after another; a page that cannot be read is read one by one, so that a bad row hides no other. */
function pages(log: AuditedLog, faults: Faults) {
  let waiting: EntryRow[] = [];
  let isAtEnd = false;
  const fetch = async (after: number, limit: number): Promise<readonly EntryRow[] | undefined> => {
    try {
      return await log.entries({ after, limit });
    } catch (error) {
      if (!hasCode(error, 'ledger.corrupt')) throw error;
      return undefined;
    }
  };
  return {
    isAtEnd: () => isAtEnd && waiting.length === 0,
    async next(after: number): Promise<EntryRow | 'unreadable' | undefined> {
      const ready = waiting.shift();
      if (ready !== undefined) return ready;
      const page = (await fetch(after, PAGE_ENTRIES)) ?? (await fetch(after, 1));
      if (page === undefined) {
        isAtEnd = after + 1 >= (await log.head()).position;
        faults.add('audit.log_unreadable', after + 1, 'ledger', 'the storage refuses to hand it out: it changed on the disk');
        return 'unreadable';
      }
      isAtEnd = page.length === 0;
      waiting = [...page];
      return waiting.shift();
    },
  };
}
