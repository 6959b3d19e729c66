/** What `git status --porcelain=v2 --branch -z` says. */
export interface ParsedStatus {
  /** `(detached)` when no branch is checked out. */
  branch: string;
  /** Null before the first commit. */
  head_commit: string | null;
  upstream: string | null;
  ahead: number | null;
  behind: number | null;
  staged_files: string[];
  modified_files: string[];
  untracked_files: string[];
  conflicted_files: string[];
}

/** How many words stand before the path, by the kind of the entry. */
const WORDS_BEFORE_PATH: Readonly<Record<string, number>> = { '1': 8, '2': 9, u: 10, '?': 1 };

export function parseStatus(text: string): ParsedStatus {
  const status: ParsedStatus = { branch: '(detached)', head_commit: null, upstream: null, ahead: null, behind: null, staged_files: [], modified_files: [], untracked_files: [], conflicted_files: [] };
  // What follows the last zero is an entry that was cut, or nothing.
  const entries = text.split('\0').slice(0, -1);
  for (let at = 0; at < entries.length; at += 1) {
    const entry = entries[at] ?? '';
    if (entry.startsWith('# ')) readHeader(entry, status);
    else readEntry(entry, status);
    // A renamed file is followed by its old name.
    if (entry.startsWith('2 ')) at += 1;
  }
  return status;
}

function readHeader(line: string, status: ParsedStatus): void {
  const [, name, first = '', second = ''] = line.split(' ');
  if (name === 'branch.oid') status.head_commit = first === '(initial)' ? null : first;
  if (name === 'branch.head') status.branch = first;
  if (name === 'branch.upstream') status.upstream = first;
  if (name === 'branch.ab') [status.ahead, status.behind] = [Math.abs(Number(first)), Math.abs(Number(second))];
}

function readEntry(entry: string, status: ParsedStatus): void {
  const kind = entry.charAt(0);
  const path = entry.split(' ').slice(WORDS_BEFORE_PATH[kind] ?? Number.POSITIVE_INFINITY).join(' ');
  if (path === '') return;
  if (kind === '?') status.untracked_files.push(path);
  else if (kind === 'u') status.conflicted_files.push(path);
  else {
    if (entry.charAt(2) !== '.') status.staged_files.push(path);
    if (entry.charAt(3) !== '.') status.modified_files.push(path);
  }
}
