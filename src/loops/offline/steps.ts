import type { AnswerBasis, CriterionCheck, RoleId } from '../../contracts/index.ts';
import { LOOKING_TOOLS } from '../../evaluation/index.ts';
import { patternsShown } from './compute/show-filter.ts';
import { isCode, kindOfPattern } from './words/file-kinds.ts';
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
  /** What has to hold of all that was done, when this is part of it. */
  readonly whole: { readonly criterion: string; readonly check: CriterionCheck };
  /** True when it changes files. */
  readonly isEffect: boolean;
}

export function planned(task: OfflineTask): Step {
  const plan = STEPS[task.kind] as (one: OfflineTask) => Step;
  return plan(task);
}

const ANALYST: readonly RoleId[] = ['analyst', 'coder'];
const CODER: readonly RoleId[] = ['coder', 'critic'];

type StepCriterion = Step['criteria'][number];

/** The answer is held against a second way to the same facts. */
function agrees(basis: AnswerBasis, criterion: string): StepCriterion {
  return { criterion, check: { kind: 'answer_agrees', with: basis } };
}

function written(file: string): StepCriterion {
  return { criterion: `${file} was written by this run`, check: { kind: 'file_changed', path: file } };
}

/** What holds of the run as a whole when it only looked. */
const ONLY_LOOKED: StepCriterion = { criterion: 'it was checked that no file was changed', check: { kind: 'untouched', except: [], allows: 'nothing' } };

function looking(intent: string, title: string, tools: readonly string[], criterion: StepCriterion, roles = ANALYST): Step {
  return { intent, title, roles, tools, criteria: [criterion], whole: ONLY_LOOKED, isEffect: false };
}

const FOUND_TWICE = agrees('second_count', 'glob, asked separately, finds the same files');
const LINES_STAND = agrees('quoted_lines', 'every line that is quoted stands in its file under that number');
const ASKED_TWICE = agrees('asked_again', 'Git, asked a second time, says the same');

