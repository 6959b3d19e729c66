import type { KeelsonError } from '../../../../kernel/index.ts';
import { toolFailure } from '../../tool-failure.ts';

export const PATCH_TOOL_ID = 'apply_patch';

/** A patch that cannot be read. */
export function unreadable(line: number, what: string): KeelsonError<'tool.failed'> {
  return toolFailure(PATCH_TOOL_ID, `Line ${line} of the patch: ${what}.`, 'Correct the patch, or use edit_file for a single change; nothing was changed.');
}

/** A patch that does not fit the files. */
export function doesNotFit(path: string, what: string): KeelsonError<'tool.failed'> {
  return toolFailure(PATCH_TOOL_ID, `The patch does not fit ${path}: ${what}`, 'Read the file again and make the patch from what is there now; nothing was changed.');
}
