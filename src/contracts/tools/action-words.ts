import type { JsonObject, JsonValue } from '../core/index.ts';
import type { JudgedIntention, ToolCallDecision } from './tool-call.ts';

type SaidAction = Pick<ToolCallDecision, 'tool_id' | 'arguments' | 'intentions'>;

/** What only looks; whoever watches wants to know what for, which stands in the arguments. */
const LOOKS: ReadonlySet<string> = new Set(['read', 'list', 'stat']);

/** Tools whose parts, as the policy judges them, do not say what they are for. Each says what it does with what. */
const BY_TOOL: Readonly<Record<string, (given: JsonObject) => string>> = {
  run_tests: ({ test_command: command, repo_path: folder }) => `run ${text(command) || 'the tests'}${where(folder)}`,
  search_text: ({ pattern, path }) => `look for ${quoted(pattern)}${where(path)}`,
  glob: ({ pattern, path }) => `find files ${patterned(pattern)}${where(path)}`,
  find_files: ({ name, pattern, folder }) => `find files ${quoted(name ?? pattern)}${where(folder)}`,
  survey_files: ({ path, pattern }) => `measure the files${pattern === undefined ? '' : ` ${patterned(pattern)}`}${where(path)}`,
  retrieve: ({ query, folder }) => `find passages about ${quoted(query)}${where(folder)}`,
  query_table: ({ path }) => `ask the table ${quoted(path)}`,
  sql_query: ({ database_path: path, query }) => `ask ${quoted(path)}: ${text(query)}`,
  outline_code: ({ path }) => `outline ${quoted(path)}`,
  git_status: ({ repo_path: folder }) => `see what has changed${where(folder)}`,
  git_diff: ({ repo_path: folder, path }) => `see the changes${path === undefined ? where(folder) : ` of ${quoted(path)}`}`,
  git_log: ({ repo_path: folder, path }) => `read the history${path === undefined ? where(folder) : ` of ${quoted(path)}`}`,
  git_blame: ({ path }) => `see who wrote ${quoted(path)}`,
  git_commit: ({ message }) => `commit ${quoted(message)}`,
  web_search: ({ query }) => `search the web for ${quoted(query)}`,
  evaluate: ({ expression, code }) => `reckon ${text(expression ?? code)}`,
};

/** Everything that a call does, part by part, as a person says it: what it does with which thing. */
export function actionParts({ tool_id: toolId, arguments: given, intentions }: SaidAction): string[] {
  const own = BY_TOOL[toolId]?.(given);
  if (own !== undefined) return [own];
  const done = intentions.filter(({ kind }) => kind !== 'words');
  const changing = done.filter((one) => !isLook(one));
  const looked = new Set(done.filter(isLook).map(({ subject }) => thingOf(subject)));
  // What is read and then written is edited; that it was read goes without saying.
  const said = changing.map(({ kind, subject }) => (kind === 'path' && opOf(subject) === 'write' && looked.has(thingOf(subject)) ? `edit ${thingOf(subject)}` : subject));
  return said.length > 0 ? said : done.map(({ subject }) => subject);
}

/** The same in one text of so many characters at most; what does not fit is counted. */
export function actionWords(action: SaidAction, charsMax: number): string {
  const parts = actionParts(action).map(oneLine);
  const last = parts.length - 1;
  let said = '';
  for (const [at, part] of parts.entries()) {
    const next = said === '' ? part : `${said}; ${part}`;
    const rest = at === last ? '' : `; and ${last - at} more`;
    if (next.length + rest.length <= charsMax) said = next;
    else return said === '' ? `${part.slice(0, Math.max(0, charsMax - rest.length - 1)).toWellFormed()}…${rest}` : `${said}; and ${parts.length - at} more`;
  }
  return said;
}

function isLook({ kind, subject }: JudgedIntention): boolean {
  return kind === 'path' && LOOKS.has(opOf(subject));
}

function opOf(subject: string): string {
  return subject.slice(0, subject.indexOf(' '));
}

function thingOf(subject: string): string {
  return subject.slice(subject.indexOf(' ') + 1);
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
}

/** A pattern of many endings says less than how many there are. */
const PATTERN_CHARS_MAX = 60;

function patterned(pattern: JsonValue | undefined): string {
  const text = quoted(pattern);
  return text.length <= PATTERN_CHARS_MAX ? text : `of ${text.split(',').length} kinds`;
}

/** As it was given where nothing in it could be taken for its end; a pattern with its marks doubled is another pattern. */
function quoted(value: JsonValue | undefined): string {
  const said = text(value);
  return said.includes('"') || said.includes('\n') ? JSON.stringify(said) : `"${said}"`;
}

/** The whole folder needs no naming. */
function where(folder: JsonValue | undefined): string {
  return folder === undefined || folder === '.' || folder === '' ? '' : ` in ${quoted(folder)}`;
}

function oneLine(part: string): string {
  return part.split('\n').map((line) => line.trim()).filter((line) => line !== '').join(' ');
}
