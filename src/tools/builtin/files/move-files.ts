import { z } from 'zod';
import { Count, NonEmptyText } from '../../../contracts/index.ts';
import { KeelsonError } from '../../../kernel/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import type { ToolHands } from '../../runner/hands.ts';
import { toolFailure } from '../tool-failure.ts';
import { MOVED_FILES_MAX } from './limits.ts';

const Move = z.strictObject({ from: NonEmptyText, to: NonEmptyText });
type Move = z.infer<typeof Move>;

const Input = z
  .strictObject({ moves: z.array(Move).min(1).max(MOVED_FILES_MAX).describe('Files with their new paths, both below the workspace. Nothing is written over.') })
  .refine(({ moves }) => new Set(moves.map(({ to }) => to)).size === moves.length, 'two files would get the same name')
  .refine(({ moves }) => new Set(moves.map(({ from }) => from)).size === moves.length, 'a file is named twice');
const Output = z.strictObject({ moved: z.array(Move), total: Count });

/** Renames or moves files, all or none. A person sees every old and new name before anything is moved. */
export const moveFilesTool = defineTool<z.infer<typeof Input>, z.infer<typeof Output>>({
  tool_id: 'move_files',
  tool_name: 'Rename files',
  category: 'file_ops',
  // A second try finds nothing under the old names, so no resumed run repeats it unasked.
  side_effects: 'destructive',
  keywords: ['rename', 'move', 'files'],
  priority: 72,
  timeout_ms: 60_000,
  approval_required: true,
  allowed_roles: ['analyst', 'coder', 'toolsmith'],
  input: Input,
  output: Output,
  touches: ['workspace_read', 'workspace_write'],
  taint: 'user_trusted_bounded',
  intentions: ({ moves }) => moves.flatMap(({ from, to }) => [{ kind: 'path' as const, op: 'rename' as const, path: from, to }]),
  async perform({ moves }, { files, signal }) {
    const moved: Move[] = [];
    try {
      for (const move of moves) {
        signal.throwIfAborted();
        await files.rename(move.from, move.to);
        moved.push(move);
      }
    } catch (error) {
      const left = await moveBack(files, moved);
      throw left.length === 0 ? error : halfDone(left, error);
    }
    return { moved, total: moved.length };
  },
  show: ({ moved }) => moved.map(({ from, to }) => `${from} → ${to}`).join('\n'),
});

/** Answers what could not be moved back. */
async function moveBack(files: ToolHands['files'], moved: readonly Move[]): Promise<string[]> {
  const left: string[] = [];
  for (const { from, to } of moved.toReversed()) await files.rename(to, from).catch(() => left.push(to));
  return left;
}

function halfDone(left: readonly string[], cause: unknown): KeelsonError {
  const why = cause instanceof KeelsonError ? cause.message : 'a file could not be moved.';
  return toolFailure('move_files', `Not everything was renamed (${why}), and these files keep their new names: ${left.join(', ')}.`, 'Look at these files, and put them right with undo or by hand.');
}
