import type { JsonObject } from '../../../contracts/index.ts';
import { commitsByAuthor, commitsByFile, commitsBySize } from '../compute/commit-statistics.ts';
import { firstRows, markdownTable } from '../compute/markdown-table.ts';
import { counted, shownCount } from '../compute/shown-numbers.ts';
import { COMMITS_LOOKED_AT_MAX, FAILURES_NAMED_MAX, LISTED_ROWS_MAX, RANKED_FILES_DEFAULT } from '../limits.ts';
import type { OfflineTaskOf } from '../tasks.ts';
import { BlameReply, LogReply, StatusReply, TestsReply } from './tool-outputs.ts';
import type { Work, WorkerHands, Workers } from './worker.ts';

/** Git is asked twice, so that a check can see that the answer holds while nobody works in the repository. */
async function askTwice(toolId: string, given: JsonObject, hands: WorkerHands): Promise<JsonObject> {
  await hands.call(toolId, given);
  return (await hands.call(toolId, given)).output;
}

/** How many commits are listed when nobody says how many. */
const COMMITS_DEFAULT = 10;
const SHORT_COMMIT_CHARS = 9;

type Commits = ReturnType<typeof LogReply.parse>['commits'];

export const gitWorkers: Pick<Workers, 'git_changes' | 'git_branch' | 'git_history' | 'git_lines' | 'run_tests'> = {
  async git_changes(task, hands) {
    const output = await askTwice('git_status', { repo_path: task.path }, hands);
    const status = StatusReply.parse(output);
    // Git tells of the whole repository; of a folder in it only what lies there is meant.
    const below = task.path === '.' ? '' : `${task.path.endsWith('/') ? task.path.slice(0, -1) : task.path}/`;
    const isFolder = Object.values(status).some((paths) => Array.isArray(paths) && paths.some((path) => path.startsWith(below)));
    const there = (paths: readonly string[]): readonly string[] => (isFolder ? paths.filter((path) => path.startsWith(below)) : paths);
    const lists = [
      ['staged', there(status.staged_files)],
      ['changed', there(status.modified_files)],
      ['new', there(status.untracked_files)],
      ['in conflict', there(status.conflicted_files)],
    ] as const;
    const where = below === '' ? '' : isFolder ? ` below ${below}` : ` in the repository of ${below}`;
    const total = new Set(lists.flatMap(([, paths]) => paths)).size;
    return {
      answer: total === 0 ? `Nothing has changed${where} since the last commit on ${status.branch}.` : `${counted(total, 'file')}${where} on ${status.branch} ${total === 1 ? 'is' : 'are'} not committed: ${lists.filter(([, paths]) => paths.length > 0).map(([name, paths]) => `${shownCount(paths.length)} ${name}`).join(', ')}.`,
      details: lists.flatMap(([name, paths]) => {
        const { shown, note } = firstRows(paths, LISTED_ROWS_MAX);
        return paths.length === 0 ? [] : [`${name.charAt(0).toUpperCase()}${name.slice(1)}:`, ...shown.map((path) => `- ${path}`), ...note];
      }),
      how: 'git_status was asked.',
      numbers: [{ name: 'files not committed', value: total, unit: null, call: hands.calls() }],
    };
  },

  async git_branch(task, hands) {
    const output = await askTwice('git_status', { repo_path: task.path }, hands);
    const { branch, upstream, ahead, behind } = StatusReply.parse(output);
    return {
      answer: branch === '(detached)' ? 'No branch is checked out: HEAD is detached.' : `The branch is ${branch}.`,
      details: upstream === null ? [] : [`It follows ${upstream}: ${shownCount(ahead ?? 0)} ahead, ${shownCount(behind ?? 0)} behind.`],
      how: 'git_status was asked.',
    };
  },

  async git_history(task, hands) {
    const isTally = task.show !== 'commits' || task.since !== undefined;
    const count = isTally ? COMMITS_LOOKED_AT_MAX : Math.min(task.count ?? COMMITS_DEFAULT, COMMITS_LOOKED_AT_MAX);
    const output = await askTwice('git_log', { repo_path: task.path, count, with_changes: task.show !== 'authors', ...(task.file !== undefined && { path: task.file }), ...(task.since !== undefined && { since: task.since }) }, hands);
    const { commits, is_cut: isCut } = LogReply.parse(output);
    const about = `${task.file === undefined ? '' : ` that changed ${task.file}`}${task.since === undefined ? '' : ` since ${task.since.replace('.midnight', '')}`}`;
    const limitations = isCut || (isTally && commits.length >= COMMITS_LOOKED_AT_MAX) ? [`Only the last ${shownCount(commits.length)} commits were looked at.`] : [];
    const numbers = [{ name: 'commits', value: commits.length, unit: null, call: hands.calls() }];
    if (commits.length === 0) return { answer: `There are no commits${about}.`, details: [], how: 'git_log was asked.', numbers };
    return { ...HISTORIES[task.show](commits, task, about), how: 'git_log was asked.', numbers, limitations };
  },

  async git_lines(task, hands) {
    const output = await askTwice('git_blame', { path: task.file }, hands);
    const { lines, is_cut: isCut } = BlameReply.parse(output);
    const authors = new Map<string, { lines: number; last: string }>();
    for (const { author_name: author, authored_at: at } of lines) {
      const before = authors.get(author);
      authors.set(author, { lines: (before?.lines ?? 0) + 1, last: before === undefined || before.last < at ? at : before.last });
    }
    const ranked = [...authors].toSorted(([, left], [, right]) => right.lines - left.lines);
    const [first] = ranked;
    return {
      answer: first === undefined ? `${task.file} has no lines.` : `${first[0]} wrote ${shownCount(first[1].lines)} of ${counted(lines.length, 'line')} of ${task.file}${ranked.length === 1 ? '' : `; ${counted(ranked.length - 1, 'other person', 'others')} wrote the rest`}.`,
      details: ranked.length === 0 ? [] : [markdownTable(['author', 'lines', 'last on'], ranked.map(([author, { lines: count, last }]) => [author, shownCount(count), last.slice(0, 10)]))],
      how: 'git_blame was asked; who last changed a line counts as its author.',
      limitations: isCut ? [`Only the first ${shownCount(lines.length)} lines were looked at.`] : [],
      numbers: [{ name: 'lines', value: lines.length, unit: null, call: hands.calls() }],
    };
  },

  async run_tests(task, hands) {
    const { output } = await hands.call('run_tests', { repo_path: task.path, ...(task.command !== undefined && { test_command: task.command }) });
    const tests = TestsReply.parse(output);
    const { shown, note } = firstRows(tests.failures, FAILURES_NAMED_MAX);
    const failedCount = tests.tests_failed ?? 0;
    return {
      answer: testAnswer(tests),
      details: [
        ...(shown.length === 0 ? [] : ['Failed:', ...shown.map(failureLine), ...note]),
        ...(tests.exit_code !== 0 && shown.length === 0 ? ['The end of the output:', ...lastLines(`${tests.stdout}\n${tests.stderr}`)] : []),
      ],
      limitations: tests.failures.length > 0 && failedCount > 0 && tests.failures.length !== failedCount ? [`The output counts ${counted(failedCount, 'failed test')} and names ${shownCount(tests.failures.length)}.`] : [],
      how: `${tests.command} was run once; nobody judged why something failed.`,
      numbers: [...(tests.tests_run === null ? [] : [{ name: 'tests run', value: tests.tests_run, unit: null, call: hands.calls() }]), ...(tests.tests_failed === null ? [] : [{ name: 'tests failed', value: tests.tests_failed, unit: null, call: hands.calls() }])],
    };
  },
};

