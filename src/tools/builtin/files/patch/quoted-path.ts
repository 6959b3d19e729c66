import { unreadable } from './patch-failure.ts';

const ESCAPES: Readonly<Record<string, string>> = { a: '\x07', b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r', '"': '"', '\\': '\\' };

/**
 * A path at the beginning of a text, and what follows. Git puts names with unusual characters in quotation marks and
 * writes those as `\n` or `\303`; other names end at a tab, behind which programs put a time.
 */
export function readPath(text: string, line: number): { path: string; rest: string } {
  if (!text.startsWith('"')) {
    const end = text.indexOf('\t');
    return end === -1 ? { path: text, rest: '' } : { path: text.slice(0, end), rest: text.slice(end) };
  }
  let path = '';
  for (let at = 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') return { path, rest: text.slice(at + 1) };
    if (character !== '\\') {
      path += character;
      continue;
    }
    const octal = text.slice(at + 1, at + 4);
    if (/^[0-3][0-7]{2}$/.test(octal)) {
      path += String.fromCharCode(Number.parseInt(octal, 8));
      at += 3;
    } else {
      path += ESCAPES[text.charAt(at + 1)] ?? fault(line);
      at += 1;
    }
  }
  return fault(line);
}

function fault(line: number): never {
  throw unreadable(line, 'a path in quotation marks is not closed or holds an unknown escape');
}
