/** A name may differ in this share of its letters, and always in this many, and still be meant. */
const DIFFERENCE_SHARE = 1 / 3;
const DIFFERENCE_MIN = 2;

/** The known name that was probably meant, or undefined when none is close. Case, `_` and `-` do not count. */
export function nearestName(written: string, known: readonly string[]): string | undefined {
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const name of known) {
    const distance = editDistance(plain(written), plain(name));
    if (distance <= Math.max(DIFFERENCE_MIN, Math.floor(name.length * DIFFERENCE_SHARE)) && distance < (best?.distance ?? Infinity)) best = { name, distance };
  }
  return best?.name;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll('_', '').replaceAll('-', '');
}

/** How many letters must be put in, taken out or replaced to make one text of the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