/** Measures the files, and finds them a second time. */
function measuring(intent: string, title: string, ...more: readonly StepCriterion[]): Step {
  const step = looking(intent, title, ['survey_files', 'glob'], FOUND_TWICE);
  return { ...step, criteria: [...step.criteria, ...more] };
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
  find_files: (task) => measuring(`${RANKED[task.order]} ${filesOf(task)}`, 'Files'),
  search_text: (task) => looking(`search for ${JSON.stringify(task.pattern)} in ${where(task)}`, `Places of ${JSON.stringify(task.pattern)}`, ['search_text'], LINES_STAND),
  count_files: (task) => measuring(`count ${filesOf(task)}${task.by === 'none' ? '' : ` by ${task.by}`}`, 'Count of files'),
  count_in_files: (task) => looking(`count the ${task.what} of ${filesOf(task)}${task.by === 'none' ? '' : ` by ${isCode(task.pattern) && task.by === 'kind' ? 'language' : task.by}`}`, `Count of ${task.what}`, ['survey_files', 'glob'], agrees('second_count', 'glob, asked separately, finds the same files, and the longest of them, read again, have as many lines and words')),
  count_matches: (task) => looking(`count the lines with ${JSON.stringify(task.text)} in ${where(task)}`, 'Count of matches', ['search_text'], LINES_STAND),
  collect_marks: (task) => looking(`collect ${task.marks.join(' and ')} in ${where(task)}`, task.marks.join(' and '), ['search_text'], LINES_STAND),
  disk_usage: (task) => measuring(`measure what takes up space in ${where(task)}`, 'Space by folder'),
  find_duplicates: (task) => measuring(`find ${filesOf(task)} that have the same content`, 'Duplicate files', agrees('same_content', 'what is called the same is the same when it is read again')),
  git_changes: (task) => looking(`say what is not committed in ${where(task)}`, 'Changes that are not committed', ['git_status'], ASKED_TWICE, CODER),
  git_branch: (task) => looking(`say which branch is checked out in ${where(task)}`, 'Branch', ['git_status'], ASKED_TWICE, CODER),
  git_history: (task) => looking(`${HISTORY[task.show]}${task.file === undefined ? '' : ` that changed ${task.file}`}${task.since === undefined ? '' : ` since ${task.since}`} in ${where(task)}`, 'History', ['git_log'], ASKED_TWICE),
  git_lines: (task) => looking(`say who wrote the lines of ${task.file}`, `Who wrote ${task.file}`, ['git_blame'], ASKED_TWICE, CODER),
  run_tests: (task) => ({
    ...looking(`run the tests of ${where(task)}${task.command === undefined ? '' : ` with ${task.command}`} and say what failed`, 'Tests', ['run_tests'], agrees('named_failures', 'every test that is called failed stands in the output, and none of it is left out'), CODER),
    whole: agrees('test_counts', 'the counts add up, and fit how the program ended'),
  }),
  convert_images: (task) => ({ ...imageStep(task, `convert ${task.file ?? picturesOf(task)} to ${task.format}`, 'convert_image'), title: 'Converted pictures' }),
  resize_images: (task) => ({ ...imageStep(task, `resize ${task.file ?? picturesOf(task)} to ${task.width ?? 'any'} × ${task.height ?? 'any'} pixels`, 'resize_image'), title: 'Resized pictures' }),
  read_image: (task) => looking(`read the text in ${task.file}`, `Text in ${task.file}`, ['ocr_extract'], agrees('tool_words', 'the answer is what was recognised, letter by letter'), ['vision']),
  summarise: (task) => looking(
    `quote the ${task.sentences} most important sentences of ${task.file ?? `each of the ${kindOfPattern(task.pattern ?? '') ?? ''} documents in ${where(task)}`.replace('  ', ' ')}`,
    `Summary of ${task.file ?? where(task)}`,
    ['extract_text', ...(task.file === undefined ? ['glob'] : [])],
    agrees('quoted_sentences', 'every sentence that is quoted stands in the document word for word'),
    ['analyst'],
  ),
  ask_table: (task) => ({
    intent: `${task.chart === undefined ? '' : `draw a ${task.chart.shape} chart: `}${questionTo(task)} in ${task.path}`,
    title: `Table from ${task.path}`,
    roles: ['analyst', 'coder'],
    tools: ['query_table', ...(task.chart === undefined ? [] : ['write_file'])],
    criteria: [
      task.measure === undefined ? agrees('quoted_cells', `the texts that are shown stand in ${task.path}`) : agrees('group_totals', 'the groups together come to the same as the whole'),
      ...(task.chart === undefined ? [] : [written(task.chart.file), { criterion: `${task.chart.file} is a drawing`, check: { kind: 'text_contains' as const, subject: { of: 'file' as const, path: task.chart.file }, text: '<svg' } }]),
    ],
    whole: task.chart === undefined ? ONLY_LOOKED : onlyChanged(task.chart.file),
    isEffect: task.chart !== undefined,
  }),
  rename_files: (task) =>
    task.is_preview
      ? looking(`show how ${filesOf(task)} would be renamed`, 'New names', ['glob'], { criterion: 'nothing is renamed before the list was shown', check: { kind: 'untouched', except: [], allows: 'nothing' } })
      : {
          intent: `rename ${filesOf(task)} once the list is agreed to`,
          title: 'Renamed files',
          roles: ANALYST,
          tools: ['glob', 'move_files'],
          criteria: [agrees('moved_files', 'each file holds under its new name what it held under the old')],
          whole: { criterion: 'it was checked that nothing was lost or written over', check: { kind: 'untouched', except: [], allows: 'moved_files' } },
          isEffect: true,
        },
  call_tool: (task) => {
    const step = looking(`call ${task.tool_id}`, task.tool_id, [task.tool_id], agrees('tool_words', `the answer is what ${task.tool_id} gave, word for word`), task.role_id === undefined ? ['coder', 'analyst'] : [task.role_id]);
    return LOOKING_TOOLS.has(task.tool_id) ? step : { ...step, whole: { criterion: `${task.tool_id} did what it was called for`, check: { kind: 'tool_completed', tool_id: task.tool_id } } };
  },
  save: (task) => ({ intent: `write what was found to ${task.file}`, title: task.title, roles: ['analyst', 'coder'], tools: ['write_file'], criteria: [written(task.file)], whole: onlyChanged(task.file), isEffect: true }),
};

function onlyChanged(file: string): StepCriterion {
  return { criterion: `it was checked that no file but ${file} was changed`, check: { kind: 'untouched', except: [file], allows: 'nothing' } };
}

function picturesOf(task: { readonly pattern?: string | undefined; readonly path: string }): string {
  return `the ${kindOfPattern(task.pattern ?? '') ?? ''} pictures of ${where(task)}`.replace('  ', ' ').replace('image pictures', 'pictures');
}

const MEASURES = { count: 'count the rows', sum: 'add up', avg: 'take the average of', min: 'find the lowest', max: 'find the highest' };

function questionTo({ measure, column, group, where, limit }: OfflineTaskOf<'ask_table'>): string {
  const asked = measure === undefined ? 'show the rows' : `${MEASURES[measure]}${column === undefined ? '' : ` ${column}`}`;
  return `${asked}${group === undefined ? '' : ` by ${group}`}${where.map((one) => `, only where ${one.column} ${one.op} ${one.value}`).join('')}${limit === undefined ? '' : `, at most ${limit}`}`;
}

function imageStep(task: { readonly file?: string | undefined }, intent: string, tool: string): Omit<Step, 'title'> {
  return {
    intent,
    roles: ['analyst'],
    tools: [tool, ...(task.file === undefined ? ['glob'] : [])],
    criteria: [agrees('written_files', 'every picture that is named was really written')],
    whole: { criterion: 'it was checked that no file that was there before was changed', check: { kind: 'untouched', except: [], allows: 'new_files' } },
    isEffect: true,
  };
}
