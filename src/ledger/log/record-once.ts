import { hasCode, sha256Hex } from '../../kernel/index.ts';
import type { LedgerOperation } from '../request.ts';
import type { LogWriter, NewEvent } from './log.ts';

/** Paths of steps may be longer than keys of appends. */
const APPEND_KEY_CHARS_MAX = 256;

/**
 * Appends under a key made of the path. A resumed run writes again what it wrote before; what was learnt meanwhile may
 * differ, and the first record stands.
 */
export async function recordOnce(log: Pick<LogWriter, 'append'>, prefix: string, path: string, events: readonly NewEvent[], operations: readonly LedgerOperation[] = []): Promise<void> {
  const key = path.length <= APPEND_KEY_CHARS_MAX ? path : `${prefix}:${sha256Hex(path)}`;
  try {
    await log.append({ key, events, ...(operations.length > 0 && { operations }) });
  } catch (error) {
    if (!hasCode(error, 'ledger.key_reused')) throw error;
  }
}
