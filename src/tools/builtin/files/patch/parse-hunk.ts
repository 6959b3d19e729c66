import { unreadable } from './patch-failure.ts';
import { after, type PatchLines } from './patch-lines.ts';
import type { Hunk, HunkLine } from './patch-tree.ts';

const KINDS: Readonly<Record<string, HunkLine['kind']>> = { ' ': 'context', '-': 'remove', '+': 'add' };

/** Reads one hunk, whose header is the next line. The counts of the header decide where it ends. */
export function parseHunk(lines: PatchLines): Hunk {
  const patchLine = lines.number();
  const header = readHeader(lines.next() ?? '', patchLine);
  const found: HunkLine[] = [];
  let oldLeft = header.oldCount;
  let newLeft = header.newCount;
  while (oldLeft > 0 || newLeft > 0) {
    const number = lines.number();
    const line = lines.next();
    if (line === undefined || line.startsWith('@@ ') || line.startsWith('diff --git ')) {
      throw unreadable(number, `the hunk of line ${patchLine} ends here, but its header promises ${oldLeft} old and ${newLeft} new lines more`);
    }
    const read = readLine(line, number);
    if (read.kind !== 'add') oldLeft -= 1;
    if (read.kind !== 'remove') newLeft -= 1;
    if (oldLeft < 0 || newLeft < 0) throw unreadable(number, `the hunk of line ${patchLine} has more lines than its header says`);
    found.push(after('\\', lines.peek()) === undefined ? read : { ...read, text: withoutEnd(read.text, lines) });
  }
  if (found.every(({ kind }) => kind === 'context')) throw unreadable(patchLine, 'this hunk changes nothing');
  return { oldStart: header.oldStart, lines: found, patchLine };
}

/** `\ No newline at end of file` takes the end from the line before it. */
function withoutEnd(text: string, lines: PatchLines): string {
  lines.next();
  return text.slice(0, -1);
}

function readLine(line: string, number: number): HunkLine {
  const kind = KINDS[line.charAt(0)];
  // The last line of a patch may have lost its end on the way; what it says about the file does not depend on it.
  const ended = line.endsWith('\n') ? line : `${line}\n`;
  if (kind !== undefined) return { kind, text: ended.slice(1) };
  // An empty line of context loses its only character to programs that trim.
  if (ended === '\n' || ended === '\r\n') return { kind: 'context', text: ended };
  throw unreadable(number, 'a line of a hunk begins with a space, + or -; this one begins otherwise, or the hunk has fewer lines than its header says');
}

function readHeader(line: string, number: number): { oldStart: number; oldCount: number; newCount: number } {
  const match = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/.exec(line);
  if (!match) throw unreadable(number, 'the header of a hunk looks like "@@ -1,4 +1,5 @@"');
  return { oldStart: Number(match[1]), oldCount: Number(match[2] ?? 1), newCount: Number(match[4] ?? 1) };
}
