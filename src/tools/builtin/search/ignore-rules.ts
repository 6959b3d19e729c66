import { IGNORE_RULES_MAX } from './limits.ts';
import { compilePath, type PathMatcher } from './path-matcher.ts';

/** What one `.gitignore` says, with paths below its own folder. */
export interface IgnoreRules {
  /** Undefined when no rule speaks of it; the last rule that does decides. */
  decide(names: readonly string[], isDirectory: boolean): 'ignored' | 'kept' | undefined;
}

interface Rule {
  readonly isKept: boolean;
  readonly onlyDirectories: boolean;
  readonly matches: PathMatcher;
}

/** Our own reading of the format, because the rules come from strangers and must take linear time. */
export function parseIgnoreRules(text: string): IgnoreRules {
  const rules = text.split('\n').slice(0, IGNORE_RULES_MAX).flatMap(parseRule).toReversed();
  return {
    decide(names, isDirectory) {
      const rule = rules.find((one) => (isDirectory || !one.onlyDirectories) && one.matches(names));
      if (rule === undefined) return undefined;
      return rule.isKept ? 'kept' : 'ignored';
    },
  };
}

function parseRule(line: string): Rule[] {
  let pattern = withoutTrailingBlanks(line.endsWith('\r') ? line.slice(0, -1) : line);
  if (pattern === '' || pattern.startsWith('#')) return [];
  const isKept = pattern.startsWith('!');
  if (isKept) pattern = pattern.slice(1);
  const onlyDirectories = pattern.endsWith('/');
  if (onlyDirectories) pattern = pattern.slice(0, -1);
  if (pattern === '' || pattern.includes('//')) return [];
  // A slash ties the pattern to the folder of the file; without one it means a name at any depth.
  const matches = pattern.includes('/') ? compilePath(pattern, { matchesHidden: true }) : lastName(pattern);
  return [{ isKept, onlyDirectories, matches }];
}

function lastName(pattern: string): PathMatcher {
  const matches = compilePath(pattern === '**' ? '*' : pattern, { matchesHidden: true });
  return (names) => matches(names.slice(-1));
}

/** Blanks at the end do not count unless the last is escaped. */
function withoutTrailingBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ' && line[end - 2] !== '\\') end -= 1;
  return line.slice(0, end);
}
