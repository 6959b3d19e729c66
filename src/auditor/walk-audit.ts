import type { AuditHead, AuditLine } from '../contracts/index.ts';
import { HEAD_FILE, segmentName, segmentsIn } from './audit-files.ts';
import type { Faults } from './faults.ts';
import { AUDIT_GENESIS, readLine } from './line.ts';
import type { AuditFolder } from './ports.ts';

export type WalkedAudit = AuditLine;

/** Every line that can be read, in the order of the files, each checked against the one before it. */
export async function* walkAudit(folder: AuditFolder, head: AuditHead | undefined, faults: Faults): AsyncGenerator<WalkedAudit> {
  const segments = await segmentsIn(folder);
  let before = { sequence: head?.follows_on?.sequence ?? 0, hash: head?.follows_on?.hash ?? AUDIT_GENESIS };
  let expected = 1;
  for (const segment of segments) {
    const name = segmentName(segment);
    for (; expected < segment; expected += 1) faults.add('audit.segment_missing', null, segmentName(expected), 'it is gone, and later ones are there');
    expected = segment + 1;
    const texts = ((await folder.read(name)) ?? '').split('\n');
    // What stands behind the last line feed is a line that a crash has torn; it is written again. Elsewhere there is none.
    const torn = texts.pop() ?? '';
    if (torn !== '' && head !== undefined && segment !== head.segment) faults.add('audit.line_unreadable', null, name, 'its last line is cut');
    for (const [index, text] of texts.entries()) {
      const read = readLine(text);
      if (!read.ok) {
        faults.add(read.code, before.sequence + 1, `${name}:${index + 1}`, read.detail);
        before = { sequence: before.sequence + 1, hash: hashIn(text) };
      } else {
        const { line } = read;
        if (line.sequence !== before.sequence + 1) faults.add('audit.sequence_broken', line.sequence, `${name}:${index + 1}`, `line ${before.sequence + 1} was expected here`);
        else if (line.previous_hash !== before.hash) faults.add('audit.chain_broken', line.sequence, `${name}:${index + 1}`, 'it does not follow the line before it');
        before = line;
        yield line;
      }
      if (faults.isFull()) return;
    }
  }
  const newest = segments.at(-1) ?? 0;
  if (head !== undefined && newest > head.segment) faults.add('audit.head_differs', null, HEAD_FILE, `it names segment ${head.segment}, and ${newest} are there`);
  const last = head?.segment ?? 0;
  for (; expected < last; expected += 1) faults.add('audit.segment_missing', null, segmentName(expected), 'it is gone, and the head counts its lines');
}

/** Where a line was changed and its hash was not, the next one still follows it: one fault is told once. */
function hashIn(text: string): string {
  return /"hash":"([0-9a-f]{64})"\}$/.exec(text)?.[1] ?? '';
}
