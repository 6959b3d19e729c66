/**
 * Holds the log, the audit and the reports against each other. Each has a chain of its own, and the audit quotes the
 * chain of the log: whoever changes one of them would have to change all, consistently, to the last byte.
 */
import type { AuditFault, AuditHead, AuditLine, AuditStanding } from '../contracts/index.ts';
import { hasCode } from '../kernel/index.ts';
import { HEAD_FILE, readHead } from './audit-files.ts';
import { collectFaults, type Faults } from './faults.ts';
import { AUDIT_GENESIS } from './line.ts';
import type { AuditorPorts } from './ports.ts';
import { readReport, reportNumbers } from './report.ts';
import { retell } from './retell.ts';
import { standingOf } from './standing.ts';
import { walkAudit, type WalkedAudit } from './walk-audit.ts';
import { walkLog } from './walk-log.ts';

export interface Verification {
  readonly standing: AuditStanding;
  readonly lines: number;
  readonly events: number;
  readonly erased: number;
  readonly notAudited: number;
  readonly faults: readonly AuditFault[];
  readonly isWhole: boolean;
}

/** Reads everything once, in order; memory grows with the erasures alone. Changes nothing. */
export async function verifyAudit({ folder, log }: Pick<AuditorPorts, 'folder' | 'log'>, { expected }: { readonly expected?: string }): Promise<Verification> {
  const faults = collectFaults();
  // Read before everything else: whatever is written meanwhile is further than this.
  const head = await readHeadOr(folder, faults);
  const marks = await marksOf({ folder }, head, expected);
  const told = await retell(folder, head, faults);
  const audit = walkAudit(folder, head, faults);
  const logged = walkLog(log, faults);
  let [lines, events] = [0, 0];
  let last: AuditLine | undefined;
  for await (const line of audit) {
    lines += 1;
    last = line;
    marks.meet(line);
    told.take(line);
    await logged.compare(line);
    if (faults.isFull()) break;
  }
  if (head !== undefined) checkEnd(head, last, faults);
  marks.finish(last, faults);
  await told.finish();
  const rest = await logged.finish(last?.position ?? 0);
  events = rest.events;
  return { standing: await standingOf(folder, log), lines, events, erased: rest.erased, notAudited: rest.notAudited, faults: faults.found, isWhole: !faults.isFull() };
}

async function readHeadOr(folder: AuditorPorts['folder'], faults: Faults): Promise<AuditHead | undefined> {
  try {
    const head = await readHead(folder);
    const isBegun = (await folder.list()).length > 0;
    if (head === undefined && isBegun) faults.add('audit.head_missing', null, HEAD_FILE, 'there are files of an audit and no head that says how far it had come');
    return head;
  } catch (error) {
    if (!hasCode(error, 'audit.damaged')) throw error;
    faults.add('audit.head_differs', null, HEAD_FILE, error.data.detail);
    return undefined;
  }
}

/** The head counts lines that are there, and its hash is that of the line it counts last. */
function checkEnd(head: AuditHead, last: WalkedAudit | undefined, faults: Faults): void {
  const reached = last?.sequence ?? head.follows_on?.sequence ?? 0;
  if (reached < head.sequence) faults.add('audit.tail_cut', reached + 1, HEAD_FILE, `the head counts ${head.sequence} lines, and the last that is there is ${reached}`);
}

interface Mark {
  readonly sequence: number;
  readonly hash: string;
  readonly code: AuditFault['code'];
  readonly subject: string;
}

/** Hashes that were noted down elsewhere: in the head, in each report, by the person. */
async function marksOf({ folder }: Pick<AuditorPorts, 'folder'>, head: AuditHead | undefined, expected: string | undefined) {
  const marks: Mark[] = [];
  if (head !== undefined) marks.push({ sequence: head.sequence, hash: head.hash, code: 'audit.head_differs', subject: HEAD_FILE });
  const numbers = await reportNumbers(folder);
  const unreadable: number[] = [];
  for (const number of numbers) {
    const report = await readReport(folder, number);
    if (report === undefined || report.number !== number) unreadable.push(number);
    else marks.push({ sequence: report.audit_sequence, hash: report.audit_hash, code: 'audit.report_differs', subject: `report ${number}` });
  }
  if (expected !== undefined) {
    const [sequence = '', hash = ''] = expected.split(':');
    marks.push({ sequence: Number(sequence), hash, code: 'audit.expected_differs', subject: 'the mark that was given' });
  }
  const waiting = new Map<number, Mark[]>();
  for (const mark of marks) waiting.set(mark.sequence, [...(waiting.get(mark.sequence) ?? []), mark]);
  const differing: { readonly mark: Mark; readonly hash: string }[] = [];
  return {
    meet({ sequence, hash }: AuditLine): void {
      for (const mark of waiting.get(sequence) ?? []) if (mark.hash !== hash) differing.push({ mark, hash });
      waiting.delete(sequence);
    },
    finish(last: AuditLine | undefined, faults: Faults): void {
      for (const { mark } of differing) faults.add(mark.code, mark.sequence, mark.subject, `it has another hash for line ${mark.sequence} than the audit`);
      const first = head?.follows_on;
      for (const mark of [...waiting.values()].flat()) {
        const isBeginning = mark.sequence === (first?.sequence ?? 0) && mark.hash === (first?.hash ?? AUDIT_GENESIS);
        if (!isBeginning && mark.code !== 'audit.head_differs') faults.add(mark.code, mark.sequence || null, mark.subject, `it knows of line ${mark.sequence}, and the audit ends at ${last?.sequence ?? 0}`);
      }
      for (const number of unreadable) faults.add('audit.report_differs', null, `report ${number}`, 'it cannot be read as the report that its name says');
      const total = Math.max(0, ...numbers);
      if (numbers.length !== total) faults.add('audit.report_differs', null, 'reports', `${total} were made, and ${numbers.length} are there`);
    },
  };
}
