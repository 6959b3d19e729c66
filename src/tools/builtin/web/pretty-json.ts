import { PRETTY_JSON_DEPTH_MAX } from './limits.ts';

/**
 * JSON with one value on a line. Every number and text stays as it was written: reading and writing it again would round
 * long numbers. Undefined for what is no JSON; what is nested very deeply is given as it came.
 */
export function prettyJson(text: string): string | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const parts: string[] = [];
  let depth = 0;
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '}' || token === ']') {
      depth -= 1;
      // An empty object or list stays on its line.
      if (parts.at(-1) === INDENTS[depth + 1]) parts.pop();
      else parts.push(INDENTS[depth] ?? '');
    }
    parts.push(token === ':' ? ': ' : token);
    if (token === '{' || token === '[') depth += 1;
    if (depth > PRETTY_JSON_DEPTH_MAX) return text;
    if (token === '{' || token === '[' || token === ',') parts.push(INDENTS[depth] ?? '');
  }
  return parts.join('');
}

/** Each token begins with a character that no other kind has, so nothing is tried twice. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gu;
const INDENTS = Array.from({ length: PRETTY_JSON_DEPTH_MAX + 2 }, (_, depth) => `\n${'  '.repeat(depth)}`);
