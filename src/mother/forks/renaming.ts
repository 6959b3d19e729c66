/** One name that something had, and the one that it has here. */
export type Renamed = readonly [from: string, to: string];

/** Gives a value back with other names in all of its words, keys included. Names of paths are renamed only where they stand whole. */
export function renaming(names: readonly Renamed[]): (value: unknown) => unknown {
  const rename = (text: string): string => names.reduce((renamed, [from, to]) => replaceName(renamed, from, to), text);
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return rename(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [rename(key), walk(inner)]));
  };
  return walk;
}

function replaceName(text: string, from: string, to: string): string {
  const parts: string[] = [];
  let copied = 0;
  for (let at = text.indexOf(from); at !== -1; at = text.indexOf(from, at + from.length)) {
    if (!standsAlone(text, at, at + from.length)) continue;
    parts.push(text.slice(copied, at), to);
    copied = at + from.length;
  }
  return copied === 0 ? text : [...parts, text.slice(copied)].join('');
}

/** `/home/ada/work` is not meant by `/home/ada/work-2` or `/home/ada/work.old`, but by `/home/ada/work/a` and at the end of a sentence. */
function standsAlone(text: string, start: number, end: number): boolean {
  if (isOfName(text[start - 1])) return false;
  const next = text[end];
  return next === '.' ? !isOfName(text[end + 1]) : !isOfName(next);
}

function isOfName(character: string | undefined): boolean {
  return character !== undefined && (character === '-' || character === '_' || (character >= '0' && character <= '9') || character.toLowerCase() !== character.toUpperCase());
}
