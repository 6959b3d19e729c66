import { posix } from 'node:path';
import { FOLDER_FILES, foldersTo, RULES_FOLDER, within } from './instruction-files.ts';
import { concerns, readRule } from './rule-file.ts';

/** Where instruction files are read from. */
export interface InstructionReader {
  /** As it is now; undefined when there is no such file, or it is no text. */
  readFile(path: string): Promise<string | undefined>;
  /** The files below a folder, as paths from the root; none when there is no such folder. */
  filesBelow(folder: string): Promise<readonly string[]>;
}

export interface Instruction {
  readonly path: string;
  readonly text: string;
}

/** A longer file is not told; it can be read with a tool like any other. */
export const INSTRUCTION_CHARS_MAX = 16_000;
/** Of one folder; more rules than these are no rules that anybody follows. */
export const RULES_PER_FOLDER_MAX = 50;
/** Told at once; the rest when the next call comes there. */
export const INSTRUCTIONS_AT_ONCE_MAX = 8;

/**
 * The instructions for the places that work has come to and that were not told before, the widest first. Pure but for its
 * reader: the same files and the same paths give the same.
 */
export async function instructionsFor(touched: readonly string[], told: ReadonlySet<string>, reader: InstructionReader): Promise<readonly Instruction[]> {
  const found = new Map<string, Instruction>();
  const folders = [...new Set(touched.flatMap(foldersTo))].toSorted((one, other) => depthOf(one) - depthOf(other) || (one < other ? -1 : 1));
  for (const folder of folders) {
    for (const path of folder === '.' ? [] : FOLDER_FILES.map((name) => within(folder, name))) {
      const text = told.has(path) ? undefined : await reader.readFile(path);
      if (text !== undefined) found.set(path, { path, text });
    }
    const rules = (await reader.filesBelow(within(folder, RULES_FOLDER))).filter((path) => path.endsWith('.md')).toSorted().slice(0, RULES_PER_FOLDER_MAX);
    for (const path of rules.filter((one) => !told.has(one))) {
      const rule = readRule((await reader.readFile(path)) ?? '');
      if (touched.some((one) => isBelow(one, folder) && concerns(rule, posix.relative(folder, one)))) found.set(path, { path, text: rule.text });
    }
  }
  return [...found.values()].filter(({ text }) => text.trim() !== '').slice(0, INSTRUCTIONS_AT_ONCE_MAX).map(bounded);
}

function bounded({ path, text }: Instruction): Instruction {
  return { path, text: text.length <= INSTRUCTION_CHARS_MAX ? text : `This file has ${text.length} characters, too many to be told here; read it with a tool.` };
}

function depthOf(folder: string): number {
  return folder === '.' ? 0 : folder.split('/').length;
}

function isBelow(path: string, folder: string): boolean {
  return folder === '.' || path === folder || path.startsWith(`${folder}/`);
}
