import { firstRows } from '../compute/markdown-table.ts';
import { newNames, type Renaming } from '../compute/new-names.ts';
import { counted } from '../compute/shown-numbers.ts';
import { patternsShown } from '../compute/show-filter.ts';
import { LISTED_ROWS_MAX } from '../limits.ts';
import type { OfflineTaskOf } from '../tasks.ts';
import { ignoresCase } from './files.ts';
import { textWorkers } from './texts.ts';
import { GlobReply, MoveReply, WriteReply } from './tool-outputs.ts';
import type { Work, WorkerHands, Workers } from './worker.ts';

/** All names of the folder are looked at, so that none of them is written over. */
async function renaming(task: OfflineTaskOf<'rename_files'>, hands: WorkerHands): Promise<Renaming> {
  const { paths, total_matches: total } = GlobReply.parse((await hands.call('glob', { path: task.path, pattern: task.pattern, ignore_case: ignoresCase(task.pattern) })).output);
  const all = GlobReply.parse((await hands.call('glob', { path: task.path, pattern: '*', include_hidden: true, include_ignored: true })).output);
  const { moves, obstacles } = newNames(paths, task.change, new Set(all.paths));
  return { moves, obstacles: total > paths.length ? [`${counted(total, 'file')} are meant, and at most ${paths.length} can be renamed at once.`, ...obstacles] : obstacles };
}

export const renameWorkers: Pick<Workers, 'rename_files' | 'save' | 'call_tool'> = {
  async rename_files(task, hands) {
    const { moves, obstacles } = await renaming(task, hands);
    const { shown, note } = firstRows(moves, LISTED_ROWS_MAX);
    const list = [...shown.map(({ from, to }) => `- ${from} → ${to}`), ...note];
    if (moves.length === 0) return { answer: `None of the ${patternsShown(task)} in ${task.path === '.' ? 'this folder' : task.path} would get another name.`, details: [], how: 'nothing was renamed.', isDone: task.is_preview };
    if (obstacles.length > 0) return { answer: `Nothing can be renamed like this: ${obstacles[0] ?? ''}`, details: [...obstacles.slice(1, LISTED_ROWS_MAX).map((one) => `- ${one}`), 'The names would be:', ...list], how: 'nothing was renamed, for nothing is written over.', isDone: false };
    if (task.is_preview) return { answer: `${counted(moves.length, 'file')} would get a new name. Nothing has been renamed yet.`, details: list, how: 'the new names were worked out from those that glob found, and worked out again before anything is renamed.', numbers: [{ name: 'files to rename', value: moves.length, unit: null, call: 1 }] };
    const { output } = await hands.call('move_files', { moves: moves.map((move) => ({ ...move })) });
    const { moved } = MoveReply.parse(output);
    return { answer: `${counted(moved.length, 'file')} renamed.`, details: list, how: 'move_files renamed them after a person had seen the list; `keelson undo` puts them back.', numbers: [{ name: 'files renamed', value: moved.length, unit: null, call: hands.calls() }] };
  },

  async save(task, hands): Promise<Work> {
    if (hands.earlier.length === 0) return { answer: `There is nothing to write to ${task.file}.`, details: [], how: 'nothing was written.', isDone: false };
    const content = [`# ${task.title}`, '', ...hands.earlier.flatMap((text) => [text, ''])].join('\n');
    const { path, kind, total_bytes: bytes } = WriteReply.parse((await hands.call('write_file', { path: task.file, content })).output);
    return { answer: `${kind === 'created' ? 'Wrote' : 'Replaced'} ${path} (${counted(bytes, 'byte')}).`, details: [], how: 'write_file wrote what was found.', numbers: [{ name: 'bytes written', value: bytes, unit: 'bytes', call: hands.calls() }] };
  },

  async call_tool(task, hands) {
    const { image_path: image } = task.arguments;
    if (task.tool_id === 'ocr_extract' && typeof image === 'string') return textWorkers.read_image({ kind: 'read_image', file: image, ...(typeof task.arguments['language'] === 'string' && { language: task.arguments['language'] }) }, hands);
    const { shown } = await hands.call(task.tool_id, task.arguments);
    return { answer: shown, details: [], how: `${task.tool_id} was called once.` };
  },
};
