import { z } from 'zod';
import { Count } from '../../../contracts/index.ts';

const Match = z.strictObject({ path: z.string(), line: Count, text: z.string(), before: z.array(z.string()), after: z.array(z.string()) });

/** What a search found, and what it did not look at. */
export const SearchOutput = z.strictObject({
  matches: z.array(Match),
  total_matches: Count,
  files_with_matches: Count,
  files_searched: Count,
  left_out: z.strictObject({
    /** Files whose reading needs a person's yes. */
    sensitive_paths: z.array(z.string()),
    too_large_paths: z.array(z.string()),
    /** True when the folder has more entries than one walk looks at. */
    is_walk_cut: z.boolean(),
    /** Such as node_modules. */
    passed_over_folders: z.array(z.string()),
  }),
});
export type SearchOutput = z.infer<typeof SearchOutput>;
