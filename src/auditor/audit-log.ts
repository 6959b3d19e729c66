import type { AuditFault, AuditHead, AuditLine } from '../contracts/index.ts';
import { hasCode, timestamp, type Clock } from '../kernel/index.ts';
import { chainHash, GENESIS, type EntryRow } from '../ledger/index.ts';
import { damaged, HEAD_FILE, readHead, recover, segmentName, segmentsIn, writeHead } from './audit-files.ts';
import { AUDIT_GENESIS, lineOf } from './line.ts';
import { BATCH_LINES_MAX, SEGMENT_LINES_MAX } from './limits.ts';
import type { AuditedLog, AuditFolder } from './ports.ts';

export interface AuditLogPorts {
  readonly log: AuditedLog;
  readonly folder: AuditFolder;
  readonly clock: Clock;
  readonly segmentLinesMax?: number;
}

/** What one batch came to. */
export interface Batch {
  readonly head: AuditHead;
  /** Lines that are new to the figures: written now, or by a process that died before it counted them. */
  readonly lines: readonly AuditLine[];
  /** True when the log holds nothing further. */
  readonly isAtEnd: boolean;
  /** Why the log is no longer what was audited: then nothing was written. */
  readonly fault: AuditFault | undefined;
}

/** Where the audit stands, made when it was never begun. Only under the lock. */
export async function openHead({ folder, clock, log }: AuditLogPorts): Promise<AuditHead> {
  const known = await readHead(folder);
  if (known !== undefined) return known;
  if ((await segmentsIn(folder)).length > 0) throw damaged(folder, HEAD_FILE, 'it is gone, and lines are there');
  const head = newHead(timestamp(clock), (await log.head()).position);
  await writeHead(folder, head);
  return head;
}

export function newHead(beganAt: string, beganBehind: number): AuditHead {
  return { schema_version: '1.0', sequence: 0, hash: AUDIT_GENESIS, position: 0, chain_hash: GENESIS.chainHash, segment: 1, segment_lines: 0, segment_bytes: 0, began_at: beganAt, began_behind: beganBehind };
}

/**
 * Writes the next events down, each as one line, exactly once: the place of the next line follows from what is on the disk
 * alone. Only under the lock.
 */
export async function writeBatch(ports: AuditLogPorts): Promise<Batch> {
  const { folder, log, clock } = ports;
  const opened = await openHead(ports);
  const { head: start, uncounted } = await recover(folder, opened);
  const rows = await readOn(log, start);
  if ('fault' in rows) {
    if (uncounted.length > 0) await writeHead(folder, start);
    return { head: start, lines: uncounted, isAtEnd: true, fault: rows.fault };
  }
  let head = await rotated(start, ports);
  const room = (ports.segmentLinesMax ?? SEGMENT_LINES_MAX) - head.segment_lines;
  const taken = rows.entries.slice(0, room);
  const observedAt = timestamp(clock);
  const lines: AuditLine[] = [];
  const texts: string[] = [];
  let { sequence, hash } = head;
  for (const entry of taken) {
    const { line, text } = lineOf(entry, { sequence: (sequence += 1), previousHash: hash, observedAt });
    hash = line.hash;
    lines.push(line);
    texts.push(text);
  }
  const written = texts.join('');
  const last = lines.at(-1);
  if (last !== undefined) {
    await folder.put(segmentName(head.segment), head.segment_bytes, written);
    head = { ...head, sequence, hash, position: last.position, chain_hash: last.chain_hash, segment_lines: head.segment_lines + lines.length, segment_bytes: head.segment_bytes + Buffer.byteLength(written) };
  }
  if (last !== undefined || uncounted.length > 0) await writeHead(folder, head);
  return { head, lines: [...uncounted, ...lines], isAtEnd: taken.length === rows.entries.length && rows.isLast, fault: undefined };
}

/** A full segment is closed by a head that names the next one, so that a segment without its first line is no riddle. */
async function rotated(head: AuditHead, { folder, segmentLinesMax = SEGMENT_LINES_MAX }: AuditLogPorts): Promise<AuditHead> {
  if (head.segment_lines < segmentLinesMax) return head;
  const next = { ...head, segment: head.segment + 1, segment_lines: 0, segment_bytes: 0 };
  await writeHead(folder, next);
  return next;
}

type Further = { readonly entries: readonly EntryRow[]; readonly isLast: boolean } | { readonly fault: AuditFault };

/** The events behind the last one that is written down, which is read along: it must still be the one that was seen. */
async function readOn(log: AuditedLog, head: AuditHead): Promise<Further> {
  const isFirst = head.position === 0;
  const limit = BATCH_LINES_MAX + (isFirst ? 0 : 1);
  let rows: readonly EntryRow[];
  try {
    rows = await log.entries({ after: Math.max(0, head.position - 1), limit });
  } catch (error) {
    if (!hasCode(error, 'ledger.corrupt')) throw error;
    return { fault: { code: 'audit.log_unreadable', position: head.position + 1, subject: 'ledger', detail: error.message } };
  }
  const entries = isFirst ? rows : rows.slice(1);
  const known = rows[0];
  if (!isFirst && known === undefined) return { fault: logFault('audit.log_tail_cut', head.position, `the audit has seen ${head.position} events, and the log ends before that`) };
  if (!isFirst && (known?.position !== head.position || known.chainHash !== head.chain_hash)) return { fault: logFault('audit.log_rewritten', head.position, 'it is not the event that the audit has seen there') };
  let [position, hash] = [head.position, head.chain_hash];
  for (const entry of entries) {
    if (entry.position !== position + 1) return { fault: logFault('audit.log_entry_missing', position + 1, `after entry ${position} comes entry ${entry.position}`) };
    if (chainHash(hash, entry) !== entry.chainHash) return { fault: logFault('audit.log_chain_broken', entry.position, 'its link does not fit what stands before it and in it') };
    [position, hash] = [entry.position, entry.chainHash];
  }
  return { entries, isLast: rows.length < limit };
}

function logFault(code: AuditFault['code'], position: number, detail: string): AuditFault {
  return { code, position, subject: 'ledger', detail };
}
