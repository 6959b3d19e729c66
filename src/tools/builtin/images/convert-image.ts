import { z } from 'zod';
import { NonEmptyText, PositiveCount } from '../../../contracts/index.ts';
import { hasCode } from '../../../kernel/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import type { WorkspaceFiles } from '../../paths/workspace-files.ts';
import { runIsolated } from '../isolation/run-isolated.ts';
import { readInput } from '../read-input.ts';
import { toolFailure } from '../tool-failure.ts';
import { FORMAT_BY_ENDING, formatOf } from './image-formats.ts';
import { IMAGE_BYTES_MAX, IMAGE_HEAP_MB_MAX, RESIZE_TIME_MS } from './limits.ts';
import type { Resized } from './resize.ts';

const Input = z.strictObject({
  input_path: NonEmptyText,
  output_path: NonEmptyText.describe('Its ending is the format. A file that is there is not written over.'),
});
const Output = z.strictObject({ output_path: z.string(), width: PositiveCount, height: PositiveCount, bytes: PositiveCount });

/** A picture in another format, at the size that it has. */
export const convertImageTool = defineTool<z.infer<typeof Input>, z.infer<typeof Output>>({
  tool_id: 'convert_image',
  tool_name: 'Convert an image',
  category: 'format',
  side_effects: 'idempotent_write',
  keywords: ['convert', 'image', 'format'],
  priority: 89,
  timeout_ms: RESIZE_TIME_MS,
  allowed_roles: ['vision', 'analyst'],
  input: Input,
  output: Output,
  touches: ['workspace_read', 'workspace_write'],
  taint: 'user_trusted_bounded',
  intentions: ({ input_path, output_path }) => [
    { kind: 'path', op: 'read', path: input_path },
    { kind: 'path', op: 'write', path: output_path },
  ],
  async perform({ input_path, output_path }, { files, signal }) {
    const format = formatOf(output_path);
    if (format === undefined) throw toolFailure('convert_image', `${output_path} has no ending that names a format of pictures.`, `End output_path with one of ${Object.keys(FORMAT_BY_ENDING).join(', ')}.`);
    const { bytes } = await readInput('convert_image', files, input_path, IMAGE_BYTES_MAX);
    const converted = await runIsolated<Resized>({
      toolId: 'convert_image',
      module: new URL('./resize-task.ts', import.meta.url),
      input: { bytes, format },
      timeoutMs: RESIZE_TIME_MS,
      heapMbMax: IMAGE_HEAP_MB_MAX,
      allowsAddons: true,
      signal,
    });
    const there = await contentAt(files, output_path);
    // What a run that was cut off wrote itself is no other file.
    if (there !== undefined && Buffer.compare(there, converted.bytes) !== 0) throw toolFailure('convert_image', `${output_path} is there already.`, 'Name another output_path, or move the file away first.');
    const written = await files.write(output_path, converted.bytes);
    return { output_path: written.path, ...converted.newSize, bytes: converted.bytes.length };
  },
  show: ({ output_path, width, height, bytes }) => `Wrote ${output_path}: ${width} × ${height} pixels, ${bytes} bytes.`,
});

async function contentAt(files: WorkspaceFiles, path: string): Promise<Uint8Array | undefined> {
  try {
    return (await files.read(path, { maxBytes: IMAGE_BYTES_MAX })).bytes;
  } catch (error) {
    if (hasCode(error, 'path.missing')) return undefined;
    throw error;
  }
}
