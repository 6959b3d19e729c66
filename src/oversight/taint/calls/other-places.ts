import { fold } from '../words/fold.ts';
import type { ArgumentLeaf } from './arguments.ts';
import { isOwnPlace } from './named-consequences.ts';

const IN_PATH = /(?:^|[/\s"'=(:,])(?:matters?|tenants?)[/_:#-]{1,2}([\w.*-]+)/giu;
const ALL_MATTERS = /\/(?:matters|tenants)\/?(?:[\s"']|$)/i;
const IN_SCOPE = /^(?:matter|client|tenant|case|library|org|organisation|organization|workspace|team)s?[:/#= ]{1,2}(.+)$/iu;
const SIDE_NAME = /^(?:to|from|target|source|dest|destination|other|into|with)(?:matter|tenant|client|case|workspace|library|org)(?:id)?$/;
const WIDENING_OPERATOR = /\/\$(?:ne|nin|not|nor|exists|regex|gt|gte|lt|or|where)(?:\/|$)/;
const ALWAYS_TRUE = /\bor\s+(?:(['"]?)(\w{1,20})\1\s{0,3}=\s{0,3}\1\2\b|true\b)/i;

/** Matters, clients and the like that arguments and commands name, as they are written there; the work at hand is none. */
export function otherPlaces(leaves: readonly ArgumentLeaf[], commandLines: readonly string[]): string[] {
  const found = leaves.flatMap((leaf) => placesOf(leaf));
  for (const line of commandLines) found.push(...namedInPath(line));
  return [...new Set(found)].filter((place) => place !== '' && !isOwnPlace(place));
}

function placesOf({ pointer, name, role, value, isText }: ArgumentLeaf): string[] {
  if (WIDENING_OPERATOR.test(pointer)) return [`the operator in ${pointer}`];
  if (!isText || role === 'payload') return ALWAYS_TRUE.test(value) && role === 'command' ? [value] : [];
  if (SIDE_NAME.test(name)) return [value];
  if (name === 'roots' || name === 'root') return ['/', '~', '/*', 'C:\\'].includes(value.trim()) ? [value] : [];
  if (role === 'reference') return value.includes('../') ? [value] : namedInPath(value);
  if (role === 'scope') return scopesOf(value);
  if (role === 'path') return namedInPath(value);
  return role === 'command' && ALWAYS_TRUE.test(value) ? [value] : [];
}

function scopesOf(value: string): string[] {
  const parts = value.split(/[,;|]+/).map((part) => part.trim()).filter((part) => part !== '');
  return parts.flatMap((part) => {
    const named = IN_SCOPE.exec(part)?.[1];
    if (named !== undefined) return [named];
    return parts.length > 1 ? [part] : [];
  });
}

function namedInPath(text: string): string[] {
  if (ALL_MATTERS.test(text)) return ['all matters'];
  return Array.from(fold(text).matchAll(IN_PATH), ([, place]) => place ?? '').filter((place) => !/^\w{1,20}\.(?:ts|js|py|go|rs|json|md)$/.test(place));
}

const EVERYWHERE = new Set(['all', '*', 'any', 'global', 'everything', 'everywhere', 'firm', 'firmwide', 'all matters', 'all_matters', 'tenant', 'org', 'organisation', 'organization', 'unrestricted']);

export function isEverywhere(value: string): boolean {
  return EVERYWHERE.has(fold(value).trim());
}
