import { toolFailure } from '../tool-failure.ts';
import { expandBraces } from './expand-braces.ts';
import { GLOB_ALTERNATIVES_MAX } from './limits.ts';
import { compilePath } from './path-matcher.ts';

/** Whether a path below the folder of the search is meant. */
export type GlobPattern = (path: string) => boolean;

export interface GlobOptions {
  readonly toolId: string;
  /** Otherwise a name that begins with a dot is matched only by a pattern that does. */
  readonly matchesHidden: boolean;
  /** `*.png` also means `B.PNG`. */
  readonly ignoresCase?: boolean;
}

/**
 * `**`, `*`, `?`, `[a-z]`, `{a,b}`. A pattern without a slash means a name at any depth; one that ends with a slash
 * means everything in that folder.
 */
export function compileGlob(source: string, { toolId, matchesHidden, ignoresCase = false }: GlobOptions): GlobPattern {
  const alternatives = expandBraces(ignoresCase ? source.toLowerCase() : source, GLOB_ALTERNATIVES_MAX);
  if (alternatives === null) {
    throw toolFailure(toolId, `The braces of this pattern stand for more than ${GLOB_ALTERNATIVES_MAX} patterns.`, 'Search with several simpler patterns.');
  }
  const matchers = alternatives.map((alternative) => {
    const anywhere = alternative.includes('/') ? alternative : `**/${alternative}`;
    return compilePath(anywhere.endsWith('/') ? `${anywhere}**` : anywhere, { matchesHidden });
  });
  return (path) => {
    const names = (ignoresCase ? path.toLowerCase() : path).split('/');
    return matchers.some((matches) => matches(names));
  };
}
