import { hasCode, KeelsonError } from '../../../../kernel/index.ts';
import type { WorkspaceFiles } from '../../../paths/workspace-files.ts';
import { toolFailure } from '../../tool-failure.ts';
import { PATCH_TOOL_ID } from './patch-failure.ts';
import type { FileState, PatchPlan, PlannedFile } from './plan-patch.ts';

/** Changes every file of the plan, or none: when one fails, those before it are put back as they were. */
export async function carryOutPlan({ files: planned }: PatchPlan, files: WorkspaceFiles): Promise<void> {
  const changed: PlannedFile[] = [];
  for (const file of planned) {
    try {
      await settle(files, file.path, file.before, file.after);
      changed.push(file);
    } catch (error) {
      const left = await putBack(files, [...changed, file]);
      throw left.length === 0 ? error : halfDone(file.path, left, error);
    }
  }
}

async function settle(files: WorkspaceFiles, path: string, from: FileState, to: FileState): Promise<void> {
  if (to === null) {
    if (from !== null) await files.delete(path);
    return;
  }
  if (from?.content === to.content && from.mode === to.mode) return;
  // A file that is replaced keeps its permission bits, so one that gets others is made anew.
  if (from !== null && from.mode !== to.mode) await files.delete(path);
  await files.write(path, Buffer.from(to.content, 'latin1'), { mode: to.mode });
}

/** Answers the paths that could not be put back. */
async function putBack(files: WorkspaceFiles, changed: readonly PlannedFile[]): Promise<string[]> {
  const left: string[] = [];
  for (const { path, before } of changed.toReversed()) {
    try {
      if (before === null) await files.delete(path);
      else await files.write(path, Buffer.from(before.content, 'latin1'), { mode: before.mode });
    } catch (error) {
      if (!hasCode(error, 'path.missing')) left.push(path);
    }
  }
  return left;
}

function halfDone(path: string, left: readonly string[], cause: unknown): KeelsonError {
  const why = cause instanceof KeelsonError ? cause.message : 'the file could not be written.';
  return toolFailure(PATCH_TOOL_ID, `The patch failed at ${path} (${why}), and these files could not be put back: ${left.join(', ')}.`, 'Look at these files, and put them right with undo or by hand.');
}
