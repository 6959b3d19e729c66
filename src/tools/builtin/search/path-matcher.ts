import { compileName, type NameMatcher } from './name-matcher.ts';

/** A run of names; `**` stands for any number of them. */
export type PathMatcher = (names: readonly string[]) => boolean;

type Step = NameMatcher | 'any_names';

/**
 * Compiles a pattern over a whole path. `**` alone between slashes stands for any number of names; at the end for at
 * least one, so that what is in a folder is not the folder. Time is linear in the path for any one pattern.
 */
export function compilePath(source: string, options: { readonly matchesHidden: boolean }): PathMatcher {
  const parts = source.split('/').filter((part) => part !== '' && part !== '.');
  const steps = parts.flatMap((part, at): Step[] => {
    if (part !== '**') return [compileName(part, options)];
    return at === parts.length - 1 ? ['any_names', compileName('*', options)] : ['any_names'];
  });
  const entersHidden = (name: string): boolean => options.matchesHidden || !name.startsWith('.');

  return (names) => {
    let reachable = passAnyNames(steps, new Set([0]));
    for (const name of names) {
      const next = new Set<number>();
      for (const at of reachable) {
        const step = steps[at];
        if (step === 'any_names') {
          if (entersHidden(name)) next.add(at);
        } else if (step?.matches(name)) {
          next.add(at + 1);
        }
      }
      if (next.size === 0) return false;
      reachable = passAnyNames(steps, next);
    }
    return reachable.has(steps.length);
  };
}

function passAnyNames(steps: readonly Step[], places: Set<number>): Set<number> {
  for (const at of places) if (steps[at] === 'any_names') places.add(at + 1);
  return places;
}
