import { AppendKey, type LogEntry } from '../contracts/index.ts';
import { hasCode, sha256Hex } from '../kernel/index.ts';
import type { LogReader, LogWriter, NewEvent } from '../ledger/index.ts';

export interface SayOncePorts {
  readonly log: Pick<LogWriter, 'append'>;
  readonly reader: Pick<LogReader, 'appended'>;
}

/**
 * Appends under the key of whoever says it. Said again it is answered with what was recorded, so that nothing is said
 * twice; something else under the same key is refused by the log. `recognise` gives what was said, when it is the same.
 */
export async function sayOnce<Said>(name: string, { log, reader }: SayOncePorts, recognise: (entries: readonly LogEntry[]) => Said | undefined, say: () => { readonly said: Said; readonly events: readonly NewEvent[] }): Promise<Said> {
  // Whoever calls may use any text as their key.
  const key = AppendKey.safeParse(name).success ? name : `said:${sha256Hex(name)}`;
  const recorded = recognise(await reader.appended(key));
  if (recorded !== undefined) return recorded;
  const { said, events } = say();
  try {
    await log.append({ key, events });
    return said;
  } catch (error) {
    if (!hasCode(error, 'ledger.key_reused')) throw error;
    // Somebody said it at the same moment, under an id of its own.
    const first = recognise(await reader.appended(key));
    if (first === undefined) throw error;
    return first;
  }
}
