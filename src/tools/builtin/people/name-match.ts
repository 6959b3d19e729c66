/** Whether a name fits a pattern of `*` and `?`, whatever the case of its letters. Time in proportion to both lengths. */
export function fitsPattern(name: string, pattern: string): boolean {
  const [text, wanted] = [name.toLowerCase(), pattern.toLowerCase()];
  let [at, next] = [0, 0];
  /** Where the last star stood, and how much it has taken so far; what it took can only grow. */
  let [star, taken] = [-1, 0];
  while (at < text.length) {
    if (wanted[next] === '*') {
      [star, taken] = [next, at];
      next += 1;
    } else if (next < wanted.length && (wanted[next] === '?' || wanted[next] === text[at])) {
      at += 1;
      next += 1;
    } else if (star !== -1) {
      taken += 1;
      [at, next] = [taken, star + 1];
    } else return false;
  }
  while (wanted[next] === '*') next += 1;
  return next === wanted.length;
}
