import { compilePattern } from '../../../kernel/index.ts';

/** What is looked for in a line. */
export interface LinePattern {
  matches(line: string): boolean;
  /** Where the first match begins. */
  firstAt(line: string): number;
  /** A text that every file with a match holds, in any encoding that contains ASCII; null when none is known. */
  readonly required: string | null;
  readonly ignoresCase: boolean;
}

export interface LineSearch {
  readonly pattern: string;
  readonly literal: boolean;
  readonly ignore_case: boolean;
}

/** A shorter text is in every file anyway. */
const REQUIRED_CHARS_MIN = 2;

export function compileLinePattern({ pattern, literal, ignore_case }: LineSearch): LinePattern {
  const required = requiredText(pattern, literal);
  if (literal) {
    const fold = (text: string): string => (ignore_case ? text.toLowerCase() : text);
    const wanted = fold(pattern);
    return { required, ignoresCase: ignore_case, matches: (line) => fold(line).includes(wanted), firstAt: (line) => Math.max(0, fold(line).indexOf(wanted)) };
  }
  const compiled = compilePattern(pattern, ignore_case ? 'iu' : 'u');
  return { required, ignoresCase: ignore_case, matches: (line) => compiled.test(line), firstAt: (line) => compiled.find(line)[0]?.start ?? 0 };
}

/**
 * The longest run of plain ASCII that must occur. In a pattern, characters count only outside every group, class and
 * escape, without a quantifier behind them, and only when there is no alternative.
 */
export function requiredText(pattern: string, isLiteral: boolean): string | null {
  const runs = isLiteral ? plainRuns(pattern) : patternRuns(pattern);
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '');
  return longest.length >= REQUIRED_CHARS_MIN ? longest : null;
}

function plainRuns(text: string): string[] {
  return text.split(/[^ -~]/);
}

function patternRuns(pattern: string): string[] {
  if (pattern.includes('|')) return [];
  let runs = '';
  let depth = 0;
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    if (character === '\\') {
      at += 1;
      const isLetter = /[a-zA-Z0-9]/.test(pattern.charAt(at));
      // Other letters take the characters behind them into their meaning, so nothing more is certain.
      if (isLetter && !'bBdDsSwWntr'.includes(pattern.charAt(at))) return runs.split('\n');
      runs += !isLetter && depth === 0 && !isQuantifier(pattern, at + 1) ? pattern.charAt(at) : '\n';
    } else if (character === '[') {
      at = classEnd(pattern, at);
      runs += '\n';
    } else if (character === '(' || character === ')') {
      depth += character === '(' ? 1 : -1;
      runs += '\n';
    } else if (character === '{') {
      at = Math.max(at, pattern.indexOf('}', at));
      runs += '\n';
    } else {
      const counts = depth === 0 && !'^$.*+?}'.includes(character) && character >= ' ' && character <= '~' && !isQuantifier(pattern, at + 1);
      runs += counts ? character : '\n';
    }
  }
  return runs.split('\n');
}

/** `+` keeps the character, but what follows it is then not next to it; it is treated like the others. */
function isQuantifier(pattern: string, at: number): boolean {
  return '*+?{'.includes(pattern.charAt(at)) && at < pattern.length;
}

function classEnd(pattern: string, start: number): number {
  for (let at = start + 1; at < pattern.length; at += 1) {
    if (pattern[at] === '\\') at += 1;
    else if (pattern[at] === ']') return at;
  }
  return pattern.length;
}
