import type { JsonObject } from '../../../contracts/index.ts';
import type { Phrase } from '../../../tools/index.ts';
import { phrasesMaking, phrasesOf } from './offline-phrase.ts';

/** The router's phrases call the folder of a repository `repo_path`. */
function inRepository(kind: string, more: JsonObject = {}): (values: JsonObject) => JsonObject {
  return ({ repo_path: path, ...values }) => ({ kind, ...more, ...values, ...(path !== undefined && { path }) });
}

const SHOW = '({show}|list|tell me|{what_is}|what were|which are|which were|report|summarise|summarize|give me)';
const SINCE = '((since|after|from) <since:since>|(in|within|during|over|from) [the] (last|past) <since:since>|(in|within|during|over) <since:since>|<since:since>)';
const COMMITS = '[git] (commits|commit|changes)';

export const gitPhrases: readonly Phrase[] = [
  ...phrasesMaking(
    inRepository('git_changes'),
    '(what|which files) (changed|has changed|have changed|has been changed|have been changed|are changed|is uncommitted|are uncommitted) [here] {repo}',
    'what is (new|different|uncommitted) {repo_said}',
    '{show} [all] {the} uncommitted (changes|files|work) {repo}',
    'what (did|have) (i|we) (change|changed) [so far|since the last commit] {repo}',
  ),
  ...phrasesMaking(inRepository('git_branch'), '(what|which) [git] branch (is this|is checked out|are we on|am i on) {repo}', '{what_is} (the|my) [current|active] [git] branch [name|called] {repo}', '(show|tell) [me] (the|which|what) [current] branch [i am on|we are on] {repo}'),
  ...phrasesMaking(
    inRepository('git_history'),
    `(what|what has|what's|which files|what have we|what did we) (changed|change|been done|happened|been committed|commit|done) {repo} ${SINCE}`,
    `${SHOW} {the} ${COMMITS} ${SINCE} {repo}`,
    `${SHOW} what (changed|was committed|happened|was done) ${SINCE} {repo}`,
    `how many commits (were there|are there|were made|did we make|have been made) ${SINCE} {repo}`,
    `${SHOW} {the} (last|latest|recent|newest|most recent) [<count:number>] commits {repo}`,
    `${SHOW} {the} <count:number> (last|latest|most recent|newest) commits {repo}`,
    `(last|latest) <count:number> commits {repo}`,
  ),
  ...phrasesOf('git_history', { count: 1 }, '(when was|who|who was it that) (last changed|last edited|last modified|last touched) [the] [file] <file:any_file>', 'when was [the] [file] <file:any_file> last (changed|edited|modified|touched|committed)', '{what_is} the last commit (to|of|on|that touched|that changed) [the] [file] <file:any_file>'),
  ...phrasesOf('git_history', {}, `${SHOW} {the} (history|commits|commit history|git history|changes) (of|to|for|on|that touched|that changed) [the] [file] <file:any_file>`, 'how often (has|was) [the] [file] <file:any_file> [been] changed'),
  ...phrasesMaking(
    inRepository('git_history', { show: 'authors' }),
    `who (has|have)? [written|wrote|worked on|contributed to|committed to|works on|made] [the] [most] [of] (this|the) (code|repo|repository|project|codebase) [${SINCE}]`.replace('(has|have)?', '[has|have]'),
    `who (committed|commits|contributed|contributes|worked|wrote) [the] [most|most commits] [code] [here] {repo} [${SINCE}]`,
    `(${SHOW}|who are|list) {the} (authors|contributors|committers) [of] {repo} [${SINCE}]`,
    `(${SHOW}|count|how many) {the} commits (by|per|for each|of each) (author|person|contributor) {repo} [${SINCE}]`,
  ),
  ...phrasesMaking(inRepository('git_history', { show: 'largest' }), `${SHOW} {the} [<count:number>] (biggest|largest) ${COMMITS} {repo} [${SINCE}]`, `which commits (changed|touched) [the] most [lines|files] {repo} [${SINCE}]`, `which [commits] (were|are) the (biggest|largest) ${COMMITS} {repo} [${SINCE}]`),
  ...phrasesMaking(inRepository('git_history', { show: 'files' }), `(which|what) files (change|changed|get changed|are changed|were changed|have changed) [the] (most|most often) {repo} [${SINCE}]`, `${SHOW} {the} [<count:number>] (most (changed|edited|modified|touched)|hottest) files {repo} [${SINCE}]`),
  ...phrasesOf('git_lines', {}, 'who wrote [the] [file] <file:any_file>', 'who (is the author|are the authors) of [the] [file] <file:any_file>', 'whose code is [the] [file] <file:any_file>'),
];

const SAY = '[,] [and|then] (say|tell me|show me|report|list|see|name|give me|tell us)';

export const runTestsPhrases: readonly Phrase[] = [
  ...phrasesMaking(
    ({ repo_path: path, test_command: command }) => ({ kind: 'run_tests', ...(path !== undefined && { path }), ...(command !== undefined && { command }) }),
    `({run}|try) [all] [of] {the} (tests|test suite|unit tests) {repo} ${SAY} ((what|which|which ones|which of them|which tests) (fail|failed|fails|is failing|are failing|broke|do not pass|don't pass)|the (failures|results|result|outcome|failing tests|failed tests)|(what|how many) (pass|passed|failed|passed and what failed|fail)|if they pass|whether they pass|how it went|what happened|how it goes)`,
    '(which|what|how many) tests (fail|are failing|failed|do not pass|don\'t pass|are broken|are red|pass|passed) [right now|at the moment|currently] {repo}',
    '(are|do we have|do i have) [there] [any] (failing|broken|red) tests {repo}',
    'do (the|all|my|our) [the|my|our] tests [still] (pass|work) {repo}',
    'does the test suite [still] pass {repo}',
    `{run} <test_command:test_command> ${SAY} (what (fails|failed)|which tests (fail|failed)|the failures|the result|the results)`,
  ),
];
