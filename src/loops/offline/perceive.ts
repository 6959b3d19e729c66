import type { TaskSpec } from '../../contracts/index.ts';
import { readWords, type RequestWords, type Token } from '../../tools/index.ts';
import type { Exchange, ToPerceive } from '../engine.ts';

/** Requests that only say that what was asked before is meant. */
const AGAIN = new Set(['again', 'once more', 'do it again', 'do that again', 'same again', 'the same again', 'repeat', 'repeat that', 'run it again', 'run that again', 'one more time', 'do the same again']);

/** Words that stand for the file or the folder of which was spoken last. */
const POINTERS: readonly (readonly [words: readonly string[], what: 'file' | 'folder'])[] = [
  [['that', 'file'], 'file'],
  [['this', 'file'], 'file'],
  [['the', 'same', 'file'], 'file'],
  [['that', 'document'], 'file'],
  [['that', 'table'], 'file'],
  [['that', 'image'], 'file'],
  [['that', 'picture'], 'file'],
  [['that', 'folder'], 'folder'],
  [['that', 'directory'], 'folder'],
  [['the', 'same', 'folder'], 'folder'],
];

/** The person's own words, tidied, with what they point back to put in its place. Nothing is added and nothing decided. */
export function perceiveOffline({ taskId, request, history }: Pick<ToPerceive, 'taskId' | 'request' | 'history'>): TaskSpec {
  const tidy = tidied(request);
  const intent = resolved(tidy, history);
  return { task_id: taskId, intent, constraints: { scope: scopeOf(intent), deadline: null }, raw_input: request };
}

function tidied(text: string): string {
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    if (character.trim() !== '') word += character;
    else if (word !== '') {
      words.push(word);
      word = '';
    }
  }
  const tidy = (word === '' ? words : [...words, word]).join(' ');
  return tidy === '' ? text : tidy;
}

function resolved(request: string, history: readonly Exchange[]): string {
  const words = readWords(request);
  const before = history.at(-1);
  if (words === null || before === undefined) return request;
  const said = words.tokens.map(({ word }) => word).join(' ');
  if (AGAIN.has(said)) return tidied(before.input);
  return POINTERS.reduce((text, [pointer, what]) => replaced(text, pointer, lastNamed(history, what)), request);
}

function replaced(request: string, pointer: readonly string[], name: string | undefined): string {
  const words = name === undefined ? null : readWords(request);
  if (words === null || name === undefined) return request;
  const { tokens } = words;
  const at = tokens.findIndex((_, from) => pointer.every((word, offset) => tokens[from + offset]?.word === word));
  const [first, last] = [tokens[at], tokens[at + pointer.length - 1]];
  return first === undefined || last === undefined ? request : `${words.text.slice(0, first.start)}${name.includes(' ') ? `"${name}"` : name}${words.text.slice(last.end)}`;
}

/** The name that was spoken of last, by the person first and in what they were told then. */
function lastNamed(history: readonly Exchange[], what: 'file' | 'folder'): string | undefined {
  for (const { input, summary } of history.toReversed()) {
    for (const text of [input, summary]) {
      const found = readWords(text.slice(0, SPOKEN_OF_CHARS_MAX))?.tokens.findLast((token) => (what === 'file' ? isFile(token) : isFolder(token)));
      if (found !== undefined) return found.text;
    }
  }
  return undefined;
}

/** Names stand at the beginning of what was told; a long answer is not searched through. */
const SPOKEN_OF_CHARS_MAX = 400;
const FILE_NAME = /^[\p{L}\p{N}_.@+~/-]{1,200}\.[A-Za-z][A-Za-z0-9]{0,9}$/u;
const FOLDER_NAME = /^[\p{L}\p{N}_.@+~-]{1,100}\/[\p{L}\p{N}_.@+~/-]{0,200}$/u;

function isFile({ text, isQuoted }: Token): boolean {
  return (isQuoted && FILE_NAME.test(text.replaceAll(' ', '_'))) || FILE_NAME.test(text);
}

function isFolder(token: Token): boolean {
  return !isFile(token) && FOLDER_NAME.test(token.text);
}

/** The first file or folder that the request names; null when it names none. */
function scopeOf(intent: string): string | null {
  const words: RequestWords | null = readWords(intent);
  return words?.tokens.find((token) => isFile(token) || isFolder(token))?.text ?? null;
}
