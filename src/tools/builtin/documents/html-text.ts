import type { ParserOptions } from 'htmlparser2';
import { createMarkdownWriter } from './markdown-writer.ts';
import { isHidden, SCRIPTS } from './html-hidden.ts';
import { HTML_DEPTH_MAX } from './limits.ts';

/** What a page holds beside the text that readers see. Hidden text is told, since it may be meant for a model alone. */
export interface LeftOut {
  readonly scripts: number;
  readonly hidden_elements: number;
  readonly hidden_chars: number;
  readonly comments: number;
}

export interface HtmlText {
  readonly title: string;
  /** Headings, lists, tables and links as in Markdown. */
  readonly text: string;
  /** Characters that did not fit, or came after tags were nested too deeply to go on. */
  readonly cutChars: number;
  readonly leftOut: LeftOut;
}

const VOID: ReadonlySet<string> = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);
const OPTIONS: ParserOptions = { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true };

/** The text of a page, in one pass and in time linear in its size. `baseUrl` makes the addresses of links whole. */
export async function htmlToText(html: string, { charsMax, baseUrl }: { readonly charsMax: number; readonly baseUrl?: string }): Promise<HtmlText> {
  const { Parser } = await import('htmlparser2');
  const writer = createMarkdownWriter({ charsMax, ...(baseUrl !== undefined && { baseUrl }) });
  const count = { scripts: 0, hidden_elements: 0, hidden_chars: 0, comments: 0 };
  let title = '';
  let depth = 0;
  /** The depth at which something unseen began, and what it is; nothing below it is shown. */
  let unseen: { readonly depth: number; readonly kind: 'script' | 'hidden' } | null = null;
  let isTitle = false;
  let unreadChars = 0;

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (!VOID.has(name)) depth += 1;
        if (depth > HTML_DEPTH_MAX) {
          unreadChars = html.length - parser.startIndex;
          parser.pause();
        }
        if (unseen !== null) return;
        if (SCRIPTS.has(name)) {
          count.scripts += 1;
          unseen = { depth, kind: 'script' };
        } else if (isHidden(attributes)) {
          if (name !== 'input') count.hidden_elements += 1;
          if (!VOID.has(name)) unseen = { depth, kind: 'hidden' };
        } else if (name === 'title') isTitle = true;
        else writer.open(name, attributes);
      },
      ontext(text) {
        if (unseen?.kind === 'hidden') count.hidden_chars += text.trim().length;
        else if (isTitle) title += text;
        else if (unseen === null) writer.text(text);
      },
      onclosetag(name) {
        if (VOID.has(name)) return;
        if (unseen === null) {
          if (name === 'title') isTitle = false;
          else writer.close(name);
        } else if (unseen.depth === depth) unseen = null;
        depth -= 1;
      },
      oncomment() {
        count.comments += 1;
      },
    },
    OPTIONS,
  );
  parser.write(html);
  if (unreadChars === 0) parser.end();
  const { text, cutChars } = writer.end();
  return { title: oneLine(title), text, cutChars: cutChars + unreadChars, leftOut: count };
}

function oneLine(text: string): string {
  return text.split(/\s/u).filter(Boolean).join(' ').slice(0, 300);
}

export function showLeftOut({ scripts, hidden_elements, hidden_chars, comments }: LeftOut): string[] {
  return [
    ...(hidden_elements > 0 ? [`${hidden_elements} hidden element(s) with ${hidden_chars} characters that readers of the page do not see`] : []),
    ...(scripts > 0 ? [`${scripts} script(s), style(s) or embedded object(s)`] : []),
    ...(comments > 0 ? [`${comments} comment(s)`] : []),
  ];
}
