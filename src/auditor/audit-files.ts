/**
 * What lies in the folder of an audit: numbered segments of lines, and a head that is written after the lines it counts.
 * A process that dies in between leaves lines behind the head, the last of them perhaps torn; whoever comes next takes the
 * whole ones as written and writes the rest again. It never leaves a head before its lines, so those are missed.
 */
import { AuditHead, type AuditLine } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import { readLine } from './line.ts';
import type { AuditFolder } from './ports.ts';

export const HEAD_FILE = 'audit-head.json';
export const STATS_FILE = 'audit-stats.json';
export const REPORTS_FOLDER = 'reports';

const SEGMENT = /^audit-(\d{6,})\.jsonl$/;
const SEGMENT_DIGITS = 6;

export function segmentName(segment: number): string {
  return `audit-${String(segment).padStart(SEGMENT_DIGITS, '0')}.jsonl`;
}

/** The numbers of the segments that are there, in order. */
export async function segmentsIn(folder: AuditFolder): Promise<number[]> {
  const numbers = (await folder.list()).map((name) => Number(SEGMENT.exec(name)?.[1] ?? 0));
  return numbers.filter((number) => number > 0).sort((left, right) => left - right);
}

/** Undefined when there is none; throws when what is there is no head. */
export async function readHead(folder: AuditFolder): Promise<AuditHead | undefined> {
  const text = await folder.read(HEAD_FILE);
  if (text === undefined) return undefined;
  const parsed = AuditHead.safeParse(parseOr(text));
  if (parsed.success) return parsed.data;
  throw damaged(folder, HEAD_FILE, 'it is no head of an audit');
}

export async function writeHead(folder: AuditFolder, head: AuditHead): Promise<void> {
  await folder.replace(HEAD_FILE, `${JSON.stringify(head)}\n`, { durably: true });
}

export interface Recovered {
  readonly head: AuditHead;
  /** Lines that were written and not yet counted by the head. */
  readonly uncounted: readonly AuditLine[];
}

/** Where the audit really stands. Throws when lines that the head counts are not there. */
export async function recover(folder: AuditFolder, head: AuditHead): Promise<Recovered> {
  const name = segmentName(head.segment);
  const newest = (await segmentsIn(folder)).at(-1) ?? 0;
  // A segment is named by the head before its first line is written.
  if (newest > head.segment) throw damaged(folder, HEAD_FILE, `it names segment ${head.segment}, and ${newest} are there`);
  const bytes = await folder.size(name);
  if (bytes < head.segment_bytes) throw damaged(folder, name, `${head.segment_bytes - bytes} bytes that the head counts are gone`);
  if (bytes === head.segment_bytes) return { head, uncounted: [] };
  const uncounted: AuditLine[] = [];
  let at = head;
  for (const text of wholeLines((await folder.read(name, head.segment_bytes)) ?? '')) {
    const read = readLine(text);
    const follows = read.ok && read.line.previous_hash === at.hash && read.line.sequence === at.sequence + 1 && read.line.position === at.position + 1;
    // A crash tears a line; it never writes a whole one that does not follow.
    if (!follows) throw damaged(folder, name, `behind line ${at.segment_lines} stands one that does not follow it`);
    const { line } = read;
    uncounted.push(line);
    at = { ...at, sequence: line.sequence, hash: line.hash, position: line.position, chain_hash: line.chain_hash, segment_lines: at.segment_lines + 1, segment_bytes: at.segment_bytes + Buffer.byteLength(text) + 1 };
  }
  return { head: at, uncounted };
}

/** Lines that end with a line feed; what stands behind the last one was torn off. */
export function wholeLines(text: string): string[] {
  return text.split('\n').slice(0, -1);
}

export function parseOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function damaged({ path }: AuditFolder, file: string, detail: string): KeelsonError<'audit.damaged'> {
  return new KeelsonError('audit.damaged', {
    message: `The audit in ${path} was changed from outside: ${file}: ${detail}. Nothing more is written to it.`,
    nextStep: 'Run `keelson audit verify` to see everything that does not fit. When you know why, `keelson audit begin-again` keeps it aside and begins a new one.',
    data: { folder: path, file, detail },
  });
}
