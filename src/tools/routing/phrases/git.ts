import type { Phrase } from '../grammar/phrase-reader.ts';

/** The repository is the workspace unless another is named. */
const HERE = { repo_path: '.' };
const LOOK = '({show}|check|{what_is}|tell me|report)';

function here(...says: string[]): Phrase[] {
  return says.map((one) => ({ says: `${one} {repo}`, means: HERE }));
}

export const gitStatusPhrases: readonly Phrase[] = [
  ...here(
    'git status',
    '{run} [a|the] git status',
    `${LOOK} {the} [current] (git|repo|repository|working tree) (status|state)`,
    '(what|which) [git] branch (am i|are we) [currently] on',
    `${LOOK} {the} current [git] branch`,
    '(what|which) files (have been|are|have i|were) (changed|modified|edited|staged)',
    '(what|which) files did i (change|modify|edit|stage)',
    `({show}|list) [all] {the} (changed|modified|staged|uncommitted|staged and modified|modified and staged) files`,
    '([do i have|do we have|are there|is there] any|do i have|do we have|are there|is there) (uncommitted|pending|unstaged) (changes|work|modifications|files)',
    'is {the} (working tree|working copy|working directory|repo|repository|git repo|checkout) (clean|dirty)',
    '(repo|repository) status',
  ),
  { says: `[${LOOK}] {the} [current] [git] (status|state) {repo_said}`, means: HERE },
  { says: "(what|what has|what's) [been] changed {repo_said}", means: HERE },
];

const STAGED = '(staged|cached)';

export const gitDiffPhrases: readonly Phrase[] = [
  ...here(
    'git diff',
    '{run} [a|the] git diff',
    `${LOOK} {the} [current|full|whole] [uncommitted|unstaged|local] (diff|git diff|working tree diff)`,
    `${LOOK} [all] {the} [current] (unstaged|working tree) (changes|modifications|edits)`,
    `({show}|diff) [all] my [current|local|code] (changes|modifications|edits)`,
    '(what have i|what did i) (changed|change|modified|modify)',
  ),
  ...here(
    'git diff (--staged|--cached)',
    '{run} [a|the] git diff (--staged|--cached)',
    `${LOOK} {the} ${STAGED} (diff|git diff)`,
    `${LOOK} [all] {the} ${STAGED} (changes|modifications|edits)`,
    `(${LOOK}|diff) {the} [git] [diff] (of|for) [what's|what is|{the}] ${STAGED} [changes|files|modifications]`,
    `diff {the} ${STAGED} (changes|files)`,
    "(what's|what is|what have i) [currently] staged [for commit|for the next commit]",
    `${LOOK} what (is|i have|i've) [currently] staged`,
  ).map(({ says }) => ({ says, means: { ...HERE, staged: true } })),
];

const LATEST = '(last|latest|recent|most recent|newest)';

export const gitLogPhrases: readonly Phrase[] = [
  ...here(
    'git log',
    'git log (<count:flag_count>|-n <count:number>)',
    '{run} [a|the] git log',
    `(${LOOK}|list) {the} [recent|latest] (git log|commit log|git history|commit history|git commit history|history of commits|log of commits)`,
    `[${LOOK}|list|what were] {the} ${LATEST} [git] commits`,
    `[${LOOK}|list|what were] {the} (${LATEST} <count:number>|<count:number> ${LATEST}) [git] commits`,
    `(${LOOK}|list) <count:number> commits`,
    `(${LOOK}|list) {the} [git] commits`,
    `(${LOOK}|list) {the} (git log|commit log|git history|commit history) (with|limited to|for the last|for) [the] [last] <count:number> (commits|entries)`,
    `(${LOOK}|list) {the} ${LATEST} <count:number> (entries|commits) (of|in|from) the (git|commit) (log|history)`,
  ),
  { says: `(${LOOK}|what was) {the} ${LATEST} commit {repo}`, means: { ...HERE, count: 1 } },
];

export const gitBlamePhrases: readonly Phrase[] = [
  {
    says: `([{run}] [a] [git] blame [on|for|of] [the file] <path:any_file>
      |(${LOOK}|get) {the} [git] blame [info|information|annotations|output] (for|of|on) [the file] <path:any_file>
      |who (wrote|authored|changed|edited|modified|touched|last (wrote|changed|edited|modified|touched)) [the file|(each|every) line (of|in)] <path:any_file> [last]
      |(show me|tell me) who (wrote|authored|last (changed|edited|modified|touched)) [the file|(each|every) line (of|in)] <path:any_file>)`,
  },
];
