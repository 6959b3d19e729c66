import type { RedactionPattern } from '../contracts/index.ts';
import { compilePattern } from '../kernel/index.ts';
import type { Finding } from './scan/scan.ts';

/** The type of a custom pattern's spans: its id in capitals. */
export function customType(pattern: RedactionPattern): string {
  return pattern.pattern_id.toUpperCase();
}

/**
 * What the patterns match, in linear time. A person who adds a pattern means it, so it outranks every built-in
 * detector between equal spans; an empty match hides nothing and is dropped.
 */
export function findCustom(text: string, patterns: readonly RedactionPattern[]): Finding[] {
  return patterns.flatMap((pattern, index) =>
    compilePattern(pattern.regex)
      .find(text)
      .filter((match) => match.start < match.end)
      .map((match) => ({
        start: match.start,
        end: match.end,
        type: customType(pattern),
        severity: pattern.severity,
        rank: index - patterns.length,
      })),
  );
}
