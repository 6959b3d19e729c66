/**
 * Patterns in time linear in the text, whatever the pattern and whatever the text.
 *
 * They are written as in JavaScript, lookaround included. RE2 says whether a pattern occurs; a sweep of our own finds
 * where, because RE2 has no lookaround and its search for all matches can be quadratic. What neither can do in linear
 * time is refused when the pattern is compiled.
 */
import { KeelsonError } from './errors.ts';
import { PATTERN_SOURCE_CHARS_MAX } from './limits.ts';
import { parsePattern } from './patterns/parse.ts';
import { compilePrograms } from './patterns/program.ts';
import { compileForRe2 } from './patterns/re2.ts';
import { rejection } from './patterns/rejection.ts';
import { createSearch, type FoundMatch } from './patterns/search.ts';
import { type PatternNode, someNode } from './patterns/syntax.ts';

/** UTF-16 offsets into the text; `end` is the first one after it. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

export interface PatternMatch extends TextSpan {
  /** The named groups that took part, by name. */
  readonly groups: Readonly<Record<string, TextSpan>>;
}

/** A compiled pattern. It holds no position: every call looks at the whole text, so the flag `g` changes nothing. */
export interface Pattern {
  readonly source: string;
  readonly flags: string;
  test(text: string): boolean;
  /** Every match from left to right, none overlapping. */
  find(text: string): PatternMatch[];
  /** Replaces every match. A text is taken as it is: `$` means nothing in it. */
  replace(text: string, replacement: string | ((match: PatternMatch) => string)): string;
}

/** Making RE2 ready for a pattern takes about as long as our own search through this many characters. */
const RE2_WORTH_CHARS = 2_000;
const FLAGS = 'dgimsuy';
/** Ends of lines that JavaScript's `^` and `$` know under the flag `m`, and RE2's do not. */
const LINE_ENDS_UNKNOWN_TO_RE2 = ['\r', '\u2028', '\u2029'];

export function compilePattern(source: string, flags = ''): Pattern {
  checkSize(source);
  checkFlags(source, flags);
  const { root, names } = parsePattern(source, {
    ignoreCase: flags.includes('i'),
    multiline: flags.includes('m'),
    dotAll: flags.includes('s'),
    unicode: flags.includes('u'),
  });
  const search = createSearch(source, compilePrograms(root, names));
  const sticky = flags.includes('y');
  const hasLineAnchors = someNode(root, isLineAnchor);
  let searchedChars = 0;
  let occurs: ReturnType<typeof compileForRe2> | null = null;

  /** RE2's answer, or undefined where it might differ from JavaScript's or would take longer than finding the answer. */
  const quickTest = (text: string): boolean | undefined => {
    searchedChars += text.length;
    if (sticky || searchedChars < RE2_WORTH_CHARS) return undefined;
    occurs = occurs === null ? compileForRe2(root) : occurs;
    if (occurs === undefined) return undefined;
    if (hasLineAnchors && LINE_ENDS_UNKNOWN_TO_RE2.some((lineEnd) => text.includes(lineEnd))) return undefined;
    return occurs.test(text);
  };

  const find = (text: string): PatternMatch[] => {
    if (quickTest(text) === false) return [];
    return Array.from(search.matches(text, { sticky }), (match) => toPatternMatch(match, names));
  };

  return {
    source,
    flags,
    test: (text) => quickTest(text) ?? search.matches(text, { sticky }).next().done !== true,
    find,
    replace(text, replacement) {
      let result = '';
      let from = 0;
      for (const match of find(text)) {
        result += text.slice(from, match.start);
        result += typeof replacement === 'string' ? replacement : replacement(match);
        from = match.end;
      }
      return result + text.slice(from);
    },
  };
}

function toPatternMatch({ start, end, marks }: FoundMatch, names: readonly string[]): PatternMatch {
  const groups = names.flatMap((name, index): [string, TextSpan][] => {
    const [from, to] = marks.slice(index * 2);
    return from !== undefined && to !== undefined && from >= 0 ? [[name, { start: from, end: to }]] : [];
  });
  return { start, end, groups: Object.fromEntries(groups) };
}

function isLineAnchor(node: PatternNode): boolean {
  return node.kind === 'assertion' && (node.place === 'line_start' || node.place === 'line_end');
}

function checkFlags(source: string, flags: string): void {
  const valid = [...flags].every((flag, index) => FLAGS.includes(flag) && flags.indexOf(flag) === index);
  if (!valid) throw rejection(source, `the flags "${flags}" are not known, or one is given twice`, `Use flags of ${FLAGS}, each once.`);
}

function checkSize(source: string): void {
  if (source.length <= PATTERN_SOURCE_CHARS_MAX) return;
  throw new KeelsonError('pattern.too_large', {
    message: `The pattern has ${source.length} characters; at most ${PATTERN_SOURCE_CHARS_MAX} are allowed.`,
    nextStep: 'Split it into several patterns.',
    data: { limit: PATTERN_SOURCE_CHARS_MAX, size: source.length },
  });
}
