import { posix } from 'node:path';
import { WRITING_TOOLS } from '../evidence/own-writing.ts';
import { isProgram, programRuns } from './program-runs.ts';
import { callsOn, changedFiles, type Rule, type SeenFile, type WholeWork } from './whole-work.ts';

/** Files that are there by being there. */
const EMPTY_BY_NATURE: ReadonlySet<string> = new Set(['__init__.py', '.gitkeep', '.keep', 'py.typed', '.nojekyll', '.npmignore', '.gitignore']);
const WORDS_FOR_EMPTY = ['empty', 'blank', 'touch', 'clear', 'truncate', 'placeholder', 'stub', 'skeleton', 'template', 'outline', 'todo'] as const;
const PROSE: ReadonlySet<string> = new Set(['.md', '.txt', '.html', '.htm', '.rst', '.adoc', '.csv']);
const OWED = ['todo', 'tbd', 'fixme', '[insert', 'lorem ipsum', '<placeholder', 'xxx:'] as const;
const LEFT_OUT = ['rest of', 'rest unchanged', 'existing code', 'remains unchanged', 'stays as it was', 'unchanged', 'omitted', 'for brevity', 'same as before', 'and so on'] as const;
/** JSON that is read with comments and trailing commas by those whom it is for. */
const LOOSE_JSON = ['tsconfig', 'jsconfig', '.eslintrc', 'settings.local', 'launch', 'tasks', 'devcontainer'] as const;

/** A file that was written and holds nothing, a promise, or a piece of itself is not done. */
export const hollowFiles: Rule = (work) => {
  const words = work.asked.toLowerCase();
  if (WORDS_FOR_EMPTY.some((word) => words.includes(word))) return [];
  // What was empty under another name was moved, and not made.
  const isMoved = work.files.some(({ isThere, before }) => !isThere && before?.trim() === '');
  return changedFiles(work).filter((file) => file.now?.trim() !== '' || (!isMoved && !isByTheWay(file, work))).flatMap((file) => {
    const why = whyHollow(file, words);
    return why === undefined ? [] : [{ why, calls: callsOn(work, file.path) }];
  });
};

/** An empty file of which nobody speaks, and that a program of the person's left: its mark, its lock or its log of no errors. */
function isByTheWay({ path, before }: SeenFile, work: WholeWork): boolean {
  const name = posix.basename(path);
  const left = callsOn(work, path);
  const hasOwnProgram = changedFiles(work).some((file) => isProgram(file.path));
  const words = [work.asked, ...work.outputs, ...work.criteria.map(({ criterion, check }) => `${criterion} ${JSON.stringify(check ?? '')}`), ...left.map(({ decision }) => JSON.stringify(decision.arguments))];
  const ran = new Set(programRuns(work).map(({ call }) => call));
  return before === null && left.length > 0 && !hasOwnProgram && left.every((call) => !WRITING_TOOLS.has(call.decision.tool_id) && ran.has(call)) && !words.some((text) => text.includes(name));
}

function whyHollow({ path, before, now }: SeenFile, words: string): string | undefined {
  if (now === null || EMPTY_BY_NATURE.has(posix.basename(path))) return undefined;
  if (now.trim() === '') return `${path} was written and holds nothing.`;
  const known = new Set((before ?? '').split('\n').map((line) => line.trim()));
  const lines = now.split('\n').map((line) => line.trim()).filter((line) => line !== '' && !known.has(line));
  const leftOut = lines.find((line) => (line.includes('...') || line.includes('…')) && LEFT_OUT.some((mark) => line.toLowerCase().includes(mark)));
  if (leftOut !== undefined) return `${path} leaves a part out and only says so: “${leftOut.slice(0, 100)}”.`;
  const owed = PROSE.has(posix.extname(path)) ? lines.find((line) => OWED.some((mark) => bare(line).startsWith(mark))) : undefined;
  if (owed !== undefined) return `${path} holds a note of what is still to be written: “${owed.slice(0, 100)}”.`;
  if (hidesLetters(now) && !hidesLetters(before ?? '')) return `${path} holds letters that nobody sees.`;
  return isBrokenJson(path, before, now) && !words.includes('invalid') && !words.includes('broken') ? `${path} cannot be read as JSON.` : undefined;
}

/** A line without the signs that lists, headings and comments begin with. */
function bare(line: string): string {
  let at = 0;
  while (at < line.length && '#-*>/!< '.includes(line.charAt(at))) at += 1;
  return line.slice(at).toLowerCase();
}

function isBrokenJson(path: string, before: string | null, now: string): boolean {
  if (!path.endsWith('.json') || LOOSE_JSON.some((name) => posix.basename(path).startsWith(name)) || path.includes('.vscode/')) return false;
  return !parses(now) && (before === null || parses(before));
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const TAG_LETTERS = [0xe0020, 0xe007e] as const;
const BLACK_FLAG = 0x1f3f4;

/** Letters of the block that shows nothing; behind a flag they are part of the flag. */
function hidesLetters(text: string): boolean {
  let inFlag = false;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    const isTag = code >= TAG_LETTERS[0] && code <= TAG_LETTERS[1];
    if (isTag && !inFlag) return true;
    inFlag = code === BLACK_FLAG || (inFlag && isTag);
  }
  return false;
}
