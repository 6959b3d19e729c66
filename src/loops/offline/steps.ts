import type { CriterionCheck, RoleId } from '../../contracts/index.ts';
import { patternsShown } from './compute/show-filter.ts';
import type { FileFilter, OfflineTask, OfflineTaskKind, OfflineTaskOf } from './tasks.ts';

/** How a task is done: who may do it, with what, and what shows that it was done. */
export interface Step {
  readonly intent: string;
  /** The heading of what it comes to. */
  readonly title: string;
  /** Those that may do it, the first choice first. */
  readonly roles: readonly RoleId[];
  readonly tools: readonly string[];
  readonly criteria: readonly { readonly criterion: string; readonly check: CriterionCheck }[];
  /** True when it changes files. */
  readonly isEffect: boolean;
}

export function planned(task: OfflineTask): Step {
  const plan = STEPS[task.kind] as (one: OfflineTask) => Step;
  return plan(task);
}

const ANALYST: readonly RoleId[] = ['analyst', 'coder'];
const CODER: readonly RoleId[] = ['coder', 'critic'];

function completed(tool: string, criterion: string): Step['criteria'][number] {
  return { criterion, check: { kind: 'tool_completed', tool_id: tool as never } };
}

function written(file: string): Step['criteria'][number] {
  return { criterion: `${file} was written by this run`, check: { kind: 'file_changed', path: file } };
}

function looking(intent: string, title: string, tool: string, roles = ANALYST): Step {
  return { intent, title, roles, tools: [tool], criteria: [completed(tool, `${tool} ran to its end`)], isEffect: false };
}

function where({ path }: { readonly path: string }): string {
  return path === '.' ? 'the working folder' : path;
}

function filesOf(filter: FileFilter): string {
  return `${patternsShown(filter)} in ${where(filter)}`;
}

const RANKED = { name: 'find', largest: 'list the largest of', smallest: 'list the smallest of', newest: 'list the newest of', oldest: 'list the oldest of' };
const HISTORY = { commits: 'list the commits', authors: 'count commits by author', files: 'count which files changed most', largest: 'list the largest commits' };

