/** Shell patterns. A pattern is given with living globs as marks or as plain characters, as the caller says. */
import { BRACKET, QUESTION, STAR } from './marks.ts';

type Token = { readonly kind: 'any' | 'one' } | { readonly kind: 'set'; readonly text: string; readonly negated: boolean } | { readonly kind: 'is'; readonly character: string };

export type GlobStyle = 'marks' | 'characters';

export function compileGlob(pattern: string, style: GlobStyle): (text: string) => boolean {
  const tokens = tokenise(pattern, style);
  return (text) => matches(tokens, text);
}

/** Whether every character of the pattern stands for itself. */
export function isLiteralPattern(pattern: string): boolean {
  return !/[*?[\\\ue003-\ue005]/.test(pattern);
}

function tokenise(pattern: string, style: GlobStyle): Token[] {
  const [star, question, bracket] = style === 'marks' ? [STAR, QUESTION, BRACKET] : ['*', '?', '['];
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    if (character === star) tokens.push({ kind: 'any' });
    else if (character === question) tokens.push({ kind: 'one' });
    else if (character === bracket) {
      const end = pattern.indexOf(']', at + 2);
      if (end === -1) tokens.push({ kind: 'is', character: '[' });
      else {
        const body = pattern.slice(at + 1, end);
        const negated = body.startsWith('!') || body.startsWith('^');
        tokens.push({ kind: 'set', text: negated ? body.slice(1) : body, negated });
        at = end;
      }
    } else if (character === '\\' && style === 'characters' && at + 1 < pattern.length) {
      at += 1;
      tokens.push({ kind: 'is', character: pattern.charAt(at) });
    } else tokens.push({ kind: 'is', character });
  }
  return tokens;
}

function matches(tokens: readonly Token[], text: string): boolean {
  let at = 0;
  let token = 0;
  let starToken = -1;
  let starAt = 0;
  while (at < text.length) {
    const current = tokens[token];
    if (current?.kind === 'any') {
      starToken = token;
      starAt = at;
      token += 1;
    } else if (current !== undefined && matchesOne(current, text.charAt(at))) {
      at += 1;
      token += 1;
    } else if (starToken >= 0) {
      // Only the last star needs to be tried again, so this is quadratic at worst and never exponential.
      token = starToken + 1;
      starAt += 1;
      at = starAt;
    } else return false;
  }
  while (tokens[token]?.kind === 'any') token += 1;
  return token === tokens.length;
}

function matchesOne(token: Token, character: string): boolean {
  if (token.kind === 'one') return true;
  if (token.kind === 'is') return token.character === character;
  return token.kind === 'set' && isInSet(token.text, character) !== token.negated;
}

const CLASSES: Readonly<Record<string, RegExp>> = {
  alpha: /[A-Za-z]/, digit: /[0-9]/, alnum: /[A-Za-z0-9]/, upper: /[A-Z]/, lower: /[a-z]/, space: /\s/, blank: /[ \t]/,
  punct: /[!-/:-@[-`{-~]/, print: /[ -~]/, graph: /[!-~]/, xdigit: /[0-9A-Fa-f]/,
};

function isInSet(set: string, character: string): boolean {
  for (let at = 0; at < set.length; at += 1) {
    if (set.startsWith('[:', at)) {
      const end = set.indexOf(':', at + 2);
      if (CLASSES[set.slice(at + 2, end)]?.test(character) === true) return true;
      if (end !== -1) at = end;
    } else if (set[at + 1] === '-' && at + 2 < set.length) {
      if (character >= set.charAt(at) && character <= set.charAt(at + 2)) return true;
      at += 2;
    } else if (set[at] === character) return true;
  }
  return false;
}
