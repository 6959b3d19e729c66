import type { SearchOutput } from './search-output.ts';

/** How many paths of what was left out are named. */
const LEFT_OUT_NAMED_MAX = 5;

/** Matches as `path:line:text`, their neighbours with dashes, as people know it from grep. */
export function showSearch({ matches, total_matches, files_with_matches, files_searched, left_out }: SearchOutput): string {
  const hasContext = matches.some(({ before, after }) => before.length + after.length > 0);
  const blocks = matches.map(({ path, line, text, before, after }) =>
    [
      ...before.map((one, at) => `${path}-${line - before.length + at}-${one}`),
      `${path}:${line}:${text}`,
      ...after.map((one, at) => `${path}-${line + 1 + at}-${one}`),
    ].join('\n'),
  );
  const found = total_matches === 0 ? `Nothing matches in ${files_searched} files.` : `${total_matches} lines match in ${files_with_matches} of ${files_searched} files.`;
  const notes = [
    ...(total_matches > matches.length ? [`${total_matches - matches.length} of them are not shown; search more narrowly.`] : []),
    ...leftOut('may not be read unasked', left_out.sensitive_paths),
    ...leftOut('are too large', left_out.too_large_paths),
    ...(left_out.is_walk_cut ? ['Not everything was looked at: the folder has too many entries. Search a folder below it.'] : []),
    ...showPassedOver(left_out.passed_over_folders),
  ];
  return [...(blocks.length === 0 ? [] : [blocks.join(hasContext ? '\n--\n' : '\n')]), `[${[found, ...notes].join(' ')}]`].join('\n');
}

/** A search that finds nothing must not pass for proof that there is nothing. */
export function showPassedOver(folders: readonly string[]): string[] {
  return folders.length === 0 ? [] : [`Not looked into: ${firstOf(folders)}; include_ignored looks there too.`];
}

function leftOut(why: string, paths: readonly string[]): string[] {
  return paths.length === 0 ? [] : [`Left out because they ${why}: ${firstOf(paths)}.`];
}

function firstOf(paths: readonly string[]): string {
  return `${paths.slice(0, LEFT_OUT_NAMED_MAX).join(', ')}${paths.length > LEFT_OUT_NAMED_MAX ? ` and ${paths.length - LEFT_OUT_NAMED_MAX} more` : ''}`;
}
