import { counted, shownBytes, shownCount } from '../compute/shown-numbers.ts';
import { patternsShown } from '../compute/show-filter.ts';
import { firstRows, markdownTable } from '../compute/markdown-table.ts';
import { duplicateGroups, filesThatFit, groupFiles, inOrder, sizeByFolder, type FileGroup, type MeasuredFile } from '../compute/surveyed-files.ts';
import { LISTED_ROWS_MAX, RANKED_FILES_DEFAULT } from '../limits.ts';
import type { FileFilter } from '../tasks.ts';
import { SurveyReply } from './tool-outputs.ts';
import type { WorkerHands, Workers } from './worker.ts';

interface Surveyed {
  readonly files: readonly MeasuredFile[];
  readonly limitations: readonly string[];
  readonly call: number;
}

async function survey(filter: FileFilter, measure: 'size' | 'text' | 'content', hands: WorkerHands): Promise<Surveyed> {
  const { output } = await hands.call('survey_files', { path: filter.path, pattern: filter.pattern, measure });
  const { files, total_files: total, surveyed_at: at, left_out: left } = SurveyReply.parse(output);
  const limitations = [
    ...(total > files.length ? [`Only the first ${shownCount(files.length)} of ${shownCount(total)} files were looked at; ask about a folder below.`] : []),
    ...(left.is_walk_cut ? ['The folder has more entries than one look takes in.'] : []),
    ...(left.sensitive_paths.length > 0 ? [`${counted(left.sensitive_paths.length, 'file')} that may hold secrets were not read.`] : []),
    ...(left.too_large_paths.length > 0 ? [`${counted(left.too_large_paths.length, 'file')} were too large to be read.`] : []),
    ...(left.passed_over_folders.length > 0 ? [`Not looked into: ${left.passed_over_folders.slice(0, 3).join(', ')}.`] : []),
  ];
  return { files: filesThatFit(files, filter, at), limitations, call: hands.calls() };
}

function folder({ path }: { readonly path: string }): string {
  return path === '.' ? 'this folder' : path;
}

function dated(file: MeasuredFile): string[] {
  return [file.path, shownBytes(file.size_bytes), file.modified_at.slice(0, 10)];
}

const RANKS = { name: '', largest: 'largest first', smallest: 'smallest first', newest: 'last changed first', oldest: 'longest unchanged first' };

