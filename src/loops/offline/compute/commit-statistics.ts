export interface TalliedCommit {
  readonly commit: string;
  readonly author_name: string;
  readonly authored_at: string;
  readonly subject: string;
  readonly changes: readonly { readonly path: string; readonly added_lines: number | null; readonly removed_lines: number | null }[] | null;
}

/** Who made how many commits, the one with most first. */
export function commitsByAuthor(commits: readonly TalliedCommit[]): { readonly author: string; readonly commits: number; readonly first: string; readonly last: string }[] {
  const authors = new Map<string, { commits: number; first: string; last: string }>();
  for (const { author_name: author, authored_at: at } of commits) {
    const before = authors.get(author);
    authors.set(author, before === undefined ? { commits: 1, first: at, last: at } : { commits: before.commits + 1, first: earlier(before.first, at), last: later(before.last, at) });
  }
  return [...authors].map(([author, tally]) => ({ author, ...tally })).toSorted((left, right) => right.commits - left.commits || (left.author < right.author ? -1 : 1));
}

/** Which files were changed by most commits, and by how many lines. */
export function commitsByFile(commits: readonly TalliedCommit[]): { readonly path: string; readonly commits: number; readonly lines: number }[] {
  const files = new Map<string, { commits: number; lines: number }>();
  for (const { changes } of commits) {
    for (const { path, added_lines: added, removed_lines: removed } of changes ?? []) {
      const before = files.get(path) ?? { commits: 0, lines: 0 };
      files.set(path, { commits: before.commits + 1, lines: before.lines + (added ?? 0) + (removed ?? 0) });
    }
  }
  return [...files].map(([path, tally]) => ({ path, ...tally })).toSorted((left, right) => right.commits - left.commits || right.lines - left.lines || (left.path < right.path ? -1 : 1));
}

/** Commits by the lines they added and removed, the largest first. */
export function commitsBySize<Commit extends TalliedCommit>(commits: readonly Commit[]): { readonly commit: Commit; readonly files: number; readonly added: number; readonly removed: number }[] {
  return commits
    .map((commit) => ({
      commit,
      files: commit.changes?.length ?? 0,
      added: (commit.changes ?? []).reduce((sum, { added_lines: lines }) => sum + (lines ?? 0), 0),
      removed: (commit.changes ?? []).reduce((sum, { removed_lines: lines }) => sum + (lines ?? 0), 0),
    }))
    .toSorted((left, right) => right.added + right.removed - left.added - left.removed || (left.commit.commit < right.commit.commit ? -1 : 1));
}

/** Times with a zone are compared by what they mean. */
function earlier(left: string, right: string): string {
  return Date.parse(left) <= Date.parse(right) ? left : right;
}

function later(left: string, right: string): string {
  return Date.parse(left) >= Date.parse(right) ? left : right;
}
