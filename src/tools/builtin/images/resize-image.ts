import { z } from 'zod';
import { NonEmptyText, PositiveCount } from '../../../contracts/index.ts';
import { hasCode } from '../../../kernel/index.ts';
import type { WorkspaceFiles } from '../../paths/workspace-files.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { runIsolated } from '../isolation/run-isolated.ts';
import { readInput } from '../read-input.ts';
import { toolFailure } from '../tool-failure.ts';
import { FORMAT_BY_ENDING, formatOf } from './image-formats.ts';
import { IMAGE_BYTES_MAX, IMAGE_HEAP_MB_MAX, IMAGE_PIXELS_MAX, IMAGE_SIDE_PIXELS_MAX, RESIZE_TIME_MS } from './limits.ts';
import { FITS, type Resized } from './resize.ts';

const Side = z.int().min(1).max(IMAGE_SIDE_PIXELS_MAX);
const Size = z.strictObject({ width: PositiveCount, height: PositiveCount });

const Input = z
  .strictObject({
    input_path: NonEmptyText,
    width: Side,
    height: Side,
    output_path: NonEmptyText.optional().describe('Beside the input, with the size in its name, when left out. Its ending is the format.'),
    fit: z.enum(FITS).default('fill').describe('fill: exactly this size; inside or outside: keep the proportions; cover: cut what stands over; contain: add a border.'),
    replace_input: z.boolean().default(false).describe('Needed to write over the input itself.'),
  })
  .refine(({ width, height }) => width * height <= IMAGE_PIXELS_MAX, `at most ${IMAGE_PIXELS_MAX} pixels`);
type Input = z.infer<typeof Input>;

const Output = z.strictObject({ output_path: z.string(), original_size: Size, new_size: Size, frames: PositiveCount, bytes: PositiveCount });

export const resizeImageTool = defineTool<Input, z.infer<typeof Output>>({
  tool_id: 'resize_image',
  tool_name: 'Resize an image',
  category: 'format',
  side_effects: 'idempotent_write',
  handles_patterns: ['resize.*image.*(\\d+)x(\\d+)', 'scale.*image', '\\b(resize|scale)\\b.*\\.(png|jpe?g|webp|gif|tiff?|avif)\\b'],
  keywords: ['resize', 'image', 'scale', 'dimensions'],
  priority: 90,
  timeout_ms: RESIZE_TIME_MS,
  max_retries: 0,
  allowed_roles: ['vision', 'analyst'],
  input: Input,
  output: Output,
  touches: ['workspace_read', 'workspace_write'],
  taint: 'user_trusted_bounded',
  intentions: (input) => [
    { kind: 'path', op: 'read', path: input.input_path },
    { kind: 'path', op: 'write', path: outputPath(input) },
  ],
  async perform(input, { files, signal }) {
    const target = outputPath(input);
    const format = formatOf(target);
    if (format === undefined) throw toolFailure('resize_image', `${target} has no ending that names a format of pictures.`, `End output_path with one of ${Object.keys(FORMAT_BY_ENDING).join(', ')}.`);
    const { bytes, path: realInput } = await readInput('resize_image', files, input.input_path, IMAGE_BYTES_MAX);
    if (!input.replace_input && (await realPathOf(files, target)) === realInput) throw wouldReplace(target);
    const resized = await runIsolated<Resized>({
      toolId: 'resize_image',
      module: new URL('./resize-task.ts', import.meta.url),
      input: { bytes, width: input.width, height: input.height, fit: input.fit, format },
      timeoutMs: RESIZE_TIME_MS,
      heapMbMax: IMAGE_HEAP_MB_MAX,
      allowsAddons: true,
      signal,
    });
    const written = await files.write(target, resized.bytes);
    return { output_path: written.path, original_size: { ...resized.originalSize }, new_size: { ...resized.newSize }, frames: resized.frames, bytes: resized.bytes.length };
  },
  show: ({ output_path, original_size, new_size, bytes }) =>
    `Wrote ${output_path}: ${original_size.width} × ${original_size.height} became ${new_size.width} × ${new_size.height} pixels, ${bytes} bytes.`,
});

export function outputPath({ input_path, output_path, width, height }: Pick<Input, 'input_path' | 'output_path' | 'width' | 'height'>): string {
  if (output_path !== undefined) return output_path;
  const dot = input_path.lastIndexOf('.');
  const nameStart = Math.max(input_path.lastIndexOf('/'), input_path.lastIndexOf('\\')) + 1;
  // A dot at the beginning of a name is part of it, and one in a folder is no ending.
  return dot > nameStart ? `${input_path.slice(0, dot)}-${width}x${height}${input_path.slice(dot)}` : `${input_path}-${width}x${height}.png`;
}

async function realPathOf(files: WorkspaceFiles, path: string): Promise<string | undefined> {
  try {
    return (await files.stat(path)).path;
  } catch (error) {
    if (hasCode(error, 'path.missing')) return undefined;
    throw error;
  }
}

function wouldReplace(path: string) {
  return toolFailure('resize_image', `${path} is the input itself; the original would be gone.`, 'Name another output_path, or set replace_input.');
}
