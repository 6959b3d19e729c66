/** Characters that a file system or a reader may ignore: with one of them in it, `.git` still is `.git` to some. */
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** Nearly every name: nothing to fold but letter case. */
const PLAIN = /^[ -~]*$/;

/** The short name that Windows and some network drives give to `.git`. */
const SHORT_GIT_NAME = /^git~\d+$/;

/**
 * A name as the most forgiving file system would read it: compatible characters and letter case fold together,
 * invisible characters, trailing dots and spaces and the name of a stream behind a colon are left out.
 */
export function foldName(name: string): string {
  const folded = PLAIN.test(name) ? name.toLowerCase() : name.normalize('NFKC').replace(IGNORABLE, '').toLowerCase().normalize('NFKC');
  const colon = folded.indexOf(':');
  let end = colon > 0 ? colon : folded.length;
  while (end > 1 && (folded[end - 1] === '.' || folded[end - 1] === ' ')) end -= 1;
  const plain = folded.slice(0, end);
  return SHORT_GIT_NAME.test(plain) ? '.git' : plain;
}

/** The folded names of a path; a character that folds to a slash separates names, as it would for a careless reader. */
export function foldPath(path: string): string[] {
  return path
    .split('/')
    .flatMap((name) => foldName(name).split('/'))
    .filter((name) => name !== '' && name !== '.');
}

/** A pattern for one name, cut at each `*`, which stands for any characters. */
export type NameGlob = readonly string[];

export function nameGlob(text: string): NameGlob {
  return text.split('*');
}

/** Whether a name matches. Takes time in proportion to both lengths. */
export function matchesName(name: string, parts: NameGlob): boolean {
  const first = parts[0] ?? '';
  if (parts.length === 1) return name === first;
  const last = parts.at(-1) ?? '';
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let from = first.length;
  for (const part of parts.slice(1, -1)) {
    const at = name.indexOf(part, from);
    if (at === -1 || at + part.length > name.length - last.length) return false;
    from = at + part.length;
  }
  return true;
}

/** A pattern cut into names once; a folder stands for everything in it as well. */
export interface NamePattern {
  readonly names: readonly NameGlob[];
  readonly isFolder: boolean;
}

/** Reads `*.pem`, `.docker/config.json` (a file) or `.ssh/` (a folder). */
export function namePattern(text: string): NamePattern {
  return { names: foldPath(text).map(nameGlob), isFolder: text.endsWith('/') };
}

const matchesAt = (pattern: readonly NameGlob[], names: readonly string[], at: number): boolean =>
  pattern.every((part, offset) => matchesName(names[at + offset] ?? '', part));

/** Whether the path ends in what the pattern names, or for a folder leads to it or into it. */
export function coversPath({ names: pattern, isFolder }: NamePattern, names: readonly string[]): boolean {
  const end = names.length - pattern.length;
  if (end < 0 || pattern.length === 0) return false;
  if (!isFolder) return matchesAt(pattern, names, end);
  for (let at = 0; at <= end; at += 1) if (matchesAt(pattern, names, at)) return true;
  return false;
}

/** Whether something that the pattern names can lie below the path: `.vscode` for `.vscode/tasks.json`. */
export function leadsTo({ names: pattern }: NamePattern, names: readonly string[]): boolean {
  for (let length = 1; length < pattern.length && length <= names.length; length += 1) {
    if (matchesAt(pattern.slice(0, length), names, names.length - length)) return true;
  }
  return false;
}
