/** What a name or a path is made of; with one of these beside it, a longer name is meant. */
const OF_A_NAME = /^[\p{L}\p{N}_/\\-]$/u;

/**
 * Whether a text names a target. Case and spacing do not count, and it must stand by itself: `src/a.ts` is not named by
 * `src/a.tsx` nor by `lib/src/a.ts`, but it is at the end of a sentence, in quotation marks and in a command.
 */
export function mentions(text: string, target: string): boolean {
  const [where, what] = [flat(text), flat(target)];
  if (what === '') return false;
  for (let at = where.indexOf(what); at !== -1; at = where.indexOf(what, at + 1)) {
    if (!continuesBefore(where, at) && !continuesAfter(where, at + what.length)) return true;
  }
  return false;
}

function flat(text: string): string {
  return text.toLowerCase().split(/\s/u).filter((word) => word !== '').join(' ');
}

/** `./` before a path is the same path. */
function continuesBefore(text: string, at: number): boolean {
  if (text.slice(Math.max(0, at - 2), at) === './' && !isOfAName(text.charAt(at - 3)) && text.charAt(at - 3) !== '.') return false;
  return isOfAName(text.charAt(at - 1)) || text.charAt(at - 1) === '.';
}

/** A dot goes on with a name only when something of a name follows it. */
function continuesAfter(text: string, end: number): boolean {
  return isOfAName(text.charAt(end)) || (text.charAt(end) === '.' && isOfAName(text.charAt(end + 1)));
}

function isOfAName(character: string): boolean {
  return OF_A_NAME.test(character);
}
