import { GraphEntity } from '../../contracts/index.ts';
import { withoutSecrets } from '../../redaction/index.ts';

const ENTITY_CHARS_MAX = 200;

/** Other names of the same thing, as people write them. Open: a name that is not here stands for itself. */
const OTHER_NAMES: Readonly<Record<string, string>> = { 'node.js': 'node', nodejs: 'node', golang: 'go', postgres: 'postgresql', py: 'python' };

/** What a thing is known by: its name without what people vary from one time to the next. */
export function entityKey(entity: string): string {
  const words = entity.normalize('NFKC').toLowerCase().split(/\s+/).filter((word) => word !== '').join(' ');
  return Object.hasOwn(OTHER_NAMES, words) ? (OTHER_NAMES[words] ?? words) : words;
}

/** A name as it is kept: one line without secrets, and no longer than fits; undefined when nothing is left of it. */
export function entityName(words: string): GraphEntity | undefined {
  const line = withoutSecrets(words).split(/\s+/).filter((word) => word !== '').join(' ');
  return line === '' ? undefined : GraphEntity.parse(line.slice(0, ENTITY_CHARS_MAX).toWellFormed());
}

/** A name that ends with a version, in two: `Node 20` is Node in its version 20. */
export function versionedName(words: string): { readonly name: string; readonly version: string | null } {
  const parts = words.trim().split(/\s+/);
  const last = parts.at(-1) ?? '';
  const digits = last.startsWith('v') || last.startsWith('V') ? last.slice(1) : last;
  const isVersion = parts.length > 1 && /^[0-9][0-9A-Za-z.+-]*$/.test(digits);
  return isVersion ? { name: parts.slice(0, -1).join(' '), version: digits } : { name: parts.join(' '), version: null };
}
