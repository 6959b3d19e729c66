import type { JsonObject } from '../../../contracts/index.ts';
import { phraseReader, readWords, type RequestWords } from '../../../tools/index.ts';
import { JOINED_TASKS_MAX } from '../limits.ts';
import { countFilesPhrases, countInFilesPhrases, countMatchesPhrases, diskUsagePhrases, duplicatesPhrases, findFilesPhrases, rankedFilesPhrases } from '../phrases/files.ts';
import { gitPhrases, runTestsPhrases } from '../phrases/git.ts';
import { convertImagesPhrases, resizeImagesPhrases } from '../phrases/images.ts';
import { renamePhrases } from '../phrases/renaming.ts';
import { tablePhrases } from '../phrases/tables.ts';
import { collectMarksPhrases, readImagePhrases, summarisePhrases } from '../phrases/texts.ts';
import { OfflineTask } from '../tasks.ts';
import { tasksReadByRouter } from './from-router.ts';
import { OFFLINE_LEXICON } from './lexicon.ts';

/** What became of a request. Nothing is guessed: a request is read whole, or it is not read. */
export type TasksReading =
  | { readonly kind: 'read'; readonly tasks: readonly OfflineTask[]; readonly saveTo?: string }
  /** One of our tasks that one thing is missing of; the answer is put behind the request with this word. */
  | { readonly kind: 'ask'; readonly question: string; readonly joins: string }
  | { readonly kind: 'two_meanings' }
  | { readonly kind: 'unknown' };

const readPhrases = phraseReader(
  [
    ...findFilesPhrases, ...rankedFilesPhrases, ...countFilesPhrases, ...countInFilesPhrases, ...countMatchesPhrases, ...diskUsagePhrases, ...duplicatesPhrases,
    ...collectMarksPhrases, ...summarisePhrases, ...readImagePhrases, ...convertImagesPhrases, ...resizeImagesPhrases, ...gitPhrases, ...runTestsPhrases, ...tablePhrases, ...renamePhrases,
  ],
  OFFLINE_LEXICON,
);

const TO_FILE = '(to|into|in|as) [a|the] [new] [file|markdown file|text file] [called|named] <file:writable_file>';
const RESULT = '(it|them|that|this|these|those|everything|the (result|results|list|answer|summary|table|output|findings|report|text|commits|counts|numbers|names)|a list|the list of them)';
const readSaving = phraseReader([{ says: `(write|save|put|store|export|dump) ${RESULT} ${TO_FILE}` }], OFFLINE_LEXICON);
const readTarget = phraseReader([{ says: TO_FILE }], OFFLINE_LEXICON);

const SAVING_VERBS = new Set(['write', 'save', 'put', 'store', 'export', 'dump']);
const JOINTS = new Set(['and', 'then', ';', ',']);

export function readTasks(request: string): TasksReading {
  const words = readWords(request);
  if (words === null) return { kind: 'unknown' };
  const whole = readOne(request);
  if (whole.kind !== 'unknown') return whole;
  return readSaved(words) ?? readJoined(words, JOINED_TASKS_MAX);
}

/** A request that is one task, by our own phrases first and the router's then. */
function readOne(request: string): TasksReading {
  const reading = readPhrases(request);
  if (reading.kind === 'two_meanings') return reading;
  if (reading.kind === 'read') return asReading(reading.arguments);
  const [first, ...others] = tasksReadByRouter(request);
  if (first === undefined) return { kind: 'unknown' };
  return others.length > 0 ? { kind: 'two_meanings' } : asReading(first);
}

function asReading(read: JsonObject): TasksReading {
  const { kind, question, joins } = read;
  if (kind === 'ask' && typeof question === 'string' && typeof joins === 'string') return { kind: 'ask', question, joins };
  const task = OfflineTask.safeParse(read);
  return task.success ? { kind: 'read', tasks: [task.data] } : { kind: 'unknown' };
}

/** "Save the last 5 commits to log.md", "… and write them to todo.md". */
function readSaved(words: RequestWords): TasksReading | undefined {
  const { tokens } = words;
  for (let at = 1; at < tokens.length; at += 1) {
    const isJoint = JOINTS.has(tokens[at]?.word ?? '');
    const inner = isJoint ? between(words, 0, at) : SAVING_VERBS.has(tokens[0]?.word ?? '') ? between(words, 1, at) : '';
    const target = isJoint ? readSaving(between(words, afterJoint(words, at), tokens.length)) : readTarget(between(words, at, tokens.length));
    if (target.kind !== 'read' || inner === '' || typeof target.arguments['file'] !== 'string') continue;
    const said = isJoint ? [inner] : [`list ${inner}`, `show ${inner}`, `find ${inner}`, inner];
    const read = said.map((one) => readParts(one)).find((one) => one.kind === 'read');
    if (read?.kind === 'read' && read.saveTo === undefined) return { ...read, saveTo: target.arguments['file'] };
  }
  return undefined;
}

function readParts(request: string): TasksReading {
  const words = readWords(request);
  if (words === null) return { kind: 'unknown' };
  const whole = readOne(request);
  return whole.kind === 'unknown' ? readJoined(words, JOINED_TASKS_MAX) : whole;
}

/** "Count the TODOs and list the largest files": each part has to be a task by itself. */
function readJoined(words: RequestWords, most: number): TasksReading {
  if (most < 2) return { kind: 'unknown' };
  for (let at = 1; at < words.tokens.length - 1; at += 1) {
    if (!JOINTS.has(words.tokens[at]?.word ?? '')) continue;
    const first = readOne(between(words, 0, at));
    if (first.kind !== 'read') continue;
    const rest = between(words, afterJoint(words, at), words.tokens.length);
    const others = readRest(rest, most - 1);
    if (others.kind === 'read') return { ...others, kind: 'read', tasks: [...first.tasks, ...others.tasks] };
  }
  return { kind: 'unknown' };
}

function readRest(request: string, most: number): TasksReading {
  const words = readWords(request);
  if (words === null) return { kind: 'unknown' };
  const whole = readOne(request);
  return whole.kind === 'unknown' ? readJoined(words, most) : whole;
}

/** ", and then" is one joint. */
function afterJoint({ tokens }: RequestWords, at: number): number {
  let next = at;
  while (JOINTS.has(tokens[next]?.word ?? '') || tokens[next]?.word === 'also') next += 1;
  return next;
}

function between({ text, tokens }: RequestWords, from: number, end: number): string {
  return from >= end ? '' : text.slice(tokens[from]?.start ?? 0, tokens[end - 1]?.end ?? 0);
}
