import { z } from 'zod';
import type { JsonObject } from '../../../contracts/index.ts';
import type { ToolCallResult } from '../../../tools/index.ts';

/** What a tool gave back: its output, and the text that people see of it. */
export interface ToolReply {
  readonly output: JsonObject;
  readonly shown: string;
  readonly result: ToolCallResult;
}

const leftOut = z.object({ sensitive_paths: z.array(z.string()), too_large_paths: z.array(z.string()), is_walk_cut: z.boolean(), passed_over_folders: z.array(z.string()), links: z.array(z.string()).default([]) });

/** The parts of outputs that are used here; a tool may give more. */
export const SurveyReply = z.object({
  files: z.array(z.object({ path: z.string(), size_bytes: z.number(), modified_at: z.string(), text: z.object({ lines: z.number(), words: z.number(), characters: z.number() }).nullable(), sha256: z.string().nullable() })),
  total_files: z.number(),
  total_bytes: z.number(),
  surveyed_at: z.string(),
  left_out: leftOut,
});
export const SearchReply = z.object({ matches: z.array(z.object({ path: z.string(), line: z.number(), text: z.string() })), total_matches: z.number(), files_with_matches: z.number(), files_searched: z.number(), left_out: leftOut });
export const GlobReply = z.object({ paths: z.array(z.string()), total_matches: z.number(), is_walk_cut: z.boolean() });
export const StatusReply = z.object({ branch: z.string(), modified_files: z.array(z.string()), staged_files: z.array(z.string()), untracked_files: z.array(z.string()), conflicted_files: z.array(z.string()), upstream: z.string().nullable(), ahead: z.number().nullable(), behind: z.number().nullable() });
export const LogReply = z.object({
  commits: z.array(z.object({ commit: z.string(), author_name: z.string(), authored_at: z.string(), subject: z.string(), changes: z.array(z.object({ path: z.string(), added_lines: z.number().nullable(), removed_lines: z.number().nullable() })).nullable() })),
  is_cut: z.boolean(),
});
export const BlameReply = z.object({ lines: z.array(z.object({ line: z.number(), author_name: z.string(), authored_at: z.string(), commit: z.string(), subject: z.string() })), is_cut: z.boolean() });
export const TestsReply = z.object({ command: z.string(), exit_code: z.number().nullable(), ending: z.string(), stdout: z.string(), stderr: z.string(), tests_run: z.number().nullable(), tests_passed: z.number().nullable(), tests_failed: z.number().nullable(), tests_skipped: z.number().nullable(), failures: z.array(z.object({ name: z.string(), file: z.string().nullable(), line: z.number().nullable(), message: z.string().nullable() })).default([]) });
export const OcrReply = z.object({ text: z.string(), confidence: z.number() });
export const DocumentReply = z.object({ path: z.string(), kind: z.string(), title: z.string(), text: z.string(), cut_chars: z.number(), pages: z.object({ count: z.number(), empty: z.number() }).nullable() });
export const TableReply = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null(), z.looseObject({})]))),
  row_count: z.number(),
  has_more: z.boolean(),
  table_columns: z.array(z.object({ name: z.string(), type: z.string() })),
  table_row_count: z.number(),
  matched_count: z.number(),
  unreadable_count: z.number(),
  unreadable: z.array(z.string()).default([]),
  notes: z.array(z.object({ column: z.string().nullable(), note: z.string() })).default([]),
});
export const ConvertReply = z.object({ output_path: z.string(), width: z.number(), height: z.number(), bytes: z.number() });
export const ResizeReply = z.object({ output_path: z.string(), original_size: z.object({ width: z.number(), height: z.number() }), new_size: z.object({ width: z.number(), height: z.number() }), bytes: z.number() });
export const MoveReply = z.object({ moved: z.array(z.object({ from: z.string(), to: z.string() })) });
export const WriteReply = z.object({ path: z.string(), kind: z.enum(['created', 'modified']), total_bytes: z.number() });
