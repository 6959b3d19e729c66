import { lineEndOf, toCrlf } from './text-lines.ts';

export type Replacement =
  | { readonly kind: 'replaced'; readonly text: string; readonly lines: readonly number[] }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'ambiguous'; readonly lines: readonly number[] };

/** Replaces a text that occurs exactly as given: once, or everywhere when asked. */
export function replaceText(text: string, request: { readonly oldText: string; readonly newText: string; readonly replaceAll: boolean }): Replacement {
  // Models write plain line ends; in a file that has none of them every line end is the file's own.
  const adapt = lineEndOf(text) === 'crlf' ? toCrlf : (same: string) => same;
  const oldText = adapt(request.oldText);
  const lines = linesOf(text, oldText);
  if (lines.length === 0) return { kind: 'not_found' };
  if (lines.length > 1 && !request.replaceAll) return { kind: 'ambiguous', lines };
  return { kind: 'replaced', text: text.split(oldText).join(adapt(request.newText)), lines };
}

/** The lines on which the places begin. They do not overlap, as they are replaced. */
function linesOf(text: string, wanted: string): number[] {
  const lines: number[] = [];
  let line = 1;
  let counted = 0;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    line += text.slice(counted, at).split('\n').length - 1;
    counted = at;
    lines.push(line);
  }
  return lines;
}
