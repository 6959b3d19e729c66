import type { NameChange } from '../tasks.ts';

export interface Renaming {
  readonly moves: readonly { readonly from: string; readonly to: string }[];
  /** Why it may not be done as it stands; none when it may. */
  readonly obstacles: readonly string[];
}

const NUMBER_DIGITS_MIN = 3;

/** What every file would be called. Files whose name stays as it is are not among them. */
export function newNames(paths: readonly string[], change: NameChange, taken: ReadonlySet<string>): Renaming {
  const sorted = paths.toSorted((left, right) => (left < right ? -1 : 1));
  const digits = Math.max(NUMBER_DIGITS_MIN, String(sorted.length).length);
  const moves = sorted.flatMap((from, at) => {
    const start = from.lastIndexOf('/') + 1;
    const to = `${from.slice(0, start)}${nameAfter(from.slice(start), change, String(at + 1).padStart(digits, '0'))}`;
    return to === from ? [] : [{ from, to }];
  });
  return { moves, obstacles: obstaclesOf(moves, new Set(sorted), taken) };
}

function nameAfter(name: string, change: NameChange, number: string): string {
  const dot = name.lastIndexOf('.');
  // A dot at the beginning is part of the name.
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  switch (change.how) {
    case 'replace':
      return name.replaceAll(change.from, () => change.to);
    case 'prefix':
      return `${change.text}${name}`;
    case 'suffix':
      return `${stem}${change.text}${ending}`;
    case 'ending':
      return `${stem}${change.to}`;
    case 'lower':
      return name.toLowerCase();
    case 'upper':
      return `${stem.toUpperCase()}${ending}`;
    case 'number':
      return `${change.stem}${change.stem.endsWith('-') || change.stem.endsWith('_') ? '' : '-'}${number}${ending}`;
    case 'name':
      return change.to;
  }
}

/** Nothing is written over: a name that two files would get, that is there already, or that is none stops all of it. */
function obstaclesOf(moves: Renaming['moves'], renamed: ReadonlySet<string>, taken: ReadonlySet<string>): string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of moves) targets.set(to, [...(targets.get(to) ?? []), from]);
  return [...targets].flatMap(([to, froms]) => {
    const name = to.slice(to.lastIndexOf('/') + 1);
    if (name === '' || name === '.' || name === '..') return [`${froms.join(', ')} would have no name.`];
    if (froms.length > 1) return [`${froms.join(' and ')} would both be called ${to}.`];
    return taken.has(to) || renamed.has(to) ? [`${froms.join(', ')} would be called ${to}, which is there already.`] : [];
  });
}
