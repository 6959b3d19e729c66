/** One name of a path as a pattern sees it. */
export interface NameMatcher {
  readonly matches: (name: string) => boolean;
  /** The name itself when the pattern has no wildcard. */
  readonly literal: string | null;
}

type Token =
  | { readonly kind: 'literal'; readonly character: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'star' }
  | { readonly kind: 'class'; readonly isNegated: boolean; readonly ranges: readonly (readonly [string, string])[] };

/** Compiles `*`, `?`, `[a-z]`, `[!a]` and `\x` for one name. Time is linear in the name for any one pattern. */
export function compileName(source: string, options: { readonly matchesHidden: boolean }): NameMatcher {
  const tokens = tokensOf([...source]);
  const literal = tokens.every((token) => token.kind === 'literal') ? tokens.map((token) => token.character).join('') : null;
  if (literal !== null) return { literal, matches: (name) => name === literal };
  const first = tokens[0];
  const seesHidden = options.matchesHidden || (first?.kind === 'literal' && first.character === '.');
  return { literal, matches: (name) => (seesHidden || !name.startsWith('.')) && matchTokens(tokens, [...name]) };
}

/** Keeps the set of places in the pattern that are reachable, so nothing is ever tried twice. */
function matchTokens(tokens: readonly Token[], name: readonly string[]): boolean {
  let reachable = passStars(tokens, new Set([0]));
  for (const character of name) {
    const next = new Set<number>();
    for (const at of reachable) {
      const token = tokens[at];
      if (token === undefined) continue;
      if (token.kind === 'star') next.add(at);
      else if (accepts(token, character)) next.add(at + 1);
    }
    if (next.size === 0) return false;
    reachable = passStars(tokens, next);
  }
  return reachable.has(tokens.length);
}

/** A star may stand for nothing. */
function passStars(tokens: readonly Token[], places: Set<number>): Set<number> {
  for (const at of places) if (tokens[at]?.kind === 'star') places.add(at + 1);
  return places;
}

function accepts(token: Token, character: string): boolean {
  if (token.kind === 'literal') return token.character === character;
  if (token.kind === 'class') return token.ranges.some(([from, to]) => from <= character && character <= to) !== token.isNegated;
  return true;
}

function tokensOf(source: readonly string[]): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at] ?? '';
    const group = character === '[' ? readClass(source, at) : null;
    if (group !== null) {
      tokens.push(group.token);
      at = group.end;
    } else if (character === '*') {
      if (tokens.at(-1)?.kind !== 'star') tokens.push({ kind: 'star' });
    } else if (character === '?') {
      tokens.push({ kind: 'any' });
    } else if (character === '\\' && at + 1 < source.length) {
      at += 1;
      tokens.push({ kind: 'literal', character: source[at] ?? '' });
    } else {
      tokens.push({ kind: 'literal', character });
    }
  }
  return tokens;
}

/** A bracket that is never closed stands for itself. */
function readClass(source: readonly string[], start: number): { token: Token; end: number } | null {
  const isNegated = source[start + 1] === '!' || source[start + 1] === '^';
  const ranges: [string, string][] = [];
  const first = start + (isNegated ? 2 : 1);
  for (let at = first; at < source.length; at += 1) {
    if (source[at] === ']' && at > first) return { token: { kind: 'class', isNegated, ranges }, end: at };
    if (source[at] === '\\') at += 1;
    const from = source[at] ?? '';
    if (source[at + 1] === '-' && source[at + 2] !== undefined && source[at + 2] !== ']') {
      const isEscaped = source[at + 2] === '\\';
      ranges.push([from, source[at + (isEscaped ? 3 : 2)] ?? '']);
      at += isEscaped ? 3 : 2;
    } else {
      ranges.push([from, from]);
    }
  }
  return null;
}