const STEPS: { readonly [Kind in OfflineTaskKind]: (task: OfflineTaskOf<Kind>) => Step } = {
  find_files: (task) => looking(`${RANKED[task.order]} ${filesOf(task)}`, 'Files', 'survey_files'),
  search_text: (task) => looking(`search for ${JSON.stringify(task.pattern)} in ${where(task)}`, `Places of ${JSON.stringify(task.pattern)}`, 'search_text'),
  count_files: (task) => looking(`count ${filesOf(task)}${task.by === 'none' ? '' : ` by ${task.by}`}`, 'Count of files', 'survey_files'),
  count_in_files: (task) => looking(`count the ${task.what} of ${filesOf(task)}${task.by === 'none' ? '' : ` by ${task.by}`}`, `Count of ${task.what}`, 'survey_files'),
  count_matches: (task) => looking(`count the lines with ${JSON.stringify(task.text)} in ${where(task)}`, 'Count of matches', 'search_text'),
  collect_marks: (task) => looking(`collect ${task.marks.join(' and ')} in ${where(task)}`, task.marks.join(' and '), 'search_text'),
  disk_usage: (task) => looking(`measure what takes up space in ${where(task)}`, 'Space by folder', 'survey_files'),
  find_duplicates: (task) => looking(`find ${filesOf(task)} that have the same content`, 'Duplicate files', 'survey_files'),
  git_changes: (task) => looking(`say what is not committed in ${where(task)}`, 'Changes that are not committed', 'git_status', CODER),
  git_branch: (task) => looking(`say which branch is checked out in ${where(task)}`, 'Branch', 'git_status', CODER),
  git_history: (task) => looking(`${HISTORY[task.show]}${task.file === undefined ? '' : ` that changed ${task.file}`}${task.since === undefined ? '' : ` since ${task.since}`} in ${where(task)}`, 'History', 'git_log'),
  git_lines: (task) => looking(`say who wrote the lines of ${task.file}`, `Who wrote ${task.file}`, 'git_blame', CODER),
  run_tests: (task) => looking(`run the tests of ${where(task)}${task.command === undefined ? '' : ` with ${task.command}`} and say what failed`, 'Tests', 'run_tests', CODER),
  convert_images: (task) => ({ ...imageStep(task, `convert ${task.file ?? `the pictures ${task.pattern ?? ''} of ${where(task)}`} to ${task.format}`, 'convert_image'), title: 'Converted pictures' }),
  resize_images: (task) => ({ ...imageStep(task, `resize ${task.file ?? `the pictures ${task.pattern ?? ''} of ${where(task)}`} to ${task.width ?? 'any'} × ${task.height ?? 'any'} pixels`, 'resize_image'), title: 'Resized pictures' }),
  read_image: (task) => ({ ...looking(`read the text in ${task.file}`, `Text in ${task.file}`, 'ocr_extract', ['vision']) }),
  summarise: (task) => ({
    intent: `quote the ${task.sentences} most important sentences of ${task.file ?? `each document ${task.pattern ?? ''} in ${where(task)}`}`,
    title: `Summary of ${task.file ?? where(task)}`,
    roles: ['analyst'],
    tools: ['extract_text', ...(task.file === undefined ? ['glob'] : [])],
    criteria: [completed('extract_text', 'the text of the document was read')],
    isEffect: false,
  }),
  ask_table: (task) => ({
    intent: `${task.chart === undefined ? '' : `draw a ${task.chart.shape} chart: `}${questionTo(task)} in ${task.path}`,
    title: `Table from ${task.path}`,
    roles: ['analyst', 'coder'],
    tools: ['query_table', ...(task.chart === undefined ? [] : ['write_file'])],
    criteria: [completed('query_table', `the numbers come from ${task.path}`), ...(task.chart === undefined ? [] : [written(task.chart.file), { criterion: `${task.chart.file} is a drawing`, check: { kind: 'text_contains' as const, subject: { of: 'file' as const, path: task.chart.file }, text: '<svg' } }])],
    isEffect: task.chart !== undefined,
  }),
  rename_files: (task) =>
    task.is_preview
      ? looking(`show how ${filesOf(task)} would be renamed`, 'New names', 'glob')
      : { intent: `rename ${filesOf(task)} once the list is agreed to`, title: 'Renamed files', roles: ANALYST, tools: ['glob', 'move_files'], criteria: [completed('move_files', 'the files have their new names')], isEffect: true },
  call_tool: (task) => ({ ...looking(`call ${task.tool_id}`, task.tool_id, task.tool_id, task.role_id === undefined ? ['coder', 'analyst'] : [task.role_id]) }),
  save: (task) => ({ intent: `write what was found to ${task.file}`, title: task.title, roles: ['analyst', 'coder'], tools: ['write_file'], criteria: [written(task.file)], isEffect: true }),
};

const MEASURES = { count: 'count the rows', sum: 'add up', avg: 'take the average of', min: 'find the lowest', max: 'find the highest' };

function questionTo({ measure, column, group, where, limit }: OfflineTaskOf<'ask_table'>): string {
  const asked = measure === undefined ? 'show the rows' : `${MEASURES[measure]}${column === undefined ? '' : ` ${column}`}`;
  return `${asked}${group === undefined ? '' : ` by ${group}`}${where.map((one) => `, only where ${one.column} ${one.op} ${one.value}`).join('')}${limit === undefined ? '' : `, at most ${limit}`}`;
}

function imageStep(task: { readonly file?: string | undefined }, intent: string, tool: string): Omit<Step, 'title'> {
  return { intent, roles: ['analyst'], tools: [tool, ...(task.file === undefined ? ['glob'] : [])], criteria: [completed(tool, `${tool} wrote what was asked for`)], isEffect: true };
}
