import { HTML_ATTRIBUTE_CHARS_MAX } from './limits.ts';

export interface MarkdownWriter {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(name: string): void;
  end(): { readonly text: string; readonly cutChars: number };
}

const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside blockquote body dd details div dl dt fieldset figcaption figure footer form header hgroup main nav p section summary ul ol table thead tbody tfoot tr li pre h1 h2 h3 h4 h5 h6 hr caption'.split(' '),
);
/** Two line ends before and after; other blocks take one. */
const APART: ReadonlySet<string> = new Set('p h1 h2 h3 h4 h5 h6 ul ol table pre blockquote dl figure hr'.split(' '));
const MARKS: Readonly<Record<string, string>> = { strong: '**', b: '**', em: '_', i: '_', code: '`' };

/**
 * Turns the tags of a page into Markdown as they come. White space is joined as a browser does, except in `pre`; a row
 * of a table is one line. Emphasis without text in it leaves no marks.
 */
export function createMarkdownWriter({ charsMax, baseUrl }: { readonly charsMax: number; readonly baseUrl?: string }): MarkdownWriter {
  const parts: string[] = [];
  const lists: { ordered: boolean; next: number }[] = [];
  const links: string[] = [];
  let [chars, cutChars, lineEnds, wantsSpace, isLineStart] = [0, 0, 2, false, true];
  let [preDepth, cells, rows] = [0, 0, 0];
  let pending = '';

  const put = (text: string): void => {
    const room = charsMax - chars;
    const kept = text.length <= room ? text : text.slice(0, Math.max(0, room));
    cutChars += text.length - kept.length;
    chars += kept.length;
    if (kept !== '') parts.push(kept);
  };
  const breakLine = (count: number): void => {
    pending = '';
    wantsSpace = false;
    if (cells > 0) {
      wantsSpace = !isLineStart;
      return;
    }
    if (lineEnds < count) put('\n'.repeat(count - lineEnds));
    lineEnds = Math.max(lineEnds, count);
    isLineStart = true;
  };
  const word = (text: string): void => {
    if (wantsSpace && !isLineStart) put(' ');
    put(pending + text);
    [pending, wantsSpace, isLineStart, lineEnds] = ['', false, false, 0];
  };
  const list = (): { ordered: boolean; next: number } | undefined => lists.at(-1);

  const open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (BLOCKS.has(name)) breakLine(APART.has(name) && lists.length === 0 ? 2 : 1);
    if (name.length === 2 && name >= 'h1' && name <= 'h6') pending = `${'#'.repeat(Number(name[1]))} `;
    else if (name === 'br') breakLine(1);
    else if (name === 'hr') word('---');
    else if (name === 'ul' || name === 'ol') lists.push({ ordered: name === 'ol', next: 1 });
    else if (name === 'li') {
      const own = list();
      pending = `${'  '.repeat(Math.max(0, lists.length - 1))}${own?.ordered ? `${own.next++}.` : '-'} `;
    } else if (name === 'pre') {
      preDepth += 1;
      word('```\n');
      [lineEnds, isLineStart] = [1, true];
    } else if (name === 'table') rows = 0;
    else if (name === 'td' || name === 'th') {
      if (cells === 0) word('|');
      cells += 1;
      wantsSpace = true;
    } else if (name === 'a') links.push(address(attributes['href'] ?? ''));
    else if (name === 'img' && attributes['alt']) word(`[image: ${clean(attributes['alt'])}]`);
    else if (MARKS[name] !== undefined && preDepth === 0) pending += MARKS[name];
    if (name === 'a' && links.at(-1) !== '') pending += '[';
  };

  const close = (name: string): void => {
    if (name === 'td' || name === 'th') {
      wantsSpace = true;
      pending = '';
      word('|');
    } else if (name === 'tr' && cells > 0) {
      const columns = cells;
      cells = 0;
      rows += 1;
      breakLine(1);
      if (rows === 1) {
        word(`|${' --- |'.repeat(columns)}`);
        breakLine(1);
      }
    } else if (name === 'ul' || name === 'ol') lists.pop();
    else if (name === 'pre' && preDepth > 0) {
      preDepth -= 1;
      if (lineEnds === 0) put('\n');
      [lineEnds, isLineStart] = [1, true];
      word('```');
    } else if (name === 'a') closeMark('[', `](${links.at(-1)})`, links.pop() !== '');
    else if (MARKS[name] !== undefined && preDepth === 0) closeMark(MARKS[name], MARKS[name], true);
    if (BLOCKS.has(name)) breakLine(APART.has(name) && lists.length === 0 ? 2 : 1);
  };
  /** A mark that is still pending had no text behind it, and goes. */
  const closeMark = (opened: string, closing: string, isMarked: boolean): void => {
    if (!isMarked) return;
    if (pending.endsWith(opened)) pending = pending.slice(0, -opened.length);
    else put(closing);
  };

  const address = (href: string): string => {
    const text = clean(href);
    if (text === '' || text.startsWith('#') || /^(javascript|data|vbscript):/i.test(text)) return '';
    return baseUrl !== undefined && URL.canParse(text, baseUrl) ? new URL(text, baseUrl).href : text;
  };

  return {
    open,
    close,
    text(text) {
      if (preDepth > 0) {
        word(text);
        [lineEnds, isLineStart] = text.endsWith('\n') ? [1, true] : [0, false];
        return;
      }
      const words = text.split(/[ \t\r\n\f]/u);
      words.forEach((one, at) => {
        if (at > 0) wantsSpace = true;
        if (one !== '') word(cells > 0 ? one.replaceAll('|', '\\|') : one);
      });
    },
    end: () => ({ text: parts.join('').trim(), cutChars }),
  };
}

/** One line, of bounded length, that cannot end the brackets it stands in. */
function clean(attribute: string): string {
  return attribute.slice(0, HTML_ATTRIBUTE_CHARS_MAX).split(/\s/u).filter(Boolean).join(' ').replaceAll(')', '%29').replaceAll(']', '\\]');
}
