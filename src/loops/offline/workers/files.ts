import { counted, shownBytes, shownCount } from '../compute/shown-numbers.ts';
import { filesShown, patternsShown } from '../compute/show-filter.ts';
import { firstRows, markdownTable } from '../compute/markdown-table.ts';
import { duplicateGroups, filesThatFit, groupFiles, inOrder, sizeByFolder, spellings, type FileGroup, type MeasuredFile } from '../compute/surveyed-files.ts';
import { LISTED_ROWS_MAX, RANKED_FILES_DEFAULT } from '../limits.ts';
import type { FileFilter } from '../tasks.ts';
import { isCode } from '../words/file-kinds.ts';
import { SurveyReply } from './tool-outputs.ts';
import type { WorkerHands, Workers } from './worker.ts';

interface Surveyed {
  readonly files: readonly MeasuredFile[];
  readonly limitations: readonly string[];
  readonly call: number;
  /** "At least " where there are more files than were looked at. */
  readonly atLeast: string;
}

/** Only a name that was said as a whole is taken with regard to case: people say "png files" and mean `.PNG` too. */
export function ignoresCase(pattern: string): boolean {
  return !pattern.startsWith('./');
}

/** The files as one tool measures them; another is asked for the same, so that a check can compare. */
async function survey(filter: FileFilter, measure: 'size' | 'text' | 'content', hands: WorkerHands): Promise<Surveyed> {
  const meant = { path: filter.path, pattern: filter.pattern, ignore_case: ignoresCase(filter.pattern) };
  const { output } = await hands.call('survey_files', { ...meant, measure });
  const call = hands.calls();
  await hands.call('glob', meant);
  const { files, total_files: total, surveyed_at: at, left_out: left } = SurveyReply.parse(output);
  const fitting = filesThatFit(files, filter, at);
  const spelt = filter.pattern === '*' ? [] : spellings(fitting);
  const limitations = [
    ...(spelt.length > 0 ? [`The ending is written in different ways, and all of them are counted: ${spelt.map(({ ending, files: count }) => `${shownCount(count)} ${ending}`).join(', ')}.`] : []),
    ...(total > files.length ? [`Only the first ${shownCount(files.length)} of ${shownCount(total)} files were looked at; ask about a folder below.`] : []),
    ...(left.is_walk_cut ? ['The folder has more entries than one look takes in.'] : []),
    ...(left.links.length > 0 ? [`${counted(left.links.length, 'link')} to other files ${left.links.length === 1 ? 'is' : 'are'} not counted: ${left.links.slice(0, 3).join(', ')}.`] : []),
    ...(left.sensitive_paths.length > 0 ? [`Not read, as ${left.sensitive_paths.length === 1 ? 'it' : 'they'} may hold secrets: ${named(left.sensitive_paths)}.`] : []),
    ...(left.too_large_paths.length > 0 ? [`Too large to be read: ${named(left.too_large_paths)}.`] : []),
    ...(left.passed_over_folders.length > 0 ? [`Not looked into: ${named(left.passed_over_folders)}.`] : []),
  ];
  return { files: fitting, limitations, call, atLeast: total > files.length || left.is_walk_cut ? 'At least ' : '' };
}

