/** Writes a pattern for RE2, which answers "does it occur?" fastest but has no lookaround and says less about where. */
import { createRequire } from 'node:module';
import type { RE2JS } from 're2js';
import { invariant } from '../errors.ts';
import { type PatternNode, type Place, someNode } from './syntax.ts';

/** Loaded for the first long text: most commands never need it. */
const load = createRequire(import.meta.url);

const PLACE_IN_RE2: Readonly<Record<Place, string>> = {
  text_start: '\\A',
  text_end: '\\z',
  line_start: '(?m:^)',
  line_end: '(?m:$)',
  word_boundary: '\\b',
};

/** Undefined when RE2 cannot hold the pattern: a lookaround, a property it does not know, or too many repeats. */
export function compileForRe2(root: PatternNode): RE2JS | undefined {
  if (someNode(root, (node) => node.kind === 'look')) return undefined;
  const re2 = load('re2js') as { RE2JS: typeof RE2JS };
  try {
    return re2.RE2JS.compile(toRe2(root));
  } catch {
    return undefined;
  }
}

function toRe2(node: PatternNode): string {
  switch (node.kind) {
    case 'set':
      return node.ignoreCase ? `(?i:${node.re2Class})` : node.re2Class;
    case 'assertion':
      return node.wanted ? PLACE_IN_RE2[node.place] : '\\B';
    case 'sequence':
      return node.items.map(toRe2).join('');
    case 'alternation':
      return `(?:${node.branches.map(toRe2).join('|')})`;
    case 'repeat': {
      const max = node.max === Number.POSITIVE_INFINITY ? '' : String(node.max);
      return `(?:${toRe2(node.body)}){${node.min},${max}}${node.lazy ? '?' : ''}`;
    }
    case 'capture':
      return `(?:${toRe2(node.body)})`;
    case 'look':
    case 'reference':
      invariant(false, 'RE2 is given no lookaround and no reference');
  }
}
