/** A piece of a line: plain, strong, emphasised or code. Nothing else is ever made of words that a model wrote. */
export interface Span {
  readonly kind: 'plain' | 'strong' | 'emphasis' | 'code';
  readonly text: string;
}

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly spans: readonly Span[] }
  | { readonly kind: 'paragraph'; readonly spans: readonly Span[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Span[])[] }
  | { readonly kind: 'code'; readonly text: string };

const FENCE = '```';
const MARKS: readonly (readonly [mark: string, kind: Span['kind']])[] = [
  ['`', 'code'],
  ['**', 'strong'],
  ['*', 'emphasis'],
  ['_', 'emphasis'],
];

/** The part of Markdown that is words: headings, paragraphs, lists, emphasis and code. HTML in it stays the words it is. */
export function markdownBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  let list: { readonly isOrdered: boolean; readonly items: (readonly Span[])[] } | undefined;
  let fenced: string[] | undefined;
  const settle = (): void => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', spans: spansOf(paragraph.join(' ')) });
    if (list !== undefined) blocks.push({ kind: 'list', ...list });
    [paragraph, list] = [[], undefined];
  };
  for (const line of text.split('\n')) {
    const words = line.trim();
    if (words.startsWith(FENCE)) {
      settle();
      if (fenced !== undefined) blocks.push({ kind: 'code', text: fenced.join('\n') });
      fenced = fenced === undefined ? [] : undefined;
      continue;
    }
    if (fenced !== undefined) {
      fenced.push(line);
      continue;
    }
    const [heading, item] = [headingIn(words), itemIn(words)];
    if (words === '' || heading !== undefined) settle();
    if (heading !== undefined) blocks.push(heading);
    else if (item !== undefined) {
      if (list?.isOrdered !== item.isOrdered) settle();
      list ??= { isOrdered: item.isOrdered, items: [] };
      list.items.push(spansOf(item.text));
    } else if (words !== '') {
      if (list !== undefined) settle();
      paragraph.push(words);
    }
  }
  settle();
  // One that was never closed is code to the end.
  if (fenced !== undefined) blocks.push({ kind: 'code', text: fenced.join('\n') });
  return blocks;
}

function headingIn(line: string): Extract<Block, { kind: 'heading' }> | undefined {
  const level = [...line].findIndex((char) => char !== '#');
  return level >= 1 && level <= 6 && line[level] === ' ' ? { kind: 'heading', level, spans: spansOf(line.slice(level).trim()) } : undefined;
}

function itemIn(line: string): { readonly isOrdered: boolean; readonly text: string } | undefined {
  if (line.startsWith('- ') || line.startsWith('* ')) return { isOrdered: false, text: line.slice(2).trim() };
  const dot = line.indexOf('. ');
  return dot > 0 && dot <= 3 && Number.isInteger(Number(line.slice(0, dot))) ? { isOrdered: true, text: line.slice(dot + 2).trim() } : undefined;
}

/** From mark to mark; one without its other half is the character that it is. */
function spansOf(line: string): Span[] {
  const spans: Span[] = [];
  let plain = '';
  for (let at = 0; at < line.length; ) {
    const [mark, kind] = MARKS.find(([one]) => line.startsWith(one, at)) ?? [];
    const end = mark === undefined ? -1 : line.indexOf(mark, at + mark.length);
    if (mark === undefined || kind === undefined || end <= at + mark.length) {
      plain += line[at];
      at += 1;
      continue;
    }
    if (plain !== '') spans.push({ kind: 'plain', text: plain });
    plain = '';
    spans.push({ kind, text: line.slice(at + mark.length, end) });
    at = end + mark.length;
  }
  return plain === '' ? spans : [...spans, { kind: 'plain', text: plain }];
}