export const fileWorkers: Pick<Workers, 'find_files' | 'count_files' | 'count_in_files' | 'disk_usage' | 'find_duplicates'> = {
  async find_files(task, hands) {
    const { files, limitations, call } = await survey(task, 'size', hands);
    const most = task.limit ?? (task.order === 'name' ? LISTED_ROWS_MAX : RANKED_FILES_DEFAULT);
    const { shown, note } = firstRows(inOrder(files, task.order), most);
    const bytes = files.reduce((sum, { size_bytes: size }) => sum + size, 0);
    const what = patternsShown({ ...task }).replace('files', files.length === 1 ? 'file' : 'files');
    return {
      answer: files.length === 0 ? `There are no ${patternsShown(task)} in ${folder(task)}.` : `${shownCount(files.length)} ${what} in ${folder(task)}, ${shownBytes(bytes)} together${RANKS[task.order] === '' ? '' : `; ${RANKS[task.order]}`}.`,
      details: files.length === 0 ? [] : [markdownTable(['file', 'size', 'last change'], shown.map(dated)), ...note],
      how: 'the files were measured by survey_files.',
      numbers: [{ name: 'files', value: files.length, unit: null, call }, { name: 'size of them', value: bytes, unit: 'bytes', call }],
      limitations,
    };
  },

  async count_files(task, hands) {
    const { files, limitations, call } = await survey(task, 'size', hands);
    const groups = task.by === 'none' ? [] : groupFiles(files, task.by, 'files');
    const { shown, note } = firstRows(groups, LISTED_ROWS_MAX);
    return {
      answer: `${shownCount(files.length)} ${patternsShown(task).replace('files', files.length === 1 ? 'file' : 'files')} in ${folder(task)}.`,
      details: groups.length === 0 ? [] : [markdownTable([task.by, 'files', 'size'], shown.map(({ name, files: count, bytes }) => [name, shownCount(count), shownBytes(bytes)])), ...note],
      how: 'the files were counted by survey_files.',
      numbers: [{ name: 'files', value: files.length, unit: null, call }, ...groups.slice(0, 10).map(({ name, files: value }) => ({ name: `files: ${name}`, value, unit: null, call }))],
      limitations,
    };
  },

  async count_in_files(task, hands) {
    const { files, limitations, call } = await survey(task, 'text', hands);
    const texts = files.filter(({ text }) => text !== null);
    const total = texts.reduce((sum, { text }) => sum + (text?.[task.what] ?? 0), 0);
    const groups: readonly FileGroup[] = task.by === 'none' ? [] : groupFiles(texts, task.by, task.what);
    const { shown, note } = firstRows(groups, LISTED_ROWS_MAX);
    const others = files.length - texts.length;
    return {
      answer: `${counted(total, task.what.slice(0, -1))} in ${counted(texts.length, 'text file')} (${patternsShown(task)}) in ${folder(task)}.`,
      details: groups.length === 0 ? [] : [markdownTable([task.by, task.what, ...(task.by === 'file' ? [] : ['files'])], shown.map((group) => [group.name, shownCount(group[task.what]), ...(task.by === 'file' ? [] : [shownCount(group.files)])])), ...note],
      how: `the ${task.what} were counted by survey_files.`,
      numbers: [{ name: task.what, value: total, unit: null, call }, { name: 'text files', value: texts.length, unit: null, call }],
      limitations: [...limitations, ...(others > 0 ? [`${counted(others, 'file')} that hold no text were not counted.`] : [])],
    };
  },

  async disk_usage(task, hands) {
    const { files, limitations, call } = await survey({ ...task, pattern: '*' }, 'size', hands);
    const bytes = files.reduce((sum, { size_bytes: size }) => sum + size, 0);
    const folders = sizeByFolder(files, task.path);
    const { shown, note } = firstRows(folders, LISTED_ROWS_MAX);
    const share = (part: number): string => `${bytes === 0 ? 0 : Math.round((part / bytes) * 100)} %`;
    return {
      answer: files.length === 0 ? `${folder(task)} holds no files that are looked at.` : `${shownBytes(bytes)} in ${counted(files.length, 'file')} in ${folder(task)}; most of it in ${folders[0]?.name ?? folder(task)} (${share(folders[0]?.bytes ?? 0)}).`,
      details: folders.length === 0 ? [] : [markdownTable(['folder', 'size', 'share', 'files'], shown.map(({ name, bytes: size, files: count }) => [name, shownBytes(size), share(size), shownCount(count)])), ...note],
      how: 'the files were measured by survey_files.',
      numbers: [{ name: 'size of all files', value: bytes, unit: 'bytes', call }, { name: 'files', value: files.length, unit: null, call }],
      limitations: [...limitations, 'What .gitignore leaves out and hidden files are not counted; disks take up space in blocks, so a disk shows somewhat more.'],
    };
  },

  async find_duplicates(task, hands) {
    const { files, limitations, call } = await survey(task, 'content', hands);
    const groups = duplicateGroups(files);
    const wasted = groups.reduce((sum, { wastedBytes }) => sum + wastedBytes, 0);
    const { shown, note } = firstRows(groups, LISTED_ROWS_MAX);
    return {
      answer: groups.length === 0 ? `No two of ${counted(files.length, 'file')} in ${folder(task)} have the same content.` : `${counted(groups.length, 'group')} of files with the same content in ${folder(task)}; without the copies ${shownBytes(wasted)} would be free.`,
      details: [...shown.map(({ sizeBytes, paths }) => [`${shownBytes(sizeBytes)} each:`, ...paths.map((path) => `- ${path}`)].join('\n')), ...note],
      how: 'contents were compared byte for byte through their SHA-256 by survey_files; nothing was deleted.',
      numbers: [{ name: 'groups of duplicates', value: groups.length, unit: null, call }, { name: 'size of the copies', value: wasted, unit: 'bytes', call }],
      limitations: [...limitations, 'Empty files are not called copies of each other.'],
    };
  },
};
