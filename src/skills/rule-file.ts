import { parse } from 'yaml';
import { z } from 'zod';
import { hasCode } from '../kernel/index.ts';
import { compileGlob } from '../tools/index.ts';

/** A rule as it lies in `.claude/rules`. */
export interface RuleFile {
  /** What it says, without what stands before it. */
  readonly text: string;
  /** Patterns of the paths that it is for, seen from the folder it was written for; empty when it is for all of them. */
  readonly paths: readonly string[];
}

const OPENS = '---\n';
const CLOSES = '\n---';
/** What people write above a rule; a longer head is part of the text. */
const HEAD_CHARS_MAX = 4_000;
const Patterns = z.union([z.string(), z.array(z.string())]).transform((given) => (typeof given === 'string' ? splitList(given) : given).map((pattern) => pattern.trim()).filter((pattern) => pattern !== ''));

/** At commas, but for those within braces, which are part of a pattern. */
function splitList(text: string): string[] {
  const parts = [''];
  let deep = 0;
  for (const character of text) {
    deep += character === '{' ? 1 : character === '}' ? -1 : 0;
    if (character === ',' && deep <= 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

const Head = z.object({ paths: Patterns.optional(), globs: Patterns.optional() });

/** A head that cannot be read is part of the text: then the rule is for everything, and whoever reads it sees why. */
export function readRule(content: string): RuleFile {
  const text = content.replaceAll('\r\n', '\n');
  const end = text.startsWith(OPENS) ? text.indexOf(CLOSES, OPENS.length - 1) : -1;
  if (end === -1 || end > HEAD_CHARS_MAX) return { text, paths: [] };
  const head = Head.safeParse(yamlOf(text.slice(OPENS.length, end)));
  if (!head.success) return { text, paths: [] };
  const { paths = [], globs = [] } = head.data;
  return { text: text.slice(end + CLOSES.length).trimStart(), paths: [...paths, ...globs] };
}

function yamlOf(text: string): unknown {
  try {
    return parse(text) ?? {};
  } catch {
    return undefined;
  }
}

/** Whether a rule is for a path, seen from the folder it was written for. */
export function concerns({ paths }: RuleFile, path: string): boolean {
  return paths.length === 0 || paths.some((pattern) => matches(pattern, path));
}

/** A pattern that nobody can read may be for this very path, so it counts as one that is. */
function matches(pattern: string, path: string): boolean {
  try {
    return compileGlob(pattern.endsWith('/') ? `${pattern}**` : pattern, { toolId: 'glob', matchesHidden: true })(path);
  } catch (error) {
    if (hasCode(error, 'tool.failed')) return true;
    throw error;
  }
}
