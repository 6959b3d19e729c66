import { posix } from 'node:path';
import type { MadeCall } from '../work.ts';
import { simpleCommandsOf, type SimpleCommand } from './script-words.ts';

/**
 * What kind of a deed a call is. To act is to change something or to try; to measure is to run the tests or another check
 * of the work; to look is to read what is there; to say is to print one's own words. Only an act can be the thing that
 * was to be done: looking afterwards does not make a failed act good, and neither does saying so.
 */
export type CallNature = 'acts' | 'measures' | 'looks' | 'says';

/** Tools that change nothing and only tell what is there. Unknown ones, such as those of other servers, count as acting. */
export const LOOKING_TOOLS: ReadonlySet<string> = new Set([
  'read_file', 'list_directory', 'glob', 'search_text', 'find_files', 'survey_files', 'git_status', 'git_diff', 'git_log', 'git_blame',
  'outline_code', 'extract_text', 'ocr_extract', 'sql_query', 'query_table', 'http_fetch', 'web_search', 'process_output',
  'evaluate', 'ask_user', 'todo', 'retrieve',
]);

export const MEASURING_TOOLS: ReadonlySet<string> = new Set(['run_tests']);

const DELEGATING_TOOL = 'delegate';

const SAYING_PROGRAMS: ReadonlySet<string> = new Set(['echo', 'printf', 'true', ':', 'pwd', 'cd', 'exit', 'sleep', 'date', 'whoami']);

const LOOKING_PROGRAMS: ReadonlySet<string> = new Set([
  'ls', 'stat', 'find', 'cat', 'head', 'tail', 'wc', 'file', 'du', 'tree', 'grep', 'egrep', 'fgrep', 'rg', 'test', '[', '[[', 'which', 'type',
  'less', 'more', 'md5sum', 'sha256sum', 'sort', 'uniq', 'cut', 'nl', 'diff', 'cmp', 'readlink', 'realpath', 'basename', 'dirname', 'jq', 'sed',
]);
const LOOKING_GIT: ReadonlySet<string> = new Set(['status', 'diff', 'log', 'show', 'blame', 'ls-files', 'rev-parse', 'grep']);

/** Words that turn a program that looks into one that changes things. */
const ACTING_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  find: ['-delete', '-exec', '-execdir', '-ok', '-okdir', '-fprint', '-fprintf', '-fls'],
  sed: ['-i', '--in-place'],
  sort: ['-o', '--output'],
};

/** How commands begin that check the work without being the work. */
const MEASURING_COMMANDS: readonly (readonly string[])[] = [
  'pytest', 'vitest', 'jest', 'mocha', 'tsc', 'eslint', 'oxlint', 'ruff check', 'mypy', 'npm test', 'npm t', 'npm run test', 'npm run lint',
  'npm run typecheck', 'pnpm test', 'yarn test', 'npx vitest', 'npx jest', 'npx mocha', 'npx tsc', 'npx eslint', 'node --test', 'cargo test',
  'cargo check', 'go test', 'go vet', 'make test', 'make check', 'python -m pytest', 'python3 -m pytest', 'python -m unittest', 'python3 -m unittest',
].map((command) => command.split(' '));

/** Programs that say no with exit code 1: nothing found, not the same, not so. Their errors are 2 and more. */
const ANSWERING_PROGRAMS: ReadonlySet<string> = new Set(['grep', 'egrep', 'fgrep', 'rg', 'test', '[', '[[', 'diff', 'cmp', 'which', 'type']);

export function natureOf(call: MadeCall): CallNature {
  const { tool_id: toolId } = call.decision;
  if (MEASURING_TOOLS.has(toolId)) return 'measures';
  if (LOOKING_TOOLS.has(toolId)) return 'looks';
  // Others did what it comes to: a change is one, and without any it only told something.
  if (toolId === DELEGATING_TOOL) return call.outcome.changes.length > 0 ? 'acts' : 'looks';
  const commands = commandsOf(call);
  if (commands === undefined) return 'acts';
  const natures = new Set(commands.map(natureOfCommand));
  if (natures.has('acts')) return 'acts';
  if (natures.has('measures')) return 'measures';
  // What left a change behind did more than look, whatever it is called.
  if (call.outcome.changes.length > 0) return 'acts';
  return natures.has('looks') ? 'looks' : 'says';
}

/** The script of a shell call as plain commands; undefined for other tools and for scripts that are more than that. */
export function commandsOf({ decision }: MadeCall): readonly SimpleCommand[] | undefined {
  const script = decision.tool_id === 'shell' ? decision.arguments['command'] : undefined;
  return typeof script === 'string' ? simpleCommandsOf(script) : undefined;
}

/** Whether it only prints or ends well whatever came before it, so that its exit code tells of nothing else. */
export function onlySays(command: SimpleCommand): boolean {
  return natureOfCommand(command) === 'says';
}

/** Exit code 1 is an answer when all of it only looks and the last of it is a program that says no like that. */
export function answersWithOne(call: MadeCall): boolean {
  const commands = commandsOf(call);
  if (commands === undefined || !commands.every((command) => ['looks', 'says'].includes(natureOfCommand(command)))) return false;
  const last = commands.at(-1);
  return last !== undefined && ANSWERING_PROGRAMS.has(programOf(last).program);
}

export function programOf({ words }: SimpleCommand): { readonly program: string; readonly rest: readonly string[] } {
  const start = words.findIndex((word) => !isAssignment(word));
  return start === -1 ? { program: ':', rest: [] } : { program: posix.basename(words[start] ?? ''), rest: words.slice(start + 1) };
}

/** `NAME=value` before a program: the sign stands behind nothing but a name. */
function isAssignment(word: string): boolean {
  const sign = word.indexOf('=');
  return sign > 0 && /^[A-Za-z_]\w*$/.test(word.slice(0, sign));
}

function natureOfCommand(command: SimpleCommand): CallNature {
  const { program, rest } = programOf(command);
  if (MEASURING_COMMANDS.some((start) => start.every((word, at) => [program, ...rest][at] === word))) return 'measures';
  if (SAYING_PROGRAMS.has(program)) return 'says';
  if (program === 'git') return LOOKING_GIT.has(rest[0] ?? '') ? 'looks' : 'acts';
  if (!LOOKING_PROGRAMS.has(program)) return 'acts';
  return rest.some((word) => ACTING_OPTIONS[program]?.some((option) => word === option || (option === '-i' && word.startsWith('-i')))) ? 'acts' : 'looks';
}