const HISTORIES: Readonly<Record<OfflineTaskOf<'git_history'>['show'], (commits: Commits, task: OfflineTaskOf<'git_history'>, about: string) => Pick<Work, 'answer' | 'details'>>> = {
  commits(commits, task, about) {
    const { shown, note } = firstRows(commits, task.count ?? LISTED_ROWS_MAX);
    const files = commitsByFile(commits);
    const [newest] = commits;
    const changed = task.since === undefined ? [] : [`Most changed: ${files.slice(0, RANKED_FILES_DEFAULT).map(({ path, lines }) => `${path} (${counted(lines, 'line')})`).join(', ')}.`];
    return {
      answer: shown.length === 1 && newest !== undefined ? `The last commit${about} is ${newest.commit.slice(0, SHORT_COMMIT_CHARS)}, by ${newest.author_name} on ${newest.authored_at.slice(0, 10)}: ${newest.subject}` : `${counted(commits.length, 'commit')}${about}, the newest on ${newest?.authored_at.slice(0, 10) ?? ''}${task.since === undefined ? '' : `, in ${counted(files.length, 'file')}`}.`,
      details: [markdownTable(['commit', 'date', 'author', 'what'], shown.map((one) => [one.commit.slice(0, SHORT_COMMIT_CHARS), one.authored_at.slice(0, 10), one.author_name, one.subject])), ...(task.count === undefined ? note : []), ...changed],
    };
  },
  authors(commits, _task, about) {
    const authors = commitsByAuthor(commits);
    return {
      answer: `${counted(authors.length, 'author')} made ${counted(commits.length, 'commit')}${about}; ${authors[0]?.author ?? 'nobody'} made most of them (${shownCount(authors[0]?.commits ?? 0)}).`,
      details: [markdownTable(['author', 'commits', 'first', 'last'], authors.slice(0, LISTED_ROWS_MAX).map((one) => [one.author, shownCount(one.commits), one.first.slice(0, 10), one.last.slice(0, 10)]))],
    };
  },
  files(commits, task, about) {
    const files = commitsByFile(commits);
    return {
      answer: `${files[0]?.path ?? 'No file'} was changed most often${about}: by ${shownCount(files[0]?.commits ?? 0)} of ${counted(commits.length, 'commit')}.`,
      details: [markdownTable(['file', 'commits', 'lines added and removed'], files.slice(0, task.count ?? RANKED_FILES_DEFAULT).map((one) => [one.path, shownCount(one.commits), shownCount(one.lines)]))],
    };
  },
  largest(commits, task, about) {
    const ranked = commitsBySize(commits).slice(0, task.count ?? RANKED_FILES_DEFAULT);
    const [first] = ranked;
    return {
      answer: first === undefined ? `There are no commits${about}.` : `The largest commit${about} is ${first.commit.commit.slice(0, SHORT_COMMIT_CHARS)} by ${first.commit.author_name}: ${counted(first.added, 'line')} added and ${shownCount(first.removed)} removed in ${counted(first.files, 'file')} (${first.commit.subject}).`,
      details: [markdownTable(['commit', 'date', 'added', 'removed', 'files', 'what'], ranked.map(({ commit, added, removed, files }) => [commit.commit.slice(0, SHORT_COMMIT_CHARS), commit.authored_at.slice(0, 10), shownCount(added), shownCount(removed), shownCount(files), commit.subject]))],
    };
  },
};

