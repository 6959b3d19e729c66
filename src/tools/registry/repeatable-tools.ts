import type { ToolId } from '../../contracts/index.ts';

/**
 * Tools that give the same again on the same files: they reach nothing but the folder, start no program, and their result
 * depends on neither time nor chance. Whoever makes such a tool lists it here; of every other nothing is promised.
 */
export const REPEATABLE_TOOLS: ReadonlySet<ToolId> = new Set<ToolId>(['read_file', 'list_directory', 'glob', 'search_text', 'survey_files', 'query_table', 'extract_text', 'outline_code', 'write_file', 'edit_file', 'apply_patch', 'move_files']);
