import { z } from 'zod';
import { NonEmptyText } from '../../../contracts/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import type { ToolIntention } from '../../registry/tool.ts';
import { PATCH_CHARS_MAX } from './limits.ts';
import { carryOutPlan } from './patch/carry-out-plan.ts';
import { parsePatch } from './patch/parse-patch.ts';
import type { FilePatch } from './patch/patch-tree.ts';
import { planPatch, type PlannedFile } from './patch/plan-patch.ts';

const Input = z.strictObject({
  patch: NonEmptyText.max(PATCH_CHARS_MAX).describe('A unified diff as `git diff` writes it; paths are below the workspace. Every line of context must be exact.'),
});

const Output = z.strictObject({
  files: z.array(z.strictObject({ path: z.string(), kind: z.enum(['created', 'modified', 'deleted']) })),
  hunks: z.int().min(0),
});

export const applyPatchTool = defineTool<z.infer<typeof Input>, z.infer<typeof Output>>({
  tool_id: 'apply_patch',
  tool_name: 'Apply a patch',
  category: 'file_ops',
  // A patch that only adds lines may fit a second time, so no resumed run repeats it unasked.
  side_effects: 'destructive',
  keywords: ['apply', 'patch', 'diff'],
  priority: 73,
  timeout_ms: 30_000,
  allowed_roles: ['coder', 'toolsmith'],
  input: Input,
  output: Output,
  touches: ['workspace_read', 'workspace_write'],
  taint: 'user_trusted_bounded',
  intentions: ({ patch }) => parsePatch(patch).files.flatMap(intentionsOf),
  async perform({ patch }, { files }) {
    const parsed = parsePatch(patch);
    const plan = await planPatch(parsed, files);
    await carryOutPlan(plan, files);
    return { files: plan.files.flatMap(toldOf), hunks: parsed.files.reduce((sum, file) => sum + file.hunks.length, 0) };
  },
  show: ({ files, hunks }) => [`Applied ${hunks} ${hunks === 1 ? 'hunk' : 'hunks'}.`, ...files.map(({ path, kind }) => `${kind} ${path}`)].join('\n'),
});

function intentionsOf({ kind, oldPath, newPath, mode }: FilePatch): ToolIntention[] {
  const reads: ToolIntention = { kind: 'path', op: 'read', path: oldPath };
  const deletes: ToolIntention = { kind: 'path', op: 'delete', path: oldPath };
  const writes: ToolIntention = { kind: 'path', op: 'write', path: newPath };
  if (kind === 'delete') return [reads, deletes];
  // Other permission bits, or another name, take the old file away.
  return kind === 'rename' || (kind === 'modify' && mode !== null) ? [reads, deletes, writes] : [reads, writes];
}

function toldOf({ path, before, after }: PlannedFile): { path: string; kind: 'created' | 'modified' | 'deleted' }[] {
  if (before?.content === after?.content && before?.mode === after?.mode) return [];
  if (before === null) return [{ path, kind: 'created' }];
  return [{ path, kind: after === null ? 'deleted' : 'modified' }];
}
