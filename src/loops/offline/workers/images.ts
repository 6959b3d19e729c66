import { markdownTable } from '../compute/markdown-table.ts';
import { counted, shownBytes } from '../compute/shown-numbers.ts';
import { IMAGES_MAX } from '../limits.ts';
import { ConvertReply, GlobReply, ResizeReply } from './tool-outputs.ts';
import type { WorkerHands, Workers } from './worker.ts';

/** The largest side that the tool takes: with it as the other side, the side that was asked for decides. */
const ANY_SIDE_PIXELS = 6_000;

async function pictures({ file, path, pattern }: { readonly file?: string | undefined; readonly path: string; readonly pattern?: string | undefined }, hands: WorkerHands): Promise<{ readonly paths: readonly string[]; readonly left: number }> {
  if (file !== undefined) return { paths: [file], left: 0 };
  const { output } = await hands.call('glob', { path, pattern: pattern ?? '*', ignore_case: true });
  const { paths, total_matches: total } = GlobReply.parse(output);
  return { paths: paths.slice(0, IMAGES_MAX), left: total - Math.min(paths.length, IMAGES_MAX) };
}

/** A drawing has no pixels, so it is no picture here. */
const isPicture = (path: string): boolean => !path.toLowerCase().endsWith('.svg');

function asFormat(path: string, format: string): string {
  const dot = path.lastIndexOf('.');
  return `${dot > path.lastIndexOf('/') + 1 ? path.slice(0, dot) : path}.${format}`;
}

function leftOver(left: number): string[] {
  return left > 0 ? [`${counted(left, 'picture')} more were left as they are: one run has a bounded number of calls.`] : [];
}

export const imageWorkers: Pick<Workers, 'convert_images' | 'resize_images'> = {
  async convert_images(task, hands) {
    const { paths, left } = await pictures(task, hands);
    const wanted = paths.filter((path) => isPicture(path) && asFormat(path, task.format) !== path);
    if (wanted.length === 0) return { answer: `There is no picture to convert to ${task.format}${task.file === undefined ? ` in ${task.path}` : ''}.`, details: [], how: 'nothing was converted.', isDone: false };
    const twice = wanted.find((path, at) => wanted.findIndex((other) => asFormat(other, task.format) === asFormat(path, task.format)) !== at);
    if (twice !== undefined) return { answer: `Nothing was converted: more than one picture would become ${asFormat(twice, task.format)}.`, details: [], how: 'nothing was converted, for nothing is written over.', isDone: false };
    const rows: string[][] = [];
    for (const path of wanted) {
      const { output } = await hands.call('convert_image', { input_path: path, output_path: asFormat(path, task.format) });
      const { output_path: made, width, height, bytes } = ConvertReply.parse(output);
      rows.push([path, made, `${width} × ${height}`, shownBytes(bytes)]);
    }
    return {
      answer: `${counted(rows.length, 'picture')} converted to ${task.format}; the originals are as they were.`,
      details: [markdownTable(['from', 'to', 'pixels', 'size'], rows)],
      how: 'convert_image wrote the new files.',
      limitations: leftOver(left),
      numbers: [{ name: 'pictures converted', value: rows.length, unit: null, call: hands.calls() }],
    };
  },

  async resize_images(task, hands) {
    const { paths, left } = await pictures(task, hands);
    const wanted = paths.filter(isPicture);
    if (wanted.length === 0) return { answer: `There is no picture to resize in ${task.path}.`, details: [], how: 'nothing was resized.', isDone: false };
    const isExact = task.width !== undefined && task.height !== undefined;
    const rows: string[][] = [];
    for (const path of wanted) {
      const { output } = await hands.call('resize_image', { input_path: path, width: task.width ?? ANY_SIDE_PIXELS, height: task.height ?? ANY_SIDE_PIXELS, fit: isExact ? 'fill' : 'inside', output_path: sized(path, task) });
      const { output_path: made, original_size: old, new_size: now, bytes } = ResizeReply.parse(output);
      rows.push([path, made, `${old.width} × ${old.height}`, `${now.width} × ${now.height}`, shownBytes(bytes)]);
    }
    return {
      answer: `${counted(rows.length, 'picture')} resized; the originals are as they were.`,
      details: [markdownTable(['from', 'to', 'before', 'after', 'size'], rows)],
      how: `resize_image wrote the new files${isExact ? ', exactly in the size asked for' : ' and kept the proportions'}.`,
      limitations: leftOver(left),
      numbers: [{ name: 'pictures resized', value: rows.length, unit: null, call: hands.calls() }],
    };
  },
};

function sized(path: string, { width, height }: { readonly width?: number | undefined; readonly height?: number | undefined }): string {
  const dot = path.lastIndexOf('.');
  const size = width !== undefined && height !== undefined ? `${width}x${height}` : width !== undefined ? `${width}w` : `${height}h`;
  return `${path.slice(0, dot)}-${size}${path.slice(dot)}`;
}