/** The first few by name, the others by their number. */
function named(paths: readonly string[]): string {
  return `${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ` and ${paths.length - 3} more` : ''}`;
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
    const { files, limitations, call, atLeast } = await survey(task, 'size', hands);
    const most = task.limit ?? (task.order === 'name' ? LISTED_ROWS_MAX : RANKED_FILES_DEFAULT);
    const { shown, note } = firstRows(inOrder(files, task.order), most);
    const bytes = files.reduce((sum, { size_bytes: size }) => sum + size, 0);
    return {
      answer: files.length === 0 ? `There are no ${patternsShown(task)} in ${folder(task)}.` : `${atLeast}${shownCount(files.length)} ${filesShown(files.length, task)} in ${folder(task)}, ${shownBytes(bytes)} together${RANKS[task.order] === '' ? '' : `; ${RANKS[task.order]}`}.`,
      details: files.length === 0 ? [] : [markdownTable(['file', 'size', 'last change'], shown.map(dated)), ...note],
      how: 'survey_files measured the files, and glob found the same ones.',
      numbers: [{ name: 'files', value: files.length, unit: null, call }, { name: 'size of them', value: bytes, unit: 'bytes', call }],
      limitations,
    };
  },

  async count_files(task, hands) {
    const { files, limitations, call, atLeast } = await survey(task, 'size', hands);
    const groups = task.by === 'none' ? [] : groupFiles(files, task.by, 'files');
    const { shown, note } = firstRows(groups, LISTED_ROWS_MAX);
    return {
      answer: `${atLeast}${shownCount(files.length)} ${filesShown(files.length, task)} in ${folder(task)}.`,
      details: groups.length === 0 ? [] : [markdownTable([task.by, 'files', 'size'], shown.map(({ name, files: count, bytes }) => [name, shownCount(count), shownBytes(bytes)])), ...note],
      how: 'survey_files counted the files, and glob found the same ones.',
      numbers: [{ name: 'files', value: files.length, unit: null, call }, ...groups.slice(0, 10).map(({ name, files: value }) => ({ name: `files: ${name}`, value, unit: null, call }))],
      limitations,
    };
  },

  async count_in_files(task, hands) {
    const { files, limitations, call, atLeast } = await survey(task, 'text', hands);
    if (files.length === 0 && task.pattern.startsWith('./')) return { answer: `There is no file ${filesShown(1, task)} in ${folder(task)} that may be looked at.`, details: [], how: 'no file was read.', limitations, isDone: false };
    const texts = files.filter(({ text }) => text !== null);
    const total = texts.reduce((sum, { text }) => sum + (text?.[task.what] ?? 0), 0);
    const by = task.by === 'kind' && isCode(task.pattern) ? 'language' : task.by;
    const groups: readonly FileGroup[] = by === 'none' ? [] : groupFiles(texts, by, task.what);
    const { shown, note } = firstRows(groups, LISTED_ROWS_MAX);
    const others = files.length - texts.length;
    return {
      answer: `${atLeast}${counted(total, task.what.slice(0, -1))} in ${task.pattern === '*' ? counted(texts.length, 'text file') : `${task.pattern.startsWith('./') ? '' : `${shownCount(texts.length)} `}${filesShown(texts.length, task)}`} in ${folder(task)}${by === 'language' && groups[0] !== undefined && groups.length > 1 ? `, most of them ${groups[0].name}` : ''}.`,
      details: groups.length === 0 ? [] : [markdownTable([by, task.what, ...(task.by === 'file' ? [] : ['files'])], shown.map((group) => [group.name, shownCount(group[task.what]), ...(task.by === 'file' ? [] : [shownCount(group.files)])])), ...note],
      how: `survey_files counted the ${task.what}.`,
      numbers: [{ name: task.what, value: total, unit: null, call }, { name: 'text files', value: texts.length, unit: null, call }],
      limitations: [...limitations, ...(others > 0 ? [`${counted(others, 'file')} that ${others === 1 ? 'holds no text was' : 'hold no text were'} not counted.`] : [])],
    };
  },

  async disk_usage(task, hands) {
    const { files, limitations, call, atLeast } = await survey({ ...task, pattern: '*' }, 'size', hands);
    const bytes = files.reduce((sum, { size_bytes: size }) => sum + size, 0);
    const folders = sizeByFolder(files, task.path);
    const { shown, note } = firstRows(folders, LISTED_ROWS_MAX);
    const share = (part: number): string => `${bytes === 0 ? 0 : Math.round((part / bytes) * 100)} %`;
    return {
      answer: files.length === 0 ? `${folder(task)} holds no files that are looked at.` : `${atLeast}${shownBytes(bytes)} in ${counted(files.length, 'file')} in ${folder(task)}; most of it in ${folders[0]?.name ?? folder(task)} (${share(folders[0]?.bytes ?? 0)}).`,
      details: folders.length === 0 ? [] : [markdownTable(['folder', 'size', 'share', 'files'], shown.map(({ name, bytes: size, files: count }) => [name, shownBytes(size), share(size), shownCount(count)])), ...note],
      how: 'survey_files measured the files, and glob found the same ones.',
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
      how: 'survey_files compared the contents by their SHA-256; nothing was deleted.',
      numbers: [{ name: 'groups of duplicates', value: groups.length, unit: null, call }, { name: 'size of the copies', value: wasted, unit: 'bytes', call }],
      limitations: [...limitations, 'Empty files are not called copies of each other.'],
    };
  },
};
