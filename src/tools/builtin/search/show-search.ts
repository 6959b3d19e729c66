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
  ];
  return [...(blocks.length === 0 ? [] : [blocks.join(hasContext ? '\n--\n' : '\n')]), `[${[found, ...notes].join(' ')}]`].join('\n');
}

function leftOut(why: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const named = paths.slice(0, LEFT_OUT_NAMED_MAX).join(', ');
  return [`Left out because they ${why}: ${named}${paths.length > LEFT_OUT_NAMED_MAX ? ` and ${paths.length - LEFT_OUT_NAMED_MAX} more` : ''}.`];
}
