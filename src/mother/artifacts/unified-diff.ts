import { lineEdits, type LineEdit } from './line-edits.ts';

/** Unchanged lines that are shown around a change, as every tool that reads diffs expects. */
const CONTEXT_LINES = 3;

export interface TextChange {
  /** Below the workspace, with forward slashes. */
  readonly path: string;
  /** Null where there was no file, or is none any more. */
  readonly before: string | null;
  readonly after: string | null;
}

/** The change as a unified diff that `git apply` takes; empty when nothing differs. */
export function unifiedDiff({ path, before, after }: TextChange): string {
  const hunks = hunksOf(lineEdits(linesOf(before ?? ''), linesOf(after ?? '')));
  if (hunks.length === 0 && (before === null) === (after === null)) return '';
  const [old, fresh] = [before === null ? '/dev/null' : quoted(`a/${path}`), after === null ? '/dev/null' : quoted(`b/${path}`)];
  const mode = before === null ? ['new file mode 100644'] : after === null ? ['deleted file mode 100644'] : [];
  const header = [`diff --git ${quoted(`a/${path}`)} ${quoted(`b/${path}`)}`, ...mode];
  // A file without content has nothing to show, and its coming and going is told by the mode alone.
  const names = hunks.length === 0 ? [] : [`--- ${old}`, `+++ ${fresh}`];
  return `${[...header, ...names].join('\n')}\n${hunks.join('')}`;
}

/** Lines with their ends, so that a last line without one differs from one with it. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  return [...lines.map((line) => `${line}\n`), ...(last === '' ? [] : [last])];
}

function hunksOf(edits: readonly LineEdit[]): string[] {
  const changed = edits.flatMap(({ kind }, at) => (kind === 'keep' ? [] : [at]));
  const spans: { from: number; to: number }[] = [];
  for (const at of changed) {
    const last = spans.at(-1);
    if (last !== undefined && at - CONTEXT_LINES <= last.to) last.to = Math.min(edits.length, at + 1 + CONTEXT_LINES);
    else spans.push({ from: Math.max(0, at - CONTEXT_LINES), to: Math.min(edits.length, at + 1 + CONTEXT_LINES) });
  }
  return spans.map((span) => hunkOf(edits, span));
}

const SIGNS: Readonly<Record<LineEdit['kind'], string>> = { keep: ' ', remove: '-', add: '+' };

function hunkOf(edits: readonly LineEdit[], { from, to }: { readonly from: number; readonly to: number }): string {
  const inside = edits.slice(from, to);
  const old = rangeOf(edits, from, inside, 'add');
  const fresh = rangeOf(edits, from, inside, 'remove');
  return `@@ -${old} +${fresh} @@\n${inside.map(({ kind, line }) => `${SIGNS[kind]}${line}${line.endsWith('\n') ? '' : '\n\\ No newline at end of file\n'}`).join('')}`;
}

/** Where the hunk begins on one side, and how many lines of that side it holds; one that holds none begins before itself. */
function rangeOf(edits: readonly LineEdit[], from: number, inside: readonly LineEdit[], other: LineEdit['kind']): string {
  const isHere = ({ kind }: LineEdit): boolean => kind !== other;
  const length = inside.filter(isHere).length;
  const before = edits.slice(0, from).filter(isHere).length;
  return `${length === 0 ? before : before + 1},${length}`;
}

/** Names that would be misread are written in quotes, byte by byte, as git does. */
function quoted(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name) && !/["\\]/.test(name)) return name;
  const bytes = [...new TextEncoder().encode(name)];
  return `"${bytes.map((byte) => (byte > 0x1f && byte < 0x7f && byte !== 0x22 && byte !== 0x5c ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`)).join('')}"`;
}