function testAnswer({ command, exit_code: code, ending, tests_run: run, tests_passed: passed, tests_failed: failed, tests_skipped: skipped }: ReturnType<typeof TestsReply.parse>): string {
  const ended = code === null ? `${command} was ended (${ending})` : `${command} ended with code ${code}`;
  if (run === null) return `${ended}; how many tests ran cannot be told from its output.`;
  const verdict = failed === 0 ? (run === 0 ? 'No test ran' : code === 0 ? 'All tests passed' : 'No test failed, and yet it did not end well') : `${counted(failed ?? 0, 'test')} failed`;
  return `${verdict}: ${shownCount(run)} ran, ${shownCount(passed ?? 0)} passed, ${shownCount(failed ?? 0)} failed${skipped === null || skipped === 0 ? '' : `, ${shownCount(skipped)} skipped`}. ${ended}.`;
}

function failureLine({ name, file, line, message }: ReturnType<typeof TestsReply.parse>['failures'][number]): string {
  const place = file === null ? '' : ` (${file}${line === null ? '' : `:${line}`})`;
  return `- ${name}${place}${message === null ? '' : `: ${message}`}`;
}

const OUTPUT_LINES_SHOWN = 15;

function lastLines(output: string): string[] {
  return output.split('\n').map((line) => line.trimEnd()).filter((line) => line !== '').slice(-OUTPUT_LINES_SHOWN).map((line) => `    ${line}`);
}
