/**
 * `a{b,c{d,e}}` as `ab`, `acd`, `ace`; null when there would be more than `most`. Braces without a comma, or that are
 * not closed, stand for themselves; so does what follows a backslash.
 */
export function expandBraces(source: string, most: number): string[] | null {
  const group = findGroup(source);
  if (group === null) return [source];
  const before = source.slice(0, group.start);
  const rests = expandBraces(source.slice(group.end + 1), most);
  if (rests === null) return null;
  const expanded: string[] = [];
  for (const alternative of group.alternatives) {
    const insides = expandBraces(alternative, most);
    if (insides === null || expanded.length + insides.length * rests.length > most) return null;
    for (const inside of insides) for (const rest of rests) expanded.push(before + inside + rest);
  }
  return expanded;
}

/** The first group that has a comma of its own and an end. */
function findGroup(source: string): { start: number; end: number; alternatives: string[] } | null {
  for (let start = nextOf(source, 0, '{'); start !== -1; start = nextOf(source, start + 1, '{')) {
    const group = readGroup(source, start);
    if (group !== null) return group;
  }
  return null;
}

function readGroup(source: string, start: number): { start: number; end: number; alternatives: string[] } | null {
  const alternatives: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start + 1; at < source.length; at += 1) {
    const character = source[at];
    if (character === '\\') at += 1;
    else if (character === '{') depth += 1;
    else if (character === '}' && depth > 0) depth -= 1;
    else if (depth === 0 && (character === ',' || character === '}')) {
      alternatives.push(source.slice(from, at));
      from = at + 1;
      if (character === '}') return alternatives.length > 1 ? { start, end: at, alternatives } : null;
    }
  }
  return null;
}

function nextOf(source: string, from: number, wanted: string): number {
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === wanted) return at;
  }
  return -1;
}
