/** A part of a document under one heading; the heading belongs to it. */
export interface Section {
  readonly start: number;
  readonly end: number;
  /** The headings above it, the outermost first. */
  readonly path: readonly string[];
}

const HEADING_LEVEL_MAX = 6;
const FENCES = ['```', '~~~'];

/** The sections of a Markdown text, by its headings; marks inside code are none. */
export function markdownSections(text: string): Section[] {
  const sections: Section[] = [];
  let open: { start: number; path: readonly string[] } = { start: 0, path: [] };
  let levels: { readonly level: number; readonly title: string }[] = [];
  let fence: string | undefined;
  let before: { readonly start: number; readonly line: string } | undefined;
  const begin = (start: number, level: number, title: string): void => {
    sections.push({ ...open, end: start });
    levels = [...levels.filter((one) => one.level < level), { level, title }];
    open = { start, path: levels.map((one) => one.title) };
  };
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found + 1;
    const line = text.slice(start, end).trim();
    const mark = FENCES.find((one) => line.startsWith(one));
    if (fence !== undefined) fence = mark === fence ? undefined : fence;
    else if (mark !== undefined) fence = mark;
    else {
      const heading = headingOf(line);
      const underlined = heading === undefined && before !== undefined ? underlineLevel(line, before.line) : undefined;
      if (heading !== undefined) begin(start, heading.level, heading.title);
      else if (underlined !== undefined && before !== undefined) begin(before.start, underlined, before.line);
    }
    before = fence === undefined && line !== '' && headingOf(line) === undefined ? { start, line } : undefined;
    start = end;
  }
  sections.push({ ...open, end: text.length });
  return sections.filter((section) => section.end > section.start);
}

function headingOf(line: string): { readonly level: number; readonly title: string } | undefined {
  let level = 0;
  while (line[level] === '#') level += 1;
  if (level === 0 || level > HEADING_LEVEL_MAX || line[level] !== ' ') return undefined;
  const title = withoutClosing(line.slice(level).trim());
  return title === '' ? undefined : { level, title };
}

/** `## Title ##` is the same as `## Title`. */
function withoutClosing(title: string): string {
  let end = title.length;
  while (end > 0 && title[end - 1] === '#') end -= 1;
  return end === 0 || title[end - 1] === ' ' ? title.slice(0, end).trim() : title;
}

const UNDERLINE_CHARS_MIN = 3;

function underlineLevel(line: string, title: string): number | undefined {
  if (line.length < UNDERLINE_CHARS_MIN || '-*>|+#'.includes(title[0] ?? '')) return undefined;
  if ([...line].every((character) => character === '=')) return 1;
  return [...line].every((character) => character === '-') ? 2 : undefined;
}
