import { CONTEXT_COMPOSITION_ORDER } from '../contracts/index.ts';
import { canonicalJson, sha256Hex } from '../kernel/index.ts';

const FENCE_CHARS = 16;

/**
 * Words that are not ours, wherever they come from: people, files, tools, other models. The text can neither close its frame
 * nor open another, and its fence is made from the text itself, so nobody who writes the text can know it.
 */
export function frameMaterial(kind: string, text: string): string {
  const fence = sha256Hex(canonicalJson([kind, text.toWellFormed()])).slice(0, FENCE_CHARS);
  return `<keelson:material kind="${kind}" fence="${fence}">\n${withoutOurMarkup(text)}\n</keelson:material fence="${fence}">`;
}

/** Words of others that stand beside ours, such as a path in a refusal, must not look like ours either. */
export function withoutOurMarkup(text: string): string {
  return text.replace(/<(\/?keelson:)/gi, '&lt;$1');
}

const HEADINGS: ReadonlySet<string> = new Set(CONTEXT_COMPOSITION_ORDER.map(({ section }) => `## ${section}`));

/** A line that reads like the heading of one of our sections is shown as a line of text. */
export function withoutOurHeadings(text: string): string {
  return text
    .split('\n')
    .map((line) => (HEADINGS.has(line.trim()) ? line.replace('##', '\\##') : line))
    .join('\n');
}

/** On one line and in quotation marks, whatever a file is called. */
export function quoted(label: string): string {
  return JSON.stringify(withoutOurMarkup(label.toWellFormed()));
}
